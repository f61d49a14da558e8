// The starter: it makes the namespaces' first process, or without namespaces becomes the extension.
#define _GNU_SOURCE
#include "sandbox_spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include "sandbox_calls.h"

static long write_file(const char *path, const char *text, long count) {
  long file = raw(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return file;
  long result = raw(SYS_write, file, text, count);
  raw(SYS_close, file);
  return result;
}

static char *put_text(char *to, const char *text) {
  while (*text) *to++ = *text++;
  return to;
}

static char *put_number(char *to, unsigned number) {
  char digits[12];
  int count = 0;
  do digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count) *to++ = digits[--count];
  return to;
}

static long write_proc(pid_t process, const char *name, const char *text, long count) {
  char path[64];
  char *end = put_text(put_number(put_text(path, "/proc/"), (unsigned)process), name);
  *end = 0;
  return write_file(path, text, count);
}

static long write_map(pid_t process, const char *name, uid_t id) {
  char text[64];
  char *end = put_text(put_number(text, id), " ");
  end = put_text(put_text(put_number(end, id), " "), "1");
  return write_proc(process, name, text, end - text);
}

// Maps one id to itself. Written from outside: a first process of another user could not.
static long write_maps(const spawn *s, pid_t process) {
  int is_other = is_wanted(s, TENUTO_OTHER_USER);
  uid_t user = is_other ? s->sandbox->other_user : (uid_t)raw(SYS_geteuid);
  gid_t group = is_other ? s->sandbox->other_user : (gid_t)raw(SYS_getegid);
  long result = 0;
  // The other user drops the groups of root, which needs the call.
  if (!is_other) result = write_proc(process, "/setgroups", "deny", 4);
  if (result >= 0) result = write_map(process, "/uid_map", user);
  if (result >= 0) result = write_map(process, "/gid_map", group);
  return result;
}

static int start_first(spawn *s, int flags) {
  s->first_is_here = 1;
  int first = clone(
      tenuto_run_first, s->first_stack,
      flags | CLONE_VM | CLONE_PARENT | CLONE_CHILD_CLEARTID | SIGCHLD, s, NULL, NULL,
      &s->first_is_here);
  return first < 0 ? -errno : first;
}

// Waits until the first process has its own memory, or has ended.
static void wait_for_first(spawn *s) {
  int here;
  while ((here = __atomic_load_n(&s->first_is_here, __ATOMIC_ACQUIRE)) != 0)
    raw(SYS_futex, &s->first_is_here, FUTEX_WAIT, here, NULL);
}

static void note_namespaces(spawn *s, int with_user, long result) {
  if (with_user) note(s, TENUTO_USER_NAMESPACE, result);
  note(s, TENUTO_MOUNT_NAMESPACE, result);
  note(s, TENUTO_PROCESS_NAMESPACE, result);
}

// Sets the first process's user, or continues without namespaces if that is refused.
static int let_first_go(spawn *s, int first) {
  long written = write_maps(s, first);
  atomic_store(&s->map_is_written, written < 0 ? 2 : 1);
  raw(SYS_futex, &s->map_is_written, FUTEX_WAKE, 1);
  wait_for_first(s);
  if (written >= 0) return first;
  s->abandoned = first;
  note_namespaces(s, 1, written);
  return -1;
}

// Root in a container without user namespaces may still have other namespaces.
static int start_privileged(spawn *s) {
  note_namespaces(s, 0, 0);
  int first = start_first(s, CLONE_NEWNS | CLONE_NEWPID);
  if (first < 0)
    note_namespaces(s, 0, first);
  else
    wait_for_first(s);
  return first;
}

// Starts the extension in namespaces; returns -1 if none exist.
static int start_in_namespaces(spawn *s) {
  if (!is_wanted(s, TENUTO_PROCESS_NAMESPACE)) return -1;
  if (s->reaper < 0) {
    note_namespaces(s, 1, s->reaper);
    return -1;
  }
  note_namespaces(s, 1, 0);
  int first = start_first(s, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID);
  if (first > 0) {
    first = let_first_go(s, first);
  } else {
    note_namespaces(s, 1, first);
    first = start_privileged(s);
  }
  if (first < 0) return -1;
  s->sandbox->child = first;
  return 0;
}

// Resets signal dispositions that a shell has set to ignore, which the extension would inherit.
static void reset_signals(void) {
  for (int number = 1; number < 32; number++)
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Descriptors above the usual limit are needed until the extension has its own limit.
static void raise_descriptor_limit(void) {
  uint64_t limit[2];
  if (raw(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, limit) < 0) return;
  limit[0] = limit[1];
  raw(SYS_prlimit64, 0, RLIMIT_NOFILE, limit, NULL);
}

int tenuto_run_starter(void *argument) {
  spawn *s = argument;
  reset_signals();
  raise_descriptor_limit();
  raw(SYS_close, s->report_reader);
  raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (raw(SYS_getppid) != s->host) raw(SYS_exit_group, 127);
  if (start_in_namespaces(s) == 0) raw(SYS_exit_group, 0);
  if (tenuto_become_other_user(s) == 0) {
    raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    tenuto_become_extension(s);
  }
  raw(SYS_exit_group, 127);
  return 0;
}
