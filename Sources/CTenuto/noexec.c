// A view of a folder that forbids execution: a separate mount, which the kernel keeps as long as a
// descriptor of it is open. The mount is not part of the tree.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include "posix.h"
#include "sandbox_calls.h"
#include "sandbox_mounts.h"

#define STACK_BYTES (64 * 1024)

typedef struct order {
  const char *folder;
  long result;
} order;

static long make_view(const char *folder) {
  long view = raw(OPEN_TREE, AT_FDCWD, folder, TREE_CLONE | TREE_CLOEXEC);
  if (view < 0) return view;
  mount_attributes attributes = {.set = MOUNT_NOEXEC | MOUNT_NOSUID | MOUNT_NODEV};
  long result = raw(MOUNT_SETATTR, view, "", AT_EMPTY_PATH, &attributes, sizeof attributes);
  if (result >= 0) return view;
  raw(SYS_close, view);
  return result;
}

// Shares memory and descriptors with the caller, so that the view is the caller's.
static int run_child(void *argument) {
  order *o = argument;
  o->result = make_view(o->folder);
  raw(SYS_exit_group, 0);
  return 0;
}

// Mounting needs a user namespace, which the caller cannot enter, since it has threads.
static long make_view_elsewhere(const char *folder) {
  void *stack = mmap(
      NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -errno;
  order o = {folder, -ECHILD};
  const int flags = CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD;
  // No handler of the host may run in the child while it shares the host's memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int child = clone(run_child, (char *)stack + STACK_BYTES, flags, &o);
  if (child < 0) o.result = -errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (child > 0) waitpid(child, NULL, 0);
  munmap(stack, STACK_BYTES);
  return o.result;
}

int tenuto_view_without_exec(const char *folder) {
  long view = make_view(folder);
  return (int)(view == -EPERM ? make_view_elsewhere(folder) : view);
}
