// The sandbox of an extension, applied in the time between clone and exec.
//
// The host prepares everything possible (a Landlock ruleset, a seccomp program, open files), so
// that the child needs no memory and no library: it shares the host's memory, because a fork would
// make the render thread copy pages.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "attributes.h"
#include "posix.h"

// The layers, as bits 1 << value.
enum tenuto_layer {
  TENUTO_USER_NAMESPACE,
  TENUTO_MOUNT_NAMESPACE,
  TENUTO_PROCESS_NAMESPACE,
  TENUTO_NETWORK_NAMESPACE,
  TENUTO_IPC_NAMESPACE,
  TENUTO_NAME_NAMESPACE,
  TENUTO_CGROUP_NAMESPACE,
  TENUTO_PRIVATE_ROOT,
  TENUTO_FRESH_PROC,
  TENUTO_PROCESS_LIMIT,
  TENUTO_OTHER_USER,
  TENUTO_LIMITS,
  TENUTO_NO_CAPABILITIES,
  TENUTO_NO_NEW_PRIVILEGES,
  TENUTO_NO_WRITE_EXECUTE,
  TENUTO_LANDLOCK,
  TENUTO_SECCOMP,
  TENUTO_LAYER_COUNT
};

// Resource limits; none raises a limit of the host itself.
typedef struct tenuto_limits {
  uint64_t data;
  uint64_t address_space;
  uint64_t file_size;
  uint64_t locked_memory;
  uint64_t descriptors;
  uint64_t processes;  // counted, and so set, only in the extension's own user namespace
  uint64_t realtime_priority;
  uint64_t realtime_soft_us;  // SIGXCPU, which names the cause
  uint64_t realtime_hard_us;
} tenuto_limits;

// The executable's descriptor until exec: it is above the limit of descriptors, so that it can be
// executed once and the number can never be used again.
#define TENUTO_EXECUTABLE_DESCRIPTOR 250

// A file or folder that is visible to the extension at the same path.
typedef struct tenuto_mount {
  const char *TENUTO_NONNULL path;  // absolute, without `.` and `..`
  uint32_t rights;                  // TENUTO_MAY_*
  int is_folder;
} tenuto_mount;

#define TENUTO_MAXIMUM_MOUNTS 64

// Placeholder in the seccomp program for the extension's own process id.
#define TENUTO_OWN_PROCESS 0x7e9a1234u

typedef struct tenuto_sandbox {
  uint32_t wanted;    // layers to try
  uint32_t required;  // layers without which nothing is started
  tenuto_limits limits;
  int executable;            // O_PATH or O_RDONLY
  int ruleset;               // of Landlock, -1: none
  uint64_t proc_access;      // rights to a fresh /proc, in terms of Landlock
  uid_t other_user;          // for TENUTO_OTHER_USER

  // Results.
  uint32_t in_force;
  uint32_t refused;  // layers that were tried and failed, with `errors`
  int errors[TENUTO_LAYER_COUNT];
  int failed_layer;    // the required layer that prevented the start, -1: none
  pid_t identifier;    // of the extension, in the host's PID namespace
  pid_t child;         // the process to wait for: the extension, or the first of its namespace
  int handle;          // pidfd of `child`, owned by the caller
  int report;          // from which the extension's wait status is read if `child` is another
                       // process, else -1; owned by the caller
} tenuto_sandbox;

// Starts an extension in a sandbox, with the seccomp program `filter` (struct sock_filter[],
// changed by the child) and, for TENUTO_PRIVATE_ROOT, at most TENUTO_MAXIMUM_MOUNTS mounts, outer ones
// first. Returns 0, or the error number of the failed step; no process remains then.
//
// Thread: a thread that outlives the extension, see tenuto_spawn.
int tenuto_spawn_sandboxed(
    const tenuto_launch *TENUTO_NONNULL launch, tenuto_sandbox *TENUTO_NONNULL sandbox,
    void *TENUTO_NULLABLE filter, size_t filter_count,
    const tenuto_mount *TENUTO_NULLABLE mounts, int mount_count);

// The kernel's ABI version of Landlock, or minus the error number.
int tenuto_landlock_abi(void);

// A ruleset that denies everything in the ABI; its descriptor, or minus the error number.
int tenuto_landlock_create(int abi, int is_network_allowed);

// Allows `rights` (TENUTO_MAY_*) on `path` and everything below it; 0 or the error number.
int tenuto_landlock_allow(int ruleset, int abi, const char *TENUTO_NONNULL path, uint32_t rights);

#define TENUTO_MAY_READ 1u
#define TENUTO_MAY_WRITE 2u
#define TENUTO_MAY_EXECUTE 4u

// The rights to list and read, in terms of Landlock.
uint64_t tenuto_landlock_reading(void);
