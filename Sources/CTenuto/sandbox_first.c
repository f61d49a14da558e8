// The first process of the namespaces: it sets them up, starts the extension, becomes their reaper.
#define _GNU_SOURCE
#include "sandbox_spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <time.h>
#include "sandbox_calls.h"
#include "sandbox_landlock.h"
#include "sandbox_reaper.h"
#include "sandbox_root.h"

// The most process ids in one namespace: threads count, and the kernel accepts no number below 301.
#define PROCESS_IDS "350"

static long change_user(uid_t user) {
  long result = raw(SYS_setgroups, 0, NULL);
  if (result >= 0) result = raw(SYS_setresgid, user, user, user);
  if (result >= 0) result = raw(SYS_setresuid, user, user, user);
  return result;
}

int tenuto_become_other_user(spawn *s) {
  if (!is_wanted(s, TENUTO_OTHER_USER)) return 0;
  return note(s, TENUTO_OTHER_USER, change_user(s->sandbox->other_user));
}

static void unshare_rest(spawn *s) {
  const int rest[][2] = {
      {TENUTO_NETWORK_NAMESPACE, CLONE_NEWNET}, {TENUTO_IPC_NAMESPACE, CLONE_NEWIPC},
      {TENUTO_NAME_NAMESPACE, CLONE_NEWUTS}, {TENUTO_CGROUP_NAMESPACE, CLONE_NEWCGROUP}};
  for (unsigned i = 0; i < sizeof rest / sizeof *rest; i++)
    if (is_wanted(s, rest[i][0])) note(s, rest[i][0], raw(SYS_unshare, rest[i][1]));
}

// Its files differ from those that the host's ruleset names.
static long allow_proc(const spawn *s) {
  if (s->sandbox->ruleset < 0) return 0;
  long folder = raw(SYS_openat, AT_FDCWD, "/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return folder;
  landlock_path rule = {s->sandbox->proc_access, (int32_t)folder};
  long result = raw(LANDLOCK_ADD_RULE, s->sandbox->ruleset, LANDLOCK_PATH_BENEATH, &rule, 0);
  raw(SYS_close, folder);
  return result;
}

// Only if the file belongs to the namespace: before Linux 6.14 it applied to the whole machine, but
// a separate user namespace and a non-root user cannot write it then.
static void limit_processes(spawn *s) {
  if (!is_wanted(s, TENUTO_PROCESS_LIMIT)) return;
  int is_safe = is_in_force(s, TENUTO_USER_NAMESPACE) &&
                (is_in_force(s, TENUTO_OTHER_USER) || raw(SYS_getuid) != 0);
  long file = is_safe ? raw(SYS_openat, AT_FDCWD, "/proc/sys/kernel/pid_max", O_WRONLY | O_CLOEXEC)
                      : -EPERM;
  long result = file < 0 ? file : raw(SYS_write, file, PROCESS_IDS, sizeof PROCESS_IDS - 1);
  if (file >= 0) raw(SYS_close, file);
  note(s, TENUTO_PROCESS_LIMIT, result);
}

static void set_up_files(spawn *s, long private) {
  if (is_wanted(s, TENUTO_PRIVATE_ROOT))
    note(s, TENUTO_PRIVATE_ROOT, private < 0 ? private : tenuto_enter_private_root(s));
  if (is_wanted(s, TENUTO_FRESH_PROC) && !is_in_force(s, TENUTO_PRIVATE_ROOT))
    note(s, TENUTO_FRESH_PROC, private < 0 ? private : tenuto_mount_proc("/proc"));
  long result = is_in_force(s, TENUTO_FRESH_PROC) ? allow_proc(s) : 0;
  if (result < 0) note(s, TENUTO_FRESH_PROC, result);
}

// Hides the parts of /proc that describe the machine although they belong to the process itself.
static void hide_mounts(const spawn *s) {
  static const char *const files[] = {
      "/proc/self/mountinfo", "/proc/self/mounts", "/proc/self/mountstats",
      "/proc/thread-self/mountinfo", "/proc/thread-self/mounts"};
  if (!is_in_force(s, TENUTO_FRESH_PROC)) return;
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
    raw(SYS_mount, "/dev/null", files[i], NULL, MS_BIND, NULL);
}

static int run_extension(void *argument) {
  spawn *s = argument;
  raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  // The host sends its owner's id through this pipe, translated into its namespace.
  raw(SYS_fcntl, s->report_writer, F_SETOWN, raw(SYS_getpid));
  hide_mounts(s);
  tenuto_become_extension(s);
  raw(SYS_exit_group, 127);
  return 0;
}

// Keeps the report and the reaper, and no other descriptor of the host.
static long keep_report(const spawn *s, int *reaper) {
  long report = tenuto_move_descriptor(s->report_writer);
  long file = tenuto_move_descriptor(*reaper);
  if (report < 0) return report;
  if (file < 0) return file;
  *reaper = (int)file;
  long result = raw(SYS_dup3, report, REAPER_REPORT, 0);
  if (result >= 0) result = raw(SYS_close_range, 0, REAPER_REPORT - 1, 0);
  if (result >= 0) result = raw(SYS_close_range, REAPER_REPORT + 1, ~0u, 4 /* CLOEXEC */);
  return result;
}

static void become_reaper(spawn *s) {
  char *const none[] = {"tenuto-reaper", NULL};
  int reaper = s->reaper;
  long result = keep_report(s, &reaper);
  // Capabilities refused here are refused to the extension too, which notes it.
  tenuto_drop_capabilities();
  raw(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1);
  raw(SYS_chdir, "/");
  raw(SYS_setsid);
  if (result >= 0) result = raw(SYS_execveat, reaper, "", none, none + 1, AT_EMPTY_PATH);
  fail(s, result);
}

// Whether the host ended before this process asked to die with it.
static int is_host_gone(const spawn *s) {
  struct pollfd report = {s->report_writer, 0, 0};
  struct timespec now = {0, 0};
  return raw(SYS_ppoll, &report, 1, &now, NULL) > 0 && (report.revents & POLLERR);
}

static int wait_for_map(spawn *s) {
  struct timespec limit = {5, 0};
  while (!atomic_load(&s->map_is_written))
    if (raw(SYS_futex, &s->map_is_written, FUTEX_WAIT, 0, &limit) == -ETIMEDOUT) return -1;
  return atomic_load(&s->map_is_written) == 1 ? 0 : -1;
}

static int set_up_namespaces(spawn *s) {
  int is_own = is_in_force(s, TENUTO_USER_NAMESPACE);
  if (is_own && wait_for_map(s) < 0) return -1;
  long private = raw(SYS_mount, NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  if (is_wanted(s, TENUTO_PRIVATE_ROOT) && private >= 0) tenuto_take_trees(s);
  if (is_own && tenuto_become_other_user(s) < 0) return -1;
  unshare_rest(s);
  limit_processes(s);
  set_up_files(s, private);
  if (!is_own && tenuto_become_other_user(s) < 0) return -1;
  // After the change of user, which would undo it.
  raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  return is_host_gone(s) ? fail(s, -ESRCH) : 0;
}

int tenuto_run_first(void *argument) {
  spawn *s = argument;
  if (set_up_namespaces(s) == 0) {
    int extension =
        clone(run_extension, s->extension_stack, CLONE_VM | CLONE_VFORK | SIGCHLD, s);
    if (extension < 0) fail(s, -EAGAIN);
    if (!s->error) become_reaper(s);
  }
  raw(SYS_exit_group, 127);
  return 0;
}
