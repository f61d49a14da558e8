#define _GNU_SOURCE
#include "realtime.h"
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <sys/rseq.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

extern void __rtsan_realtime_enter(void) __attribute__((weak));
extern void __rtsan_realtime_exit(void) __attribute__((weak));
extern void __rtsan_disable(void) __attribute__((weak));
extern void __rtsan_enable(void) __attribute__((weak));

// The wake, the wait and the datagrams are the system calls that the render path is allowed; the
// sanitizer would report them as blocking.
static void allow_begin(void) {
  if (__rtsan_disable) __rtsan_disable();
}
static void allow_end(void) {
  if (__rtsan_enable) __rtsan_enable();
}

// A direct system call: the C library's wrapper would need one more page of code, and errno
// another, for every extension in every cycle. Returns minus the error number, as the kernel does.
static inline long futex(
    const uint32_t *word, long operation, long value, const struct timespec *until, long bitset) {
#if defined(__x86_64__)
  long result;
  register const struct timespec *r10 __asm__("r10") = until;
  register const void *r8 __asm__("r8") = NULL;
  register long r9 __asm__("r9") = bitset;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(r10), "r"(r8),
                     "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#else
  long result = syscall(SYS_futex, word, operation, value, until, NULL, bitset);
  return result < 0 ? -errno : result;
#endif
}

// The alarm of a thread: its handler changes a word on which the thread also sleeps, and the kernel
// restarts the sleep, which then ends. An alarm just before the sleep is not missed.
static _Thread_local struct {
  enum { ALARM_UNKNOWN, ALARM_SET, ALARM_REFUSED } state;
  uint32_t has_rung;
  uint64_t time;
  timer_t timer;
} own_alarm;

static int waits_for_alarm(uint64_t deadline) {
  return own_alarm.state == ALARM_SET && own_alarm.time <= deadline &&
         !__atomic_load_n(&own_alarm.has_rung, __ATOMIC_RELAXED);
}

static int wait_for_any(
    const tenuto_awaited_word *words, int count, uint64_t deadline, int with_alarm) {
#if defined(SYS_futex_waitv)
  struct futex_waitv waiters[TENUTO_MAXIMUM_AWAITED_WORDS];
  for (int i = 0; i < count; i++) {
    waiters[i] = (struct futex_waitv){
        .val = words[i].expected, .uaddr = (uintptr_t)words[i].word, .flags = FUTEX_32};
  }
  if (with_alarm) {
    waiters[count++] = (struct futex_waitv){
        .uaddr = (uintptr_t)&own_alarm.has_rung, .flags = FUTEX_32 | FUTEX_PRIVATE_FLAG};
  }
  struct timespec until = {(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
  allow_begin();
  long result =
      syscall(SYS_futex_waitv, waiters, count, 0, deadline ? &until : NULL, CLOCK_MONOTONIC);
  int error = result < 0 ? errno : 0;
  allow_end();
  return error;
#else
  (void)words, (void)count, (void)deadline, (void)with_alarm;
  return ENOSYS;
#endif
}

int tenuto_futex_wait(const uint32_t *word, uint32_t expected, uint64_t deadline) {
  if (waits_for_alarm(deadline)) {
    const tenuto_awaited_word words[] = {{word, expected}};
    return wait_for_any(words, 1, 0, 1);
  }
  struct timespec until = {(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
  allow_begin();
  long result = futex(
      word, FUTEX_WAIT_BITSET, expected, deadline ? &until : NULL,
      (long)FUTEX_BITSET_MATCH_ANY);
  allow_end();
  return result < 0 ? (int)-result : 0;
}

int tenuto_futex_wake(const uint32_t *word, int count) {
  allow_begin();
  long woken = futex(word, FUTEX_WAKE, count, NULL, 0);
  allow_end();
  return woken < 0 ? 0 : (int)woken;
}

int tenuto_futex_wait_any(const tenuto_awaited_word *words, int count, uint64_t deadline) {
  if (count < 1 || count > TENUTO_MAXIMUM_AWAITED_WORDS) return EINVAL;
  int with_alarm = count < TENUTO_MAXIMUM_AWAITED_WORDS && waits_for_alarm(deadline);
  return wait_for_any(words, count, with_alarm ? 0 : deadline, with_alarm);
}

int tenuto_futex_wait_two(
    const uint32_t *word, uint32_t expected, const uint32_t *other, uint32_t other_expected,
    uint64_t deadline) {
  const tenuto_awaited_word words[] = {{word, expected}, {other, other_expected}};
  int error = tenuto_futex_wait_any(words, 2, deadline);
  return error == ENOSYS ? tenuto_futex_wait(word, expected, deadline) : error;
}

uint64_t tenuto_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void tenuto_sleep_until(uint64_t deadline) {
  struct timespec until = {(time_t)(deadline / 1000000000u), (long)(deadline % 1000000000u)};
  allow_begin();
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) == EINTR) {
  }
  allow_end();
}

long tenuto_send(int socket, const void *bytes, size_t count) {
  allow_begin();
  ssize_t sent = send(socket, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
  long result = sent < 0 ? -(long)errno : (long)sent;
  allow_end();
  return result;
}

long tenuto_receive(int socket, void *bytes, size_t capacity) {
  allow_begin();
  // MSG_TRUNC makes recv report the real size of a datagram that does not fit.
  ssize_t size = recv(socket, bytes, capacity, MSG_DONTWAIT | MSG_TRUNC);
  long result = size < 0 ? -(long)errno : (long)size;
  allow_end();
  return result > (long)capacity ? -EMSGSIZE : result;
}

void tenuto_flush_subnormals(void) {
#if defined(__SSE__)
  _mm_setcsr(_mm_getcsr() | 0x8040);  // flush to zero, denormals are zero
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  __asm__ volatile("msr fpcr, %0" : : "r"(control | (1u << 24)));
#endif
}

void tenuto_realtime_enter(void) {
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

void tenuto_realtime_exit(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}

int tenuto_realtime_is_checked(void) { return __rtsan_realtime_enter != NULL; }

void tenuto_leave_sequences(void) {
#if defined(__x86_64__) && defined(RSEQ_SIG)
  if (__rseq_size == 0) return;
  struct rseq *area = (struct rseq *)((char *)__builtin_thread_pointer() + __rseq_offset);
  // The size that the C library has registered, not the smaller one that it uses.
  syscall(SYS_rseq, area, 32, RSEQ_FLAG_UNREGISTER, RSEQ_SIG);
#endif
}

void tenuto_call_at_page(void (*body)(void *), void *context) {
  size_t above = (uintptr_t)__builtin_frame_address(0) & 4095;
  volatile char *pad = __builtin_alloca(above + 16);
  pad[0] = 0;
  body(context);
  pad[0] = 0;  // prevents a tail call: the room is needed until here
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TENUTO_DELAYS_SIGNALS 1  // until a call that it knows
#endif
#endif

static int alarm_signal(void) { return SIGRTMAX - 3; }

static void ring(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  if (info->si_code == SI_TIMER) __atomic_store_n(&own_alarm.has_rung, 1, __ATOMIC_RELAXED);
}

// Takes the signal for the whole process, unless it has another handler.
static int take_signal(void) {
  struct sigaction known;
  if (sigaction(alarm_signal(), NULL, &known) != 0) return 0;
  if ((known.sa_flags & SA_SIGINFO) && known.sa_sigaction == ring) return 1;
  if ((known.sa_flags & SA_SIGINFO) || known.sa_handler != SIG_DFL) return 0;
  struct sigaction action = {.sa_sigaction = ring, .sa_flags = SA_SIGINFO | SA_RESTART};
  return sigaction(alarm_signal(), &action, NULL) == 0;
}

static pthread_key_t alarm_key;
static pthread_once_t alarm_once = PTHREAD_ONCE_INIT;
static int has_alarm_key;

static void delete_alarm(void *value) {
  (void)value;
  own_alarm.state = ALARM_REFUSED;
  timer_delete(own_alarm.timer);
}

static void make_alarm_key(void) {
  has_alarm_key = pthread_key_create(&alarm_key, delete_alarm) == 0;
}

static int make_alarm(void) {
#if defined(TENUTO_DELAYS_SIGNALS) || !defined(SYS_futex_waitv)
  return 0;
#else
  // A kernel that knows the call refuses it for its arguments.
  if (syscall(SYS_futex_waitv, NULL, 0, 0, NULL, 0) == 0 || errno == ENOSYS) return 0;
  pthread_once(&alarm_once, make_alarm_key);
  if (!has_alarm_key || !take_signal()) return 0;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = alarm_signal()};
  event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
  if (timer_create(CLOCK_MONOTONIC, &event, &own_alarm.timer) != 0) return 0;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, alarm_signal());
  pthread_setspecific(alarm_key, &own_alarm);
  return pthread_sigmask(SIG_UNBLOCK, &set, NULL) == 0;
#endif
}

void tenuto_set_alarm(uint64_t time) {
  allow_begin();
  if (own_alarm.state == ALARM_UNKNOWN) {
    own_alarm.state = make_alarm() ? ALARM_SET : ALARM_REFUSED;
  }
  if (own_alarm.state == ALARM_SET) {
    struct itimerspec at = {
        .it_value = {(time_t)(time / 1000000000u), (long)(time % 1000000000u)}};
    // From here on the old alarm may ring late, which only ends a wait early.
    own_alarm.time = UINT64_MAX;
    __atomic_store_n(&own_alarm.has_rung, 0, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (timer_settime(own_alarm.timer, TIMER_ABSTIME, &at, NULL) == 0) own_alarm.time = time;
  }
  allow_end();
}
