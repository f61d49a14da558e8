// Other processes: signals, debugging, priorities, and new processes.
#define _GNU_SOURCE
#include "attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

TRY("signal the host", SECCOMP, kill(victim(), SIGCONT))
TRY("signal everybody", SECCOMP, kill(-1, SIGCONT))
TRY("signal a group", SECCOMP, kill(0, SIGCONT))
TRY("tgkill the host", SECCOMP, syscall(SYS_tgkill, victim(), victim(), SIGCONT))
TRY("tkill the host", SECCOMP, syscall(SYS_tkill, victim(), SIGCONT))

ATTEMPT("queue a signal to the host", SECCOMP) {
  union sigval v = {0};
  return sigqueue(victim(), SIGCONT, v);
}

TRY("own the host by F_SETOWN", SECCOMP, fcntl(3, F_SETOWN, victim()))
TRY("pidfd of the host", SECCOMP, syscall(SYS_pidfd_open, victim(), 0))

ATTEMPT("take a descriptor of the host", SECCOMP) {
  int f = syscall(SYS_pidfd_open, victim(), 0);
  return syscall(SYS_pidfd_getfd, f, 0, 0);
}

TRY("ptrace the host", SECCOMP, ptrace(PTRACE_ATTACH, victim(), 0, 0))
TRY("ptrace itself by the host", SECCOMP, ptrace(PTRACE_TRACEME, 0, 0, 0))

ATTEMPT("read memory of the host", SECCOMP) {
  char b;
  struct iovec m = {&b, 1};
  return process_vm_readv(victim(), &m, 1, &m, 1, 0);
}

ATTEMPT("write memory of the host", SECCOMP) {
  char b;
  struct iovec m = {&b, 1};
  return process_vm_writev(victim(), &m, 1, &m, 1, 0);
}

TRY("compare with the host", SECCOMP, syscall(SYS_kcmp, victim(), getpid(), 0, 0, 0))
TRY("memory advice for the host", SECCOMP, syscall(SYS_process_madvise, 3, NULL, 0, 4, 0))
TRY("move pages of the host", SECCOMP, syscall(SYS_move_pages, victim(), 0, NULL, NULL, NULL, 0))

ATTEMPT("limits of the host", SECCOMP) {
  struct rlimit l = {1, 1};
  return prlimit(victim(), RLIMIT_NOFILE, &l, NULL);
}

ATTEMPT("realtime priority of the host", SECCOMP) {
  struct sched_param p = {0};
  return sched_setscheduler(victim(), SCHED_OTHER, &p);
}

ATTEMPT("affinity of the host", SECCOMP) {
  cpu_set_t s;
  CPU_ZERO(&s);
  CPU_SET(0, &s);
  return sched_setaffinity(victim(), sizeof s, &s);
}

ATTEMPT("realtime priority for itself", SECCOMP) {
  struct sched_param p = {1};
  return sched_setscheduler(0, SCHED_FIFO, &p);
}

ATTEMPT("deadline scheduling", SECCOMP) {
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t run, end, period;
  } d = {48, 6, 0, 0, 0, 1000000, 2000000, 2000000};
  return syscall(SYS_sched_setattr, 0, &d, 0);
}

ATTEMPT("raise nice", SECCOMP) {
  errno = 0;
  setpriority(PRIO_PROCESS, 0, -20);
  return getpriority(PRIO_PROCESS, 0) <= -20 ? 0 : -1;
}

TRY("idle I/O class", SECCOMP, syscall(SYS_ioprio_set, 1, 0, 1 << 13))
TRY("fork", SECCOMP, end_child(fork()))

ATTEMPT("vfork", SECCOMP) {
  pid_t c = vfork();
  if (c == 0) _exit(0);
  return c;
}

TRY("clone", SECCOMP, end_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)))

ATTEMPT("clone3", SECCOMP) {
  uint64_t c[11] = {0};
  c[4] = SIGCHLD;
  return end_child(syscall(SYS_clone3, c, sizeof c));
}

ATTEMPT("clone a thread into a namespace", SECCOMP) {
  const int flags = CLONE_THREAD | CLONE_SIGHAND | CLONE_VM | CLONE_NEWNET;
  return syscall(SYS_clone, flags, malloc(65536) + 65536, 0, 0, 0);
}

ATTEMPT("double fork", SECCOMP) {
  pid_t c = fork();
  if (c == 0) { if (fork() == 0) sleep(60); _exit(0); }
  return c < 0 ? -1 : end_child(c);
}

TRY("new session", SECCOMP, setsid())
TRY("new process group", SECCOMP, setpgid(0, 0))

ATTEMPT("read limits of the host", SECCOMP) {
  struct rlimit limit;
  return unless_refused(prlimit(victim(), RLIMIT_NOFILE, NULL, &limit));
}

TRY("seize the host", SECCOMP, ptrace(PTRACE_SEIZE, victim(), 0, 0))
TRY("signal through a pidfd", SECCOMP,
    unless_refused(syscall(SYS_pidfd_send_signal, 0, SIGCONT, NULL, 0)))

ATTEMPT("queue a signal to a thread of the host", SECCOMP) {
  siginfo_t information = {.si_code = SI_QUEUE};
  return unless_refused(
      syscall(SYS_rt_tgsigqueueinfo, victim(), victim(), SIGCONT, &information));
}

TRY("free memory of the host", SECCOMP, unless_refused(syscall(448 /* process_mrelease */, 0, 0)))
TRY("session of the host", SECCOMP, unless_refused(getsid(victim())))
TRY("group of the host", SECCOMP, unless_refused(getpgid(victim())))
TRY("wait for anybody", SECCOMP, unless_refused(syscall(SYS_wait4, -1, NULL, WNOHANG, NULL)))

ATTEMPT("affinity for itself", SECCOMP) {
  cpu_set_t all;
  memset(&all, 0xff, sizeof all);
  return sched_setaffinity(0, sizeof all, &all);
}

ATTEMPT("attributes of scheduling of the host", SECCOMP) {
  uint32_t attributes[14];
  return unless_refused(syscall(SYS_sched_getattr, victim(), attributes, sizeof attributes, 0));
}

ATTEMPT("round robin for itself", SECCOMP) {
  struct sched_param parameters = {1};
  return sched_setscheduler(0, SCHED_RR, &parameters);
}

ATTEMPT("parameters of scheduling", SECCOMP) {
  struct sched_param parameters = {0};
  return sched_setparam(0, &parameters);
}

ATTEMPT("clone with a pidfd", SECCOMP) {
  int handle;
  return end_child(syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, 0, &handle, 0, 0));
}

TRY("clone that shares memory only", SECCOMP,
    end_child(syscall(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, 0, 0, 0, 0)))
TRY("clone as a child of the parent", SECCOMP,
    end_child(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0)))

ATTEMPT("interval timer", SECCOMP) {
  struct itimerval timer = {0};
  return setitimer(ITIMER_REAL, &timer, NULL);
}
