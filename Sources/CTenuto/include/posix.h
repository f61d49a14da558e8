// System calls that Swift cannot import: macros (CMSG_*), variadic calls, and the time between
// clone and exec, in which no Swift code may run.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "attributes.h"

#define TENUTO_MAXIMUM_DESCRIPTORS 4

// The content of a datagram: `byte_count` bytes, `descriptor_count` descriptors (close-on-exec),
// and whether any part of it did not fit.
typedef struct tenuto_datagram {
  size_t byte_count;
  int descriptor_count;
  int is_truncated;
  int descriptors[TENUTO_MAXIMUM_DESCRIPTORS];
} tenuto_datagram;

// Sends one datagram with descriptors; returns 0 or the error number. Fails with ETIMEDOUT at
// `deadline` (CLOCK_MONOTONIC ns, 0: never).
int tenuto_send_message(
    int socket, const void *TENUTO_NONNULL bytes, size_t count,
    const int *TENUTO_NULLABLE descriptors, int descriptor_count, uint64_t deadline);

// Receives one datagram; returns 0 or the error number; byte_count 0 means the peer has closed.
// Descriptors that do not fit into `datagram` are closed.
int tenuto_receive_message(
    int socket, void *TENUTO_NONNULL bytes, size_t capacity,
    tenuto_datagram *TENUTO_NONNULL datagram, uint64_t deadline);

// Makes the kernel refuse descriptors from the peer, if it can (SO_PASSRIGHTS, Linux 6.16).
void tenuto_refuse_descriptors(int socket);

// The descriptors in an extension.
#define TENUTO_CONTROL_DESCRIPTOR 3
#define TENUTO_EVENTS_DESCRIPTOR 4

typedef struct tenuto_launch {
  const char *TENUTO_NONNULL path;
  char *TENUTO_NULLABLE const *TENUTO_NONNULL arguments;
  char *TENUTO_NULLABLE const *TENUTO_NONNULL environment;
  int control;  // becomes TENUTO_CONTROL_DESCRIPTOR
  int events;   // becomes TENUTO_EVENTS_DESCRIPTOR
  int output;   // becomes stdout and stderr
  uint64_t realtime_limit_us;  // RLIMIT_RTTIME, 0: unchanged
} tenuto_launch;

// Starts an extension in a separate session that dies with the calling *thread*. Returns 0, or the
// error number of the failed step, execve included; no process remains then.
int tenuto_spawn(
    const tenuto_launch *TENUTO_NONNULL launch, pid_t *TENUTO_NONNULL pid,
    int *TENUTO_NONNULL pidfd);

// Sends SIGKILL through the pidfd, which never hits a later process with the same id.
int tenuto_kill(int pidfd);

// Makes a pipe whose ends are closed on exec and whose reader does not block; 0 or the error
// number.
int tenuto_pipe(int *TENUTO_NONNULL reader, int *TENUTO_NONNULL writer);

// The calling thread's id, in its own PID namespace.
pid_t tenuto_thread_id(void);

// A descriptor of `folder` through which files cannot be executed or mapped executable, or minus
// the error number.
int tenuto_view_without_exec(const char *TENUTO_NONNULL folder);

// Ends a thread's sleep in the kernel without a signal visible to it, by a stop that is taken back
// at once. 0 or the error number.
int tenuto_rouse(pid_t process, pid_t thread);

// Reserves space for `count` bytes of a file from `offset` on, without changing its length
// (FALLOC_FL_KEEP_SIZE); 0 or the error number.
int tenuto_keep_room(int file, off_t offset, off_t count);

// Renames a file unless the new name is taken (RENAME_NOREPLACE); 0 or the error number.
int tenuto_rename_new(const char *TENUTO_NONNULL path, const char *TENUTO_NONNULL new_path);

// Makes the heap return freed memory: few arenas, and large blocks in separate mappings.
void tenuto_bound_heap(void);

// Returns free pages in the middle of the heap.
void tenuto_trim_heap(void);

// Bytes of the heap that are allocated and not freed.
size_t tenuto_heap_in_use(void);
