// Counts forbidden calls of a render thread. Written in C because it replaces malloc and the locks of
// the C library, and because affinity masks are macros.
#pragma once
#include <stdint.h>

// The counts of the calling thread since the last cbench_start.
typedef struct cbench_counts {
  uint64_t allocations;  // malloc, calloc, realloc, free
  uint64_t locks;        // pthread_mutex_lock, pthread_rwlock_*lock
  uint64_t page_faults;  // minor and major
} cbench_counts;

void cbench_start(void);
cbench_counts cbench_stop(void);

// Pins every thread of process `pid` to `core`, or frees them with -1.
void cbench_pin(int pid, int core);

// The processor time of the calling thread, in percent of a core, for receiving `rate` datagrams a
// second of `bytes` bytes from ten sockets of the loopback interface, with `pause` nanoseconds
// between wake-ups, and acknowledging each 32nd: the kernel's share. -1 without sockets.
double cbench_datagram_load(int rate, int bytes, uint64_t pause, int seconds);
