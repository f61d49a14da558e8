// Landlock's interface, declared here since the machine's headers may be older than its kernel.
#pragma once
#include <stdint.h>

// The same on all machines.
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_PATH_BENEATH 1

#define FILE_EXECUTE (1ull << 0)
#define FILE_WRITE (1ull << 1)
#define FILE_READ (1ull << 2)
#define FOLDER_READ (1ull << 3)
#define FILE_RIGHTS_1 ((1ull << 13) - 1)  // all of the first ABI
#define FILE_REFER (1ull << 13)
#define FILE_TRUNCATE (1ull << 14)
#define FILE_IOCTL_DEVICE (1ull << 15)
// Write, remove files and folders, make files and folders, move, truncate; no devices, sockets,
// pipes or symbolic links.
#define FILE_CHANGES \
  (FILE_WRITE | 1ull << 4 | 1ull << 5 | 1ull << 7 | 1ull << 8 | FILE_REFER | FILE_TRUNCATE)
// The rights that apply to files as well as folders.
#define RIGHTS_OF_FILES \
  (FILE_EXECUTE | FILE_WRITE | FILE_READ | FILE_TRUNCATE | FILE_IOCTL_DEVICE)

#define NETWORK_BIND (1ull << 0)
#define NETWORK_CONNECT (1ull << 1)
#define SCOPE_ABSTRACT_SOCKETS (1ull << 0)
#define SCOPE_SIGNALS (1ull << 1)

typedef struct landlock_ruleset {
  uint64_t files, network, scopes;
} landlock_ruleset;

typedef struct __attribute__((packed)) landlock_path {
  uint64_t rights;
  int32_t folder;
} landlock_path;
