// Counts what a render thread must not do. In C because it stands in for malloc and for the locks
// of the C library, and because affinity masks are macros.
#pragma once
#include <stdint.h>

// What the calling thread has done since the last cbench_start.
typedef struct cbench_counts {
  uint64_t allocations;  // malloc, calloc, realloc, free
  uint64_t locks;        // pthread_mutex_lock, pthread_rwlock_*lock
  uint64_t page_faults;  // minor and major
} cbench_counts;

void cbench_start(void);
cbench_counts cbench_stop(void);

// Pins every thread of process `pid` to `core`, or frees them with -1.
void cbench_pin(int pid, int core);

// What the calling thread spends, in percent of a core, to take `rate` datagrams a second of
// `bytes` bytes from ten sockets of the loopback interface, with `pause` nanoseconds between two
// wake-ups, and to acknowledge each 32nd: what the kernel alone asks. -1 where there are no sockets.
double cbench_datagram_load(int rate, int bytes, uint64_t pause, int seconds);
