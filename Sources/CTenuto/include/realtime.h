// What the render threads of both processes call. In C because the words of the cycle need a stated
// memory order on plain layouts, and because syscall(2) is variadic, which Swift cannot call.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "attributes.h"

// Words of the cycle. Each is written by one process only.
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
// Keeps the loads before it before the loads after it (the reader's side of a sequence lock).
TENUTO_RENDER_SAFE static inline void tenuto_fence_acquire(void) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
}

// A value that the other process may change at any time: read once, then use the copy.
TENUTO_RENDER_SAFE static inline uint64_t tenuto_snapshot64(const uint64_t *TENUTO_NONNULL value) {
  return __atomic_load_n(value, __ATOMIC_RELAXED);
}

// Sleeps while *word == expected, until woken or CLOCK_MONOTONIC reaches `deadline` ns (0: none).
// Returns 0, or the error number: EAGAIN, EINTR, ETIMEDOUT. Works on a read-only mapping.
TENUTO_RENDER_SAFE int tenuto_futex_wait(
    const uint32_t *TENUTO_NONNULL word, uint32_t expected, uint64_t deadline);

// Wakes up to `count` sleepers; returns how many.
TENUTO_RENDER_SAFE int tenuto_futex_wake(const uint32_t *TENUTO_NONNULL word, int count);

// CLOCK_MONOTONIC in ns.
TENUTO_RENDER_SAFE uint64_t tenuto_now(void);

// Sleeps until CLOCK_MONOTONIC reaches `deadline` ns: what a clock's render thread does by intent.
TENUTO_RENDER_SAFE void tenuto_sleep_until(uint64_t deadline);

// One datagram, never blocking. Returns its size in bytes, or minus the error number. Receiving
// answers -EMSGSIZE for a datagram larger than `capacity`.
TENUTO_RENDER_SAFE long tenuto_send(int socket, const void *TENUTO_NONNULL bytes, size_t count);
TENUTO_RENDER_SAFE long tenuto_receive(int socket, void *TENUTO_NONNULL bytes, size_t capacity);

// Flushes subnormals to zero on the calling thread: they cost 33 times a normal sample.
TENUTO_RENDER_SAFE void tenuto_flush_subnormals(void);

// Bracket a render call for RealtimeSanitizer; nothing where it is not linked or preloaded.
TENUTO_RENDER_SAFE void tenuto_realtime_enter(void);
TENUTO_RENDER_SAFE void tenuto_realtime_exit(void);

// Whether RealtimeSanitizer is in this process.
int tenuto_realtime_is_checked(void);
