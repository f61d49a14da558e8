// Four processes, three of them for a moment, all in the memory of the host until they exec:
//
//   host ── starter: makes the namespaces' first process, writes its user map, ends
//     └──── first: a child of the host (CLONE_PARENT), process 1 of the namespace; becomes a reaper
//             └── extension: process 2; confines itself, and execs
//
// Where namespaces are refused the starter becomes the extension.
#define _GNU_SOURCE
#include "sandbox.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "sandbox_calls.h"
#include "sandbox_landlock.h"
#include "sandbox_reaper.h"

#define STACK_BYTES (64 * 1024)
// Process ids of one namespace: threads too, and the kernel takes no smaller number than 301.
#define PROCESS_IDS "350"
// Descriptors that are moved out of the way stand above the executable's.
#define HIGH_DESCRIPTOR (TENUTO_EXECUTABLE_DESCRIPTOR + 1)

typedef struct spawn {
  const tenuto_launch *launch;
  tenuto_sandbox *sandbox;
  struct sock_filter *filter;
  size_t filter_count;
  pid_t host;
  int reaper;
  int report_reader, report_writer;
  int error;
  pid_t abandoned;  // a first process that came to nothing, 0: none
  char *first_stack, *extension_stack;  // their ends
  // Not 0 while the first process uses the host's memory.
  int first_is_here;
  // 1 when the user map is written, 2 when that failed.
  _Atomic int map_is_written;
} spawn;

static int bit(int layer) { return 1 << layer; }

static int is_in_force(const spawn *s, int layer) {
  return (s->sandbox->in_force & bit(layer)) != 0;
}

// Notes whether a layer is in force; 0 unless it had to be.
static int note(spawn *s, int layer, long result) {
  tenuto_sandbox *sandbox = s->sandbox;
  if (result >= 0) {
    sandbox->in_force |= bit(layer);
    return 0;
  }
  sandbox->in_force &= ~bit(layer);
  sandbox->refused |= bit(layer);
  sandbox->errors[layer] = (int)-result;
  if (!(sandbox->required & bit(layer))) return 0;
  sandbox->failed_layer = layer;
  s->error = (int)-result;
  return -1;
}

static int is_wanted(const spawn *s, int layer) {
  return (s->sandbox->wanted & bit(layer)) != 0;
}

static int fail(spawn *s, long result) {
  s->error = (int)-result;
  return -1;
}

// MARK: The extension, from here to exec

static int set_limit(int resource, uint64_t soft, uint64_t hard) {
  uint64_t before[2], limit[2] = {soft, hard};
  long result = raw(SYS_prlimit64, 0, resource, NULL, before);
  if (result < 0) return (int)result;
  // Never above what the host may have: raising needs privileges, and would be none of its own.
  for (int i = 0; i < 2; i++)
    if (limit[i] > before[1]) limit[i] = before[1];
  return (int)raw(SYS_prlimit64, 0, resource, limit, NULL);
}

static int set_limits(const spawn *s) {
  const tenuto_limits *l = &s->sandbox->limits;
  const uint64_t limits[][3] = {
      {RLIMIT_CORE, 0, 0},
      {RLIMIT_DATA, l->data, l->data},
      {RLIMIT_AS, l->address_space, l->address_space},
      {RLIMIT_FSIZE, l->file_size, l->file_size},
      {RLIMIT_MEMLOCK, l->locked_memory, l->locked_memory},
      {RLIMIT_NOFILE, l->descriptors, l->descriptors},
      {RLIMIT_RTPRIO, l->realtime_priority, l->realtime_priority},
      {RLIMIT_RTTIME, l->realtime_soft_us, l->realtime_hard_us},
      {RLIMIT_MSGQUEUE, 0, 0},
      {RLIMIT_SIGPENDING, 64, 64},
      {RLIMIT_NICE, 0, 0},
  };
  for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
    int result = set_limit((int)limits[i][0], limits[i][1], limits[i][2]);
    if (result < 0) return result;
  }
  // Elsewhere it would count all processes of the user.
  if (!is_in_force(s, TENUTO_USER_NAMESPACE)) return 0;
  return set_limit(RLIMIT_NPROC, l->processes, l->processes);
}

// What a capability would let it do it must not be able to get back by an exec either.
static int drop_capabilities(void) {
  struct {
    uint32_t version;
    int process;
  } header = {0x20080522, 0};
  struct {
    uint32_t effective, permitted, inheritable;
  } none[2] = {{0, 0, 0}, {0, 0, 0}};
  for (int capability = 0; capability < 64; capability++)
    raw(SYS_prctl, PR_CAPBSET_DROP, capability);
  raw(SYS_prctl, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL);
  return (int)raw(SYS_capset, &header, none);
}

static int take_privileges(spawn *s) {
  if (is_wanted(s, TENUTO_NO_CAPABILITIES) &&
      note(s, TENUTO_NO_CAPABILITIES, drop_capabilities()) < 0)
    return -1;
  if (is_wanted(s, TENUTO_NO_NEW_PRIVILEGES) &&
      note(s, TENUTO_NO_NEW_PRIVILEGES, raw(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1)) < 0)
    return -1;
  // PR_SET_DUMPABLE stays 1: authors attach a debugger to what they write. Another extension
  // cannot: it may not ptrace, and has other namespaces.
  return 0;
}

static int restrict_files(spawn *s, int ruleset) {
  if (!is_wanted(s, TENUTO_LANDLOCK)) return 0;
  return note(s, TENUTO_LANDLOCK, raw(LANDLOCK_RESTRICT_SELF, ruleset, 0));
}

// PR_SET_MDWE would be for the memory, and so for the host that shares it; the program denies what
// it does.
static int note_program(spawn *s, long result) {
  if (is_wanted(s, TENUTO_NO_WRITE_EXECUTE)) note(s, TENUTO_NO_WRITE_EXECUTE, result);
  return is_wanted(s, TENUTO_SECCOMP) ? note(s, TENUTO_SECCOMP, result) : 0;
}

static int restrict_calls(spawn *s) {
  if (!is_wanted(s, TENUTO_SECCOMP)) return note_program(s, -ENOSYS);
  struct sock_filter *filter = s->filter;
  uint32_t own = (uint32_t)raw(SYS_getpid);
  for (size_t i = 0; i < s->filter_count; i++)
    if (BPF_CLASS(filter[i].code) == BPF_JMP && filter[i].k == TENUTO_OWN_PROCESS)
      filter[i].k = own;
  struct sock_fprog program = {(unsigned short)s->filter_count, filter};
  // The mitigation that the flag leaves out protects data of the same process, at a cost to DSP.
  long result =
      raw(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
  if (result == -EINVAL) result = raw(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  return note_program(s, result);
}

static long high(int descriptor) {
  return raw(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);
}

// Puts the passed descriptors in their places; through high numbers, since a source may already
// stand in the place of another.
static long place_descriptors(const spawn *s, int *ruleset) {
  const tenuto_launch *launch = s->launch;
  long null = raw(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY | O_CLOEXEC);
  const int sources[] = {
      null < 0 ? -1 : (int)null, launch->output, launch->output, launch->control, launch->events,
      s->sandbox->executable};
  const int places[] = {0, 1, 2, TENUTO_CONTROL_DESCRIPTOR, TENUTO_EVENTS_DESCRIPTOR,
                        TENUTO_EXECUTABLE_DESCRIPTOR};
  enum { COUNT = sizeof places / sizeof *places };
  long moved[COUNT];
  for (int i = 0; i < COUNT; i++)
    if ((moved[i] = high(sources[i])) < 0) return moved[i];
  if (*ruleset >= 0 && (*ruleset = (int)high(*ruleset)) < 0) return *ruleset;
  for (int i = 0; i < COUNT; i++) {
    long result = raw(SYS_dup3, moved[i], places[i], i == COUNT - 1 ? O_CLOEXEC : 0);
    if (result < 0) return result;
  }
  return raw(SYS_close_range, TENUTO_EVENTS_DESCRIPTOR + 1, ~0u, 4 /* CLOEXEC */);
}

static long settle(const spawn *s, int *ruleset) {
  struct sched_param normal = {0};
  long result;
  if ((result = raw(SYS_setsid)) < 0) return result;
  if ((result = place_descriptors(s, ruleset)) < 0) return result;
  // Realtime priority is given from outside, after the start.
  return raw(SYS_sched_setscheduler, 0, SCHED_OTHER, &normal);
}

// Confines the calling process and turns it into the extension; returns if that failed.
static int become_extension(spawn *s) {
  int ruleset = s->sandbox->ruleset;
  long result = settle(s, &ruleset);
  if (result < 0) return fail(s, result);
  raw(SYS_chdir, "/");
  if (is_wanted(s, TENUTO_LIMITS) && note(s, TENUTO_LIMITS, set_limits(s)) < 0) return -1;
  if (take_privileges(s) < 0) return -1;
  if (restrict_files(s, ruleset) < 0) return -1;
  if (restrict_calls(s) < 0) return -1;
  result = raw(
      SYS_execveat, TENUTO_EXECUTABLE_DESCRIPTOR, "", s->launch->arguments,
      s->launch->environment, AT_EMPTY_PATH);
  return fail(s, result);
}

// MARK: Another user

static long change_user(uid_t user) {
  long result = raw(SYS_setgroups, 0, NULL);
  if (result >= 0) result = raw(SYS_setresgid, user, user, user);
  if (result >= 0) result = raw(SYS_setresuid, user, user, user);
  return result;
}

static int become_other_user(spawn *s) {
  if (!is_wanted(s, TENUTO_OTHER_USER)) return 0;
  return note(s, TENUTO_OTHER_USER, change_user(s->sandbox->other_user));
}

// MARK: The first process of the namespaces

static void unshare_rest(spawn *s) {
  const int rest[][2] = {
      {TENUTO_NETWORK_NAMESPACE, CLONE_NEWNET}, {TENUTO_IPC_NAMESPACE, CLONE_NEWIPC},
      {TENUTO_NAME_NAMESPACE, CLONE_NEWUTS}, {TENUTO_CGROUP_NAMESPACE, CLONE_NEWCGROUP}};
  for (unsigned i = 0; i < sizeof rest / sizeof *rest; i++)
    if (is_wanted(s, rest[i][0])) note(s, rest[i][0], raw(SYS_unshare, rest[i][1]));
}

// A /proc that shows the extension alone. Its files are not those that the host's ruleset names.
static long mount_proc(const spawn *s) {
  long result = raw(SYS_mount, NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
  if (result < 0) return result;
  result = raw(SYS_mount, "proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
  if (result < 0 || s->sandbox->ruleset < 0) return result;
  long folder = raw(SYS_openat, AT_FDCWD, "/proc", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return folder;
  landlock_path rule = {s->sandbox->proc_access, (int32_t)folder};
  result = raw(LANDLOCK_ADD_RULE, s->sandbox->ruleset, LANDLOCK_PATH_BENEATH, &rule, 0);
  raw(SYS_close, folder);
  return result;
}

// Only where the file is the namespace's own: before Linux 6.14 it was the whole machine's, which
// an own user namespace and a user that is not root keep from being written.
static void limit_processes(spawn *s) {
  if (!is_wanted(s, TENUTO_PROCESS_LIMIT)) return;
  int is_safe = is_in_force(s, TENUTO_USER_NAMESPACE) && is_in_force(s, TENUTO_FRESH_PROC) &&
                (is_in_force(s, TENUTO_OTHER_USER) || raw(SYS_getuid) != 0);
  long file = is_safe ? raw(SYS_openat, AT_FDCWD, "/proc/sys/kernel/pid_max", O_WRONLY | O_CLOEXEC)
                      : -EPERM;
  long result = file < 0 ? file : raw(SYS_write, file, PROCESS_IDS, sizeof PROCESS_IDS - 1);
  if (file >= 0) raw(SYS_close, file);
  note(s, TENUTO_PROCESS_LIMIT, result);
}

static int run_extension(void *argument) {
  spawn *s = argument;
  raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  // The host asks this pipe for the id of its owner, and gets it in terms of its own namespace.
  raw(SYS_fcntl, s->report_writer, F_SETOWN, raw(SYS_getpid));
  become_extension(s);
  raw(SYS_exit_group, 127);
  return 0;
}

// Keeps the report and the reaper; nothing else of the host's.
static long keep_report(const spawn *s, int *reaper) {
  long report = high(s->report_writer);
  long file = high(*reaper);
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
  // What the machine refuses here it has refused to the extension, which was noted.
  drop_capabilities();
  raw(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1);
  raw(SYS_chdir, "/");
  raw(SYS_setsid);
  if (result >= 0) result = raw(SYS_execveat, reaper, "", none, none + 1, AT_EMPTY_PATH);
  fail(s, result);
}

// Whether the host went before this process asked to die with it.
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
  if (is_own && (wait_for_map(s) < 0 || become_other_user(s) < 0)) return -1;
  unshare_rest(s);
  if (is_wanted(s, TENUTO_FRESH_PROC)) note(s, TENUTO_FRESH_PROC, mount_proc(s));
  if (!is_own && become_other_user(s) < 0) return -1;
  limit_processes(s);
  // After the change of the user, which would undo it.
  raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  return is_host_gone(s) ? fail(s, -ESRCH) : 0;
}

static int run_first(void *argument) {
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

// MARK: The starter

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

// One id, itself onto itself. Written from outside: a first process of another user could not.
static long write_maps(const spawn *s, pid_t process) {
  int is_other = is_wanted(s, TENUTO_OTHER_USER);
  uid_t user = is_other ? s->sandbox->other_user : (uid_t)raw(SYS_geteuid);
  gid_t group = is_other ? s->sandbox->other_user : (gid_t)raw(SYS_getegid);
  long result = 0;
  // The other user gives up the groups of root, which needs the call.
  if (!is_other) result = write_proc(process, "/setgroups", "deny", 4);
  if (result >= 0) result = write_map(process, "/uid_map", user);
  if (result >= 0) result = write_map(process, "/gid_map", group);
  return result;
}

static int start_first(spawn *s, int flags) {
  s->first_is_here = 1;
  int first = clone(
      run_first, s->first_stack,
      flags | CLONE_VM | CLONE_PARENT | CLONE_CHILD_CLEARTID | SIGCHLD, s, NULL, NULL,
      &s->first_is_here);
  return first < 0 ? -errno : first;
}

// Waits until the first process has memory of its own, or is gone.
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

// Gives the first process its user, or does without namespaces where that is refused.
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

// Root of a container without user namespaces may still have the others.
static int start_privileged(spawn *s) {
  note_namespaces(s, 0, 0);
  int first = start_first(s, CLONE_NEWNS | CLONE_NEWPID);
  if (first < 0)
    note_namespaces(s, 0, first);
  else
    wait_for_first(s);
  return first;
}

// Starts the extension in namespaces; -1 where there are none to be had.
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

// Signal dispositions that a shell left ignored would stay so in the extension.
static void reset_signals(void) {
  for (int number = 1; number < 32; number++)
    if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

// Descriptors above the usual limit must be possible until the extension has its own limit.
static void raise_descriptor_limit(void) {
  uint64_t limit[2];
  if (raw(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, limit) < 0) return;
  limit[0] = limit[1];
  raw(SYS_prlimit64, 0, RLIMIT_NOFILE, limit, NULL);
}

static int run_starter(void *argument) {
  spawn *s = argument;
  reset_signals();
  raise_descriptor_limit();
  raw(SYS_close, s->report_reader);
  raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (raw(SYS_getppid) != s->host) raw(SYS_exit_group, 127);
  if (start_in_namespaces(s) == 0) raw(SYS_exit_group, 0);
  if (become_other_user(s) == 0) {
    raw(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    become_extension(s);
  }
  raw(SYS_exit_group, 127);
  return 0;
}

// MARK: The host

static int run(spawn *s, int *starter) {
  void *stacks = mmap(
      NULL, 3 * STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1,
      0);
  if (stacks == MAP_FAILED) return errno;
  s->first_stack = (char *)stacks + 2 * STACK_BYTES;
  s->extension_stack = (char *)stacks + 3 * STACK_BYTES;
  // A change of the user in a process that shares our memory changes who may look into it.
  int dumpable = prctl(PR_GET_DUMPABLE);
  // No handler of ours may run in a child while it shares our memory.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  *starter = clone(
      run_starter, (char *)stacks + STACK_BYTES, CLONE_VM | CLONE_VFORK | SIGCHLD, s);
  int error = *starter < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (dumpable == 1) prctl(PR_SET_DUMPABLE, 1);
  munmap(stacks, 3 * STACK_BYTES);
  return error;
}

// Finds out who the extension is, and how it can be held.
static int take_hold(spawn *s, int starter) {
  tenuto_sandbox *sandbox = s->sandbox;
  int is_first = sandbox->child > 0;
  if (s->abandoned) waitpid(s->abandoned, NULL, 0);
  if (is_first) {
    waitpid(starter, NULL, 0);
    sandbox->identifier = fcntl(s->report_writer, F_GETOWN);
    // One that has ended already has no number any more.
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
    const tenuto_launch *launch, tenuto_sandbox *sandbox, void *filter, size_t filter_count) {
  spawn s = {
      .launch = launch,
      .sandbox = sandbox,
      .filter = filter,
      .filter_count = filter_count,
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
