// Attempts to exceed the resource limits.
#define _GNU_SOURCE
#include "attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long raise_limit(int resource) {
  struct rlimit limit;
  getrlimit(resource, &limit);
  if (limit.rlim_max == RLIM_INFINITY) return 0;
  limit.rlim_max = limit.rlim_cur = limit.rlim_max + 1;
  return setrlimit(resource, &limit);
}

static void *stay(void *nothing) {
  pause();
  return nothing;
}

static long map(int flags) {
  void *memory = mmap(NULL, 1 << 21, PROT_READ | PROT_WRITE, flags, -1, 0);
  return memory == MAP_FAILED ? -1 : 0;
}

TRY("raise limit RTPRIO", LIMITS, raise_limit(RLIMIT_RTPRIO))
TRY("raise limit NOFILE", LIMITS, raise_limit(RLIMIT_NOFILE))
TRY("raise limit MEMLOCK", LIMITS, raise_limit(RLIMIT_MEMLOCK))
TRY("raise limit DATA", LIMITS, raise_limit(RLIMIT_DATA))
TRY("raise limit FSIZE", LIMITS, raise_limit(RLIMIT_FSIZE))
TRY("raise limit CORE", LIMITS, raise_limit(RLIMIT_CORE))

ATTEMPT("threads without bound", USERS) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 16384);
  for (int count = 0; count < 1000; count++) {
    pthread_t thread;
    int error = pthread_create(&thread, &attributes, stay, NULL);
    if (error) return as_errno(error);
  }
  return 0;
}

ATTEMPT("descriptors without bound", LIMITS) {
  int f = 0;
  for (int i = 0; i < 300 && f >= 0; i++) f = dup(0);
  return f;
}

ATTEMPT("memory without bound", LIMITS) {
  for (int i = 0; i < 1024; i++) {
    char *volatile piece = malloc(1 << 20);
    if (!piece) return -1;
    *piece = 1;
  }
  return 0;
}

ATTEMPT("addresses without bound", LIMITS) {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  return mmap(NULL, 1ul << 40, PROT_NONE, flags, -1, 0) == MAP_FAILED ? -1 : 0;
}

TRY("memory of all processes with mlockall", SECCOMP, mlockall(MCL_CURRENT | MCL_FUTURE))
TRY("raise limit STACK", LIMITS, raise_limit(RLIMIT_STACK))
TRY("raise limit AS", LIMITS, raise_limit(RLIMIT_AS))
TRY("raise limit RTTIME", LIMITS, raise_limit(RLIMIT_RTTIME))
TRY("raise limit SIGPENDING", LIMITS, raise_limit(RLIMIT_SIGPENDING))

// Memory of these kinds would not count as data.
TRY("shared memory without a file", SECCOMP, map(MAP_SHARED | MAP_ANONYMOUS))
TRY("shared memory without a file, validated", SECCOMP, map(MAP_SHARED_VALIDATE | MAP_ANONYMOUS))
TRY("memory that counts as stack", SECCOMP, map(MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN))
TRY("huge pages of the machine", SECCOMP,
    unless_refused(map(MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_NORESERVE)))
TRY("memory that the kernel may drop", SECCOMP,
    unless_refused(map(8 /* MAP_DROPPABLE */ | MAP_ANONYMOUS)))
TRY("secret memory", SECCOMP, unless_refused(syscall(447, 0)))
TRY("memory of a device", LANDLOCK, open("/dev/zero", O_RDWR))

ATTEMPT("data beyond the limit by brk", LIMITS) {
  char *start = sbrk(0);
  return brk(start + (1ul << 30)) < 0 ? -1 : 0;
}

ATTEMPT("a larger pipe", SECCOMP) {
  int ends[2];
  return pipe(ends) < 0 ? 0 : fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
}

ATTEMPT("a larger socket buffer", SECCOMP) {
  int count = 1 << 24;
  return setsockopt(3, SOL_SOCKET, SO_SNDBUF, &count, sizeof count);
}

ATTEMPT("stack without bound", LIMITS) {
  struct rlimit limit;
  getrlimit(RLIMIT_STACK, &limit);
  errno = EPERM;
  return limit.rlim_max <= 8 << 20 ? -1 : 0;
}

ATTEMPT("timers without bound", SECCOMP) {
  timer_t timer;
  return timer_create(CLOCK_MONOTONIC, NULL, &timer);
}

ATTEMPT("asynchronous I/O", SECCOMP) {
  unsigned long context = 0;
  return syscall(SYS_io_setup, 1024, &context);
}
