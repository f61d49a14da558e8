// The interface of mounts, declared here since the machine's headers may be older than its kernel.
#pragma once
#include <stdint.h>

// The same on all machines.
#define OPEN_TREE 428
#define MOVE_MOUNT 429
#define MOUNT_SETATTR 442

#define TREE_CLONE 1
#define TREE_CLOEXEC 02000000
#define TREE_RECURSIVE 0x8000
#define FROM_EMPTY_PATH 4

#define MOUNT_RDONLY 1ull
#define MOUNT_NOSUID 2ull
#define MOUNT_NODEV 4ull
#define MOUNT_NOEXEC 8ull

typedef struct mount_attributes {
  uint64_t set, clear, propagation, users;
} mount_attributes;
