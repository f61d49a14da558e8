#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include "cvalidate.h"

int validate_adopt_orphans(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? 0 : errno;
}

void validate_widen_pipe(int pipe) { fcntl(pipe, F_SETPIPE_SZ, 1 << 20); }

static void count(validate_syscalls *counts, long number) {
  if (number == SYS_futex) {
    counts->waits++;
  } else if (number == SYS_sendto || number == SYS_recvfrom || number == SYS_sendmsg ||
             number == SYS_recvmsg) {
    counts->events++;
  } else if (number != SYS_restart_syscall) {
    counts->others++;
    counts->last_other = number;
  }
}

// The traced thread has stopped with `status`; continues it.
static int go_on(pid_t thread, int status, validate_syscalls *counts) {
  int signal = 0;
  if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
    struct __ptrace_syscall_info info;
    long size = ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info);
    if (size > 0 && info.op == PTRACE_SYSCALL_INFO_ENTRY) count(counts, (long)info.entry.nr);
  } else if (status >> 16 == 0) {
    signal = WSTOPSIG(status);
  }
  return ptrace(PTRACE_SYSCALL, thread, 0, (void *)(intptr_t)signal) == 0 ? 0 : errno;
}

int validate_count_syscalls(
    pid_t thread, const volatile int *is_over, validate_syscalls *counts) {
  *counts = (validate_syscalls){.last_other = -1};
  if (ptrace(PTRACE_SEIZE, thread, 0, (void *)PTRACE_O_TRACESYSGOOD) != 0) return errno;
  if (ptrace(PTRACE_INTERRUPT, thread, 0, 0) != 0) return errno;
  while (!*is_over) {
    int status;
    pid_t result = waitpid(thread, &status, __WALL | WNOHANG);
    if (result == 0) {
      nanosleep(&(struct timespec){0, 20000}, NULL);
    } else if (result < 0 || !WIFSTOPPED(status) || go_on(thread, status, counts) != 0) {
      break;
    }
  }
  ptrace(PTRACE_INTERRUPT, thread, 0, 0);
  int status;
  if (waitpid(thread, &status, __WALL) == thread) ptrace(PTRACE_DETACH, thread, 0, 0);
  return 0;
}

static uint64_t thread_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

uint64_t validate_time_of_divisions(long count) {
  uint64_t start = thread_time();
  volatile double value = 1.5;
  for (long i = 0; i < count; i++) value = 3 / value;
  return thread_time() - start;
}
