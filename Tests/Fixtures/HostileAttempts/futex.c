// Waking, waiting and moving sleepers on shared words. Most of it needs only read access; the
// host's pages are read-only here.
#define _GNU_SOURCE
#include "attempts.h"
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { WAITV = 449, FUTEX2_WAKE = 454, FUTEX2_WAIT = 455, FUTEX2_REQUEUE = 456, LOCK_PI2 = 13 };

static uint32_t own;

typedef struct waiter {
  uint64_t value, word;
  uint32_t flags, reserved;
} waiter;

static long futex(const void *word, int operation, uint32_t value, uint64_t count) {
  return unless_refused(syscall(SYS_futex, word, operation, value, count, &own, 0));
}

// A wait that ends soon, if it is allowed.
static long wait_shortly(const void *word, int operation) {
  struct timespec time = {0, 1000000};
  return unless_refused(syscall(SYS_futex, word, operation, 0, &time, &own, ~0u));
}

static waiter of(const void *word) {
  return (waiter){0, (uintptr_t)word, 2 /* FUTEX2_SIZE_U32 */, 0};
}

TRY("move the sleepers of others (FUTEX_REQUEUE)", SECCOMP,
    futex(test_readable_mapping(), FUTEX_REQUEUE, 0, INT_MAX))
TRY("move the sleepers of others (FUTEX_CMP_REQUEUE)", SECCOMP,
    futex(test_readable_mapping(), FUTEX_CMP_REQUEUE, 0, INT_MAX))
TRY("move the sleepers of its own memory", SECCOMP,
    futex(test_mapping(), FUTEX_REQUEUE, 0, INT_MAX))

ATTEMPT("move the sleepers of others (futex_requeue)", SECCOMP) {
  waiter both[2] = {of(test_readable_mapping()), of(&own)};
  return unless_refused(syscall(FUTEX2_REQUEUE, both, 0, 0, INT_MAX));
}

TRY("FUTEX_REQUEUE, private", SECCOMP, futex(&own, FUTEX_REQUEUE_PRIVATE, 0, INT_MAX))
TRY("FUTEX_CMP_REQUEUE, private", SECCOMP, futex(&own, FUTEX_CMP_REQUEUE_PRIVATE, 0, INT_MAX))
TRY("FUTEX_WAKE_OP", SECCOMP, futex(test_readable_mapping(), FUTEX_WAKE_OP, 1, 1))
TRY("FUTEX_WAKE_OP, private", SECCOMP, futex(&own, FUTEX_WAKE_OP_PRIVATE, 1, 1))

ATTEMPT("FUTEX_WAKE_BITSET", SECCOMP) {
  const void *word = test_readable_mapping();
  return unless_refused(syscall(SYS_futex, word, FUTEX_WAKE_BITSET, 1, NULL, NULL, ~0u));
}

TRY("FUTEX_FD", SECCOMP, futex(test_mapping(), FUTEX_FD, 0, 0))
TRY("FUTEX_LOCK_PI in audio memory", SECCOMP, futex(test_mapping(), FUTEX_LOCK_PI, 0, 0))
TRY("FUTEX_UNLOCK_PI in audio memory", SECCOMP, futex(test_mapping(), FUTEX_UNLOCK_PI, 0, 0))
TRY("FUTEX_TRYLOCK_PI in audio memory", SECCOMP, futex(test_mapping(), FUTEX_TRYLOCK_PI, 0, 0))
TRY("FUTEX_LOCK_PI2 in audio memory", SECCOMP, futex(test_mapping(), LOCK_PI2, 0, 0))
TRY("FUTEX_LOCK_PI2, private", SECCOMP, futex(&own, LOCK_PI2 | FUTEX_PRIVATE_FLAG, 0, 0))
TRY("FUTEX_WAIT_REQUEUE_PI", SECCOMP, wait_shortly(test_mapping(), FUTEX_WAIT_REQUEUE_PI))
TRY("FUTEX_WAIT_REQUEUE_PI, private", SECCOMP, wait_shortly(&own, FUTEX_WAIT_REQUEUE_PI_PRIVATE))
TRY("FUTEX_CMP_REQUEUE_PI", SECCOMP, futex(test_mapping(), FUTEX_CMP_REQUEUE_PI, 1, 1))
TRY("FUTEX_CMP_REQUEUE_PI, private", SECCOMP, futex(&own, FUTEX_CMP_REQUEUE_PI_PRIVATE, 1, 1))
TRY("an operation that futex does not have yet", SECCOMP, futex(test_readable_mapping(), 14, 0, 0))
TRY("FUTEX_WAIT with a flag that futex does not have yet", SECCOMP,
    wait_shortly(&own, FUTEX_WAIT_PRIVATE | 0x200))
TRY("FUTEX_REQUEUE under a clock flag", SECCOMP,
    futex(test_readable_mapping(), FUTEX_REQUEUE | FUTEX_CLOCK_REALTIME, 0, INT_MAX))

ATTEMPT("futex_waitv", SECCOMP) {
  waiter one = of(test_readable_mapping());
  struct timespec past = {0, 1};
  return unless_refused(syscall(WAITV, &one, 1, 0, &past, CLOCK_MONOTONIC));
}

TRY("futex_wake", SECCOMP,
    unless_refused(syscall(FUTEX2_WAKE, test_readable_mapping(), ~0ul, 1, 2)))

ATTEMPT("futex_wait", SECCOMP) {
  struct timespec past = {0, 1};
  const void *word = test_readable_mapping();
  return unless_refused(syscall(FUTEX2_WAIT, word, 0, ~0ul, 2, &past, CLOCK_MONOTONIC));
}

ATTEMPT("list of robust locks of the host", SECCOMP) {
  void *head;
  size_t count;
  return unless_refused(syscall(SYS_get_robust_list, victim(), &head, &count));
}
