// Variadic calls of Linux that a validator needs and Swift cannot import.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// Makes orphans of this process's children its own children, so that it can find and end them.
// Returns 0, or the error number.
int validate_adopt_orphans(void);

// Sets the capacity of a pipe to 1 MiB, if permitted.
void validate_widen_pipe(int pipe);

// System calls of a thread, counted for some time.
typedef struct validate_syscalls {
  long waits;   // futex
  long events;  // send and receive on sockets
  long others;
  long last_other;  // the number of the newest of the others, -1 for none
} validate_syscalls;

// Attaches to a thread of a child and counts its system calls until `*is_over` is not 0. Returns 0,
// or the error number if tracing is not permitted.
int validate_count_syscalls(
    pid_t thread, const volatile int *_Nonnull is_over, validate_syscalls *_Nonnull counts);

// Processor time, in ns, that this thread takes for `count` divisions, each of the result of the one
// before: a measure of the processor that no optimiser changes.
uint64_t validate_time_of_divisions(long count);
