// Functions that the render threads of both processes call. In C because the words of the cycle
// need a defined memory order on plain layouts, and because syscall(2) is variadic, which Swift
// cannot call.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "attributes.h"

// Words of the cycle, each of which only one process writes.
TENUTO_RENDER_SAFE static inline uint32_t tenuto_load_relaxed(const uint32_t *TENUTO_NONNULL word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}
TENUTO_RENDER_SAFE static inline uint32_t tenuto_load_acquire(const uint32_t *TENUTO_NONNULL word) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
TENUTO_RENDER_SAFE static inline uint32_t tenuto_load(const uint32_t *TENUTO_NONNULL word) {
  return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}
TENUTO_RENDER_SAFE static inline void tenuto_store_release(
    uint32_t *TENUTO_NONNULL word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
TENUTO_RENDER_SAFE static inline void tenuto_store(uint32_t *TENUTO_NONNULL word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}
// Orders earlier loads before later ones (the reader's side of a sequence lock).
TENUTO_RENDER_SAFE static inline void tenuto_fence_acquire(void) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

// A value that the other process may change at any time: read it once, then use the copy.
TENUTO_RENDER_SAFE static inline uint64_t tenuto_snapshot64(const uint64_t *TENUTO_NONNULL value) {
  return __atomic_load_n(value, __ATOMIC_RELAXED);
}

// Sleeps while *word == expected, until woken or CLOCK_MONOTONIC reaches `deadline` ns (0: none).
// Returns 0, or the error number: EAGAIN, EINTR, ETIMEDOUT. Works on a read-only mapping.
TENUTO_RENDER_SAFE int tenuto_futex_wait(
    const uint32_t *TENUTO_NONNULL word, uint32_t expected, uint64_t deadline);

// Sets the alarm of the calling thread to a time of CLOCK_MONOTONIC, in ns: waits of this thread whose
// deadline is not earlier return then at the latest, and have no timer of their own.
//
// A timer costs little, but that of a short wait is the next one to expire, so the kernel writes it
// into the processor's timer and takes it out again. In a virtual machine both are exits: 10 µs a
// wait. An alarm that is set after each cycle for the next one never rings while cycles end in time.
//
// Set by a signal with SA_RESTART, which the thread's first call installs; without it, before Linux
// 5.16 and under ThreadSanitizer, each wait keeps its timer.
TENUTO_RENDER_SAFE void tenuto_set_alarm(uint64_t time);

// A word to sleep on while it has a value.
typedef struct tenuto_awaited_word {
  const uint32_t *TENUTO_NONNULL word;
  uint32_t expected;
} tenuto_awaited_word;

// The kernel's limit of words per wait.
#define TENUTO_MAXIMUM_AWAITED_WORDS 128

// Sleeps while each of `count` words has its expected value, until one is woken or CLOCK_MONOTONIC
// reaches `deadline` ns (0: none). Returns 0, or the error number: as tenuto_futex_wait, and ENOSYS
// before Linux 5.16.
TENUTO_RENDER_SAFE int tenuto_futex_wait_any(
    const tenuto_awaited_word *TENUTO_NONNULL words, int count, uint64_t deadline);

// The same for two words: sleeps while both have their expected values. Before Linux 5.16 it sleeps
// only on the first word.
TENUTO_RENDER_SAFE int tenuto_futex_wait_two(
    const uint32_t *TENUTO_NONNULL word, uint32_t expected, const uint32_t *TENUTO_NONNULL other,
    uint32_t other_expected, uint64_t deadline);

// Wakes up to `count` sleepers; returns how many.
TENUTO_RENDER_SAFE int tenuto_futex_wake(const uint32_t *TENUTO_NONNULL word, int count);

// Both are for callers that have checked once whether RealtimeSanitizer is loaded. They skip that
// check and are inlined, since every page of code counts for a thread that runs 2 µs at a time. The
// wait has no time limit; the wake is for all sleepers.
TENUTO_RENDER_SAFE static inline void tenuto_futex_rest(
    const uint32_t *TENUTO_NONNULL word, uint32_t expected, int is_checked) {
#if defined(__x86_64__)
  if (!is_checked) {
    long result;
    register const void *until __asm__("r10") = 0;
    register const void *other __asm__("r8") = 0;
    register long bitset __asm__("r9") = 0xffffffff;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(202L), "D"(word), "S"(9L /* FUTEX_WAIT_BITSET */), "d"((long)expected),
                       "r"(until), "r"(other), "r"(bitset)
                     : "rcx", "r11", "memory");
    return;
  }
#endif
  (void)is_checked;
  tenuto_futex_wait(word, expected, 0);
}
TENUTO_RENDER_SAFE static inline void tenuto_futex_rouse(
    const uint32_t *TENUTO_NONNULL word, int is_checked) {
#if defined(__x86_64__)
  if (!is_checked) {
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(202L), "D"(word), "S"(1L /* FUTEX_WAKE */), "d"(0x7fffffffL)
                     : "rcx", "r11", "memory");
    return;
  }
#endif
  (void)is_checked;
  tenuto_futex_wake(word, 0x7fffffff);
}

// CLOCK_MONOTONIC in ns.
TENUTO_RENDER_SAFE uint64_t tenuto_now(void);

// Sleeps until CLOCK_MONOTONIC reaches `deadline` ns, as the clock's render thread intends.
TENUTO_RENDER_SAFE void tenuto_sleep_until(uint64_t deadline);

// One datagram, never blocking. Returns its size in bytes, or minus the error number. Receiving
// returns -EMSGSIZE for a datagram larger than `capacity`.
TENUTO_RENDER_SAFE long tenuto_send(int socket, const void *TENUTO_NONNULL bytes, size_t count);
TENUTO_RENDER_SAFE long tenuto_receive(int socket, void *TENUTO_NONNULL bytes, size_t capacity);

// Flushes subnormals to zero on the calling thread, because they cost 33 times a normal sample.
TENUTO_RENDER_SAFE void tenuto_flush_subnormals(void);

// Mark a render call for RealtimeSanitizer; they do nothing if it is not linked or preloaded.
TENUTO_RENDER_SAFE void tenuto_realtime_enter(void);
TENUTO_RENDER_SAFE void tenuto_realtime_exit(void);

// Whether RealtimeSanitizer is in this process.
int tenuto_realtime_is_checked(void);

// Unregisters the calling thread's restartable sequences, which no render thread uses, because the
// kernel writes to their page at each switch.
void tenuto_leave_sequences(void);

// Calls `body` with a stack that begins at the end of a page, so that its repeated calls need one
// page of stack and not two.
void tenuto_call_at_page(
    void (*TENUTO_NONNULL body)(void *TENUTO_NONNULL context), void *TENUTO_NONNULL context);
