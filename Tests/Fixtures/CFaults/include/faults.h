// Faults of an extension, by the rows of the fault matrix. Written in C, because the Swift compiler
// rejects most of them.
#pragma once
#include <stdint.h>

#define FAULT_RENDER __attribute__((swift_attr("@_noLocks")))

// Fault numbers, sent by a parameter or a message: at most 127.
enum {
  FAULT_NONE = 0,

  // Faulty samples, until the number changes.
  FAULT_NAN = 1,
  FAULT_INFINITY = 2,
  FAULT_MINUS_INFINITY = 3,
  FAULT_SUBNORMAL = 4,
  FAULT_LOUD = 5,
  FAULT_LOUD_NEGATIVE = 6,
  FAULT_SQUARE = 7,     // at full scale
  FAULT_HALF = 8,       // only the first half of the frames is written
  FAULT_UNWRITTEN = 9,  // nothing is written

  // Single faults, before the samples are written.
  FAULT_GATE = 10,  // waits for a file
  FAULT_ALLOCATE = 11,
  FAULT_ABORT = 12,
  FAULT_SEGV = 13,
  FAULT_EXIT = 14,
  FAULT_BUS = 15,
  FAULT_ILL = 16,
  FAULT_SPIN = 17,
  FAULT_DEADLOCK = 18,
  FAULT_SLOW = 19,         // `amount` microseconds of work, once
  FAULT_SLOW_ALWAYS = 20,  // and in every cycle from then on
  FAULT_SLEEP = 21,        // `amount` microseconds without work, once
  FAULT_STOP = 22,         // SIGSTOP
  FAULT_THREAD_EXIT = 23,  // ends the thread and nothing else
  FAULT_STUBBORN = 25,     // ignores signals, and ends for no request
  FAULT_DIVIDE = 26,
  FAULT_KILLED = 27,       // SIGKILL, as if by another process

  // Use of resources; the last line on stderr is the obtained amount.
  FAULT_MEMORY = 30,
  FAULT_STACK = 31,
  FAULT_HIDDEN_MEMORY = 36,
  FAULT_DESCRIPTORS = 32,
  FAULT_FORK = 33,
  FAULT_DAEMON = 34,
  FAULT_THREADS = 35,

  // Faults in the shared memory; `samples` is part of it.
  FAULT_GARBAGE = 40,  // a thread that overwrites all bytes until the end
  FAULT_FLIP = 41,     // a thread that flips sizes and counts
  FAULT_PUNCH = 42,    // madvise(MADV_REMOVE)
  FAULT_TRUNCATE = 43, // all calls that change an object's length
  FAULT_WAKES = 44,    // four threads that wake the host endlessly
  FAULT_FUTURE = 45,   // answers future cycles
  FAULT_REPEATED = 46, // answers the same cycle repeatedly
  FAULT_NEGATIVE = 47, // answers past cycles
  FAULT_REQUEUE = 48,  // moves all sleepers on the cycles' words to an unused word

  // Faults on the sockets.
  FAULT_PACKETS = 50,      // random packets on the control channel
  FAULT_OVERSIZED = 51,    // sizes from 0 to 256 KiB
  FAULT_FLOOD = 52,        // notices as fast as possible, from a thread
  FAULT_DEAF = 53,         // stops reading requests
  FAULT_PASS = 54,         // sends descriptors, from a thread
  FAULT_CLOSE = 55,        // closes its sockets
  FAULT_EVENTS = 56,       // events as fast as possible, from a thread
  FAULT_FULL_LISTS = 57,   // 4096 valid events in every cycle
};

// The fault of a row such as "F05", or of one of its forms such as "F01-ill"; 0 for none.
int fault_number(const char *_Nonnull row);

// Commits a single fault; numbers below FAULT_GATE do nothing. `samples` is the output of the
// cycle, or NULL off the render thread.
FAULT_RENDER void fault_commit(int number, uint32_t amount, float *_Nullable samples);

// The render thread's next fault, set by another thread; returned once.
void fault_arm(int number);
FAULT_RENDER int fault_take_armed(void);

// Uses processor time, in microseconds.
FAULT_RENDER void fault_work(uint32_t microseconds);
