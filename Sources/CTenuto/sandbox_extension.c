// The extension's process, from the start to its exec: it confines itself.
#define _GNU_SOURCE
#include "sandbox_spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include "sandbox_calls.h"
#include "sandbox_landlock.h"

// Descriptors that are moved away get numbers above the executable's.
#define HIGH_DESCRIPTOR (TENUTO_EXECUTABLE_DESCRIPTOR + 1)

#define STACK_LIMIT (8ull << 20)

static int set_limit(int resource, uint64_t soft, uint64_t hard) {
  uint64_t before[2], limit[2] = {soft, hard};
  long result = raw(SYS_prlimit64, 0, resource, NULL, before);
  if (result < 0) return (int)result;
  // Never above the host's own limits: raising them needs privileges.
  for (int i = 0; i < 2; i++)
    if (limit[i] > before[1]) limit[i] = before[1];
  return (int)raw(SYS_prlimit64, 0, resource, limit, NULL);
}

static int set_limits(const spawn *s) {
  const tenuto_limits *l = &s->sandbox->limits;
  const uint64_t limits[][3] = {
      {RLIMIT_CORE, 0, 0},
      {RLIMIT_DATA, l->data, l->data},
      // Memory that grows downwards does not count as data.
      {RLIMIT_STACK, STACK_LIMIT, STACK_LIMIT},
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
  // Without a user namespace it would count all processes of the user.
  if (!is_in_force(s, TENUTO_USER_NAMESPACE)) return 0;
  return set_limit(RLIMIT_NPROC, l->processes, l->processes);
}

int tenuto_drop_capabilities(void) {
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
      note(s, TENUTO_NO_CAPABILITIES, tenuto_drop_capabilities()) < 0)
    return -1;
  if (is_wanted(s, TENUTO_NO_NEW_PRIVILEGES) &&
      note(s, TENUTO_NO_NEW_PRIVILEGES, raw(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1)) < 0)
    return -1;
  // PR_SET_DUMPABLE stays 1, so that authors can attach a debugger to their extension. Another
  // extension cannot: it may not use ptrace, and has other namespaces.
  return 0;
}

static int restrict_files(spawn *s, int ruleset) {
  if (!is_wanted(s, TENUTO_LANDLOCK)) return 0;
  return note(s, TENUTO_LANDLOCK, raw(LANDLOCK_RESTRICT_SELF, ruleset, 0));
}

// PR_SET_MDWE would apply to the memory, and so to the host that shares it; the seccomp program
// denies the same calls.
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
  // The mitigation that the flag omits protects data of the same process, at a cost to DSP.
  long result =
      raw(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
  if (result == -EINVAL) result = raw(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  return note_program(s, result);
}

long tenuto_move_descriptor(int descriptor) {
  return raw(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);
}

// Moves the passed descriptors to their numbers, through high numbers, since a source may already
// have another's number.
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
    if ((moved[i] = tenuto_move_descriptor(sources[i])) < 0) return moved[i];
  if (*ruleset >= 0 && (*ruleset = (int)tenuto_move_descriptor(*ruleset)) < 0) return *ruleset;
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
  // Realtime priority is set from outside, after the start.
  return raw(SYS_sched_setscheduler, 0, SCHED_OTHER, &normal);
}

int tenuto_become_extension(spawn *s) {
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
