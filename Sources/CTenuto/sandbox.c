// The host's part in starting a confined extension; sandbox_spawn.h describes the other parts.
#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sandbox_calls.h"
#include "sandbox_reaper.h"
#include "sandbox_spawn.h"

#define STACK_BYTES (64 * 1024)

static int run(spawn *s, int *starter) {
  void *stacks = mmap(
      NULL, 3 * STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1,
      0);
  if (stacks == MAP_FAILED) return errno;
  s->first_stack = (char *)stacks + 2 * STACK_BYTES;
  s->extension_stack = (char *)stacks + 3 * STACK_BYTES;
  // A change of user in a process that shares the host's memory changes which processes may inspect
  // it.
  int dumpable = prctl(PR_GET_DUMPABLE);
  // No handler of the host may run in a child while it shares the host's memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  *starter = clone(
      tenuto_run_starter, (char *)stacks + STACK_BYTES, CLONE_VM | CLONE_VFORK | SIGCHLD, s);
  int error = *starter < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (dumpable == 1) prctl(PR_SET_DUMPABLE, 1);
  munmap(stacks, 3 * STACK_BYTES);
  return error;
}

// Finds the extension's process id, and opens a descriptor for it.
static int take_hold(spawn *s, int starter) {
  tenuto_sandbox *sandbox = s->sandbox;
  int is_first = sandbox->child > 0;
  if (s->abandoned) waitpid(s->abandoned, NULL, 0);
  if (is_first) {
    waitpid(starter, NULL, 0);
    sandbox->identifier = fcntl(s->report_writer, F_GETOWN);
    // A process that has already ended has no id.
    if (sandbox->identifier <= 0) sandbox->identifier = sandbox->child;
  } else {
    sandbox->child = sandbox->identifier = starter;
  }
  int error = s->error;
  if (!error) sandbox->handle = (int)syscall(SYS_pidfd_open, sandbox->child, 0);
  if (!error && sandbox->handle < 0) error = errno;
  if (error) {
    kill(sandbox->child, SIGKILL);
    waitpid(sandbox->child, NULL, 0);
    if (sandbox->handle >= 0) close(sandbox->handle);
    sandbox->handle = -1;
    return error;
  }
  if (is_first) sandbox->report = s->report_reader;
  return 0;
}

int tenuto_spawn_sandboxed(
    const tenuto_launch *launch, tenuto_sandbox *sandbox, void *filter, size_t filter_count,
    const tenuto_mount *mounts, int mount_count) {
  spawn s = {
      .launch = launch,
      .sandbox = sandbox,
      .filter = filter,
      .filter_count = filter_count,
      .mounts = mounts,
      .mount_count = mount_count,
      .host = getpid()};
  sandbox->in_force = sandbox->refused = 0;
  sandbox->failed_layer = sandbox->handle = sandbox->report = -1;
  sandbox->child = sandbox->identifier = -1;
  s.reaper = tenuto_reaper();
  int error = tenuto_pipe(&s.report_reader, &s.report_writer);
  if (error) return error;
  int starter = -1;
  error = run(&s, &starter);
  if (!error) error = take_hold(&s, starter);
  close(s.report_writer);
  if (sandbox->report < 0) close(s.report_reader);
  return error;
}
