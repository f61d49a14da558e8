#define _GNU_SOURCE
#include "bus_net.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

// A guarded range. The handler may run at any time: `base` is written last when a range is added
// and first when it is removed, and the caller keeps the range while it is accessed.
typedef struct guarded_range {
  uintptr_t base;  // 0: free
  size_t byte_count;
  uint32_t break_count;
  uint32_t is_claimed;
} guarded_range;

static guarded_range ranges[TENUTO_MAXIMUM_GUARDED_RANGES];
static uint32_t all_breaks;
static struct sigaction previous;
static int wake_reader = -1, wake_writer = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static guarded_range *range_at(uintptr_t address) {
  for (size_t i = 0; i < TENUTO_MAXIMUM_GUARDED_RANGES; i++) {
    uintptr_t base = __atomic_load_n(&ranges[i].base, __ATOMIC_ACQUIRE);
    if (base == 0 || address < base) continue;
    if (address - base < __atomic_load_n(&ranges[i].byte_count, __ATOMIC_RELAXED))
      return &ranges[i];
  }
  return NULL;
}

// Replaces the whole range: the extension is useless anyway, and one fault is better than many.
static bool replace(guarded_range *range) {
  void *pages = mmap(
      (void *)range->base, range->byte_count, PROT_READ | PROT_WRITE,
      MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (pages == MAP_FAILED) return false;
  __atomic_fetch_add(&range->break_count, 1, __ATOMIC_RELEASE);
  __atomic_fetch_add(&all_breaks, 1, __ATOMIC_RELEASE);
  char byte = 0;
  ssize_t written = write(wake_writer, &byte, 1);
  (void)written;  // a full pipe already holds a wake-up
  return true;
}

// Acts as if this handler did not exist: a fault is raised again after the return, a sent signal is
// not.
static void pass_on(int number, siginfo_t *info, void *context) {
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(number, info, context);
  } else if (previous.sa_handler == SIG_IGN && info->si_code <= 0) {
    return;
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(number);
  } else {
    signal(number, SIG_DFL);
    if (info->si_code <= 0) raise(number);
  }
}

// Uses only async-signal-safe operations: atomics and system calls.
static void handle(int number, siginfo_t *info, void *context) {
  int error = errno;
  bool is_fault = info->si_code == BUS_ADRERR;
  guarded_range *range = is_fault ? range_at((uintptr_t)info->si_addr) : NULL;
  if (!range || !replace(range)) pass_on(number, info, context);
  errno = error;
}

static void install(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0) {
    wake_reader = ends[0];
    wake_writer = ends[1];
  }
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &previous);
}

const uint32_t *tenuto_bus_net_guard(void *base, size_t byte_count) {
  pthread_once(&once, install);
  for (size_t i = 0; i < TENUTO_MAXIMUM_GUARDED_RANGES; i++) {
    if (__atomic_exchange_n(&ranges[i].is_claimed, 1, __ATOMIC_ACQUIRE)) continue;
    __atomic_store_n(&ranges[i].break_count, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&ranges[i].byte_count, byte_count, __ATOMIC_RELAXED);
    __atomic_store_n(&ranges[i].base, (uintptr_t)base, __ATOMIC_RELEASE);
    return &ranges[i].break_count;
  }
  return NULL;
}

void tenuto_bus_net_release(const uint32_t *word) {
  for (size_t i = 0; i < TENUTO_MAXIMUM_GUARDED_RANGES; i++) {
    if (&ranges[i].break_count != word) continue;
    __atomic_store_n(&ranges[i].base, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&ranges[i].byte_count, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&ranges[i].is_claimed, 0, __ATOMIC_RELEASE);
  }
}

uint32_t tenuto_bus_net_break_count(void) {
  return __atomic_load_n(&all_breaks, __ATOMIC_ACQUIRE);
}

int tenuto_bus_net_descriptor(void) { return wake_reader; }
