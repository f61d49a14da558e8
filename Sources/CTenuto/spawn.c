#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "posix.h"

#define STACK_BYTES (64 * 1024)

typedef struct child {
  const tenuto_launch *launch;
  pid_t parent;
  int error;  // written by the child, which shares the host's memory until execve
} child;

static int set_limit(int resource, rlim_t value) {
  struct rlimit limit = {value, value};
  return setrlimit(resource, &limit);
}

// Resets signal dispositions that a shell has set to ignore, which the extension would inherit.
static void reset_signals(void) {
  for (int number = 1; number < 32; number++)
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Moves the passed descriptors to their numbers, through high numbers, since a source may already
// have another's number.
static int place_descriptors(const tenuto_launch *launch) {
  int control = fcntl(launch->control, F_DUPFD_CLOEXEC, 10);
  int events = fcntl(launch->events, F_DUPFD_CLOEXEC, 10);
  int output = fcntl(launch->output, F_DUPFD_CLOEXEC, 10);
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (control < 0 || events < 0 || output < 0 || null < 0) return -1;
  null = fcntl(null, F_DUPFD_CLOEXEC, 10);
  if (dup2(null, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0) return -1;
  if (dup2(control, TENUTO_CONTROL_DESCRIPTOR) < 0) return -1;
  if (dup2(events, TENUTO_EVENTS_DESCRIPTOR) < 0) return -1;
  return (int)syscall(SYS_close_range, TENUTO_EVENTS_DESCRIPTOR + 1, ~0u, 4 /* CLOEXEC */);
}

static int run_child(void *argument) {
  child *c = argument;
  const tenuto_launch *launch = c->launch;
  reset_signals();
  if (setsid() < 0) goto failed;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0) goto failed;
  if (getppid() != c->parent) _exit(127);
  if (place_descriptors(launch) < 0) goto failed;
  if (set_limit(RLIMIT_CORE, 0) < 0) goto failed;
  if (launch->realtime_limit_us && set_limit(RLIMIT_RTTIME, launch->realtime_limit_us) < 0)
    goto failed;
  // Realtime priority is set from outside, after the start.
  struct sched_param normal = {0};
  if (sched_setscheduler(0, SCHED_OTHER, &normal) < 0) goto failed;
  execve(launch->path, launch->arguments, launch->environment);
failed:
  c->error = errno;
  _exit(127);
}

int tenuto_spawn(const tenuto_launch *launch, pid_t *pid, int *pidfd) {
  void *stack = mmap(
      NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return errno;
  child c = {launch, getpid(), 0};
  // No handler of the host may run in the child while it shares the host's memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  *pidfd = -1;
  int id = clone(
      run_child, (char *)stack + STACK_BYTES, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &c,
      pidfd);
  int error = id < 0 ? errno : c.error;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  munmap(stack, STACK_BYTES);
  if (id > 0 && error) {
    waitpid(id, NULL, 0);
    if (*pidfd >= 0) close(*pidfd);
  }
  *pid = error ? -1 : id;
  return error;
}

int tenuto_rouse(pid_t process, pid_t thread) {
  // Sent to the thread itself: a stop of the process might be taken back before this thread gets
  // it.
  if (syscall(SYS_tgkill, process, thread, SIGSTOP) < 0) return errno;
  return kill(process, SIGCONT) < 0 ? errno : 0;
}

int tenuto_kill(int pidfd) {
  return syscall(SYS_pidfd_send_signal, pidfd, SIGKILL, NULL, 0) == 0 ? 0 : errno;
}

int tenuto_pipe(int *reader, int *writer) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return errno;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *reader = ends[0];
  *writer = ends[1];
  return 0;
}

pid_t tenuto_thread_id(void) { return (pid_t)syscall(SYS_gettid); }
