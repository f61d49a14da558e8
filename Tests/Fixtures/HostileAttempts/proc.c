// What /proc tells of the host and of the machine.
#define _GNU_SOURCE
#include "attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

ATTEMPT("read /proc/HOST/environ", LANDLOCK) {
  return read_of_host("environ");
}

ATTEMPT("read /proc/HOST/mem", LANDLOCK) {
  return read_of_host("mem");
}

ATTEMPT("read /proc/HOST/maps", LANDLOCK) {
  return read_of_host("maps");
}

ATTEMPT("read /proc/HOST/fd/0", LANDLOCK) {
  return read_of_host("fd/0");
}

ATTEMPT("read /proc/HOST/cwd", LANDLOCK) {
  char p[64];
  snprintf(p, sizeof p, "/proc/%d/cwd", test_host());
  return open(p, O_RDONLY);
}

ATTEMPT("read /proc/HOST/root/etc/passwd", LANDLOCK) {
  return read_of_host("root/etc/passwd");
}

ATTEMPT("read /proc/HOST/auxv", LANDLOCK) {
  return read_of_host("auxv");
}

ATTEMPT("read environ of the parent", LANDLOCK) {
  char p[64];
  snprintf(p, sizeof p, "/proc/%d/environ", getppid());
  return getppid() == 0 ? as_errno(ESRCH) : read_file(p);
}

ATTEMPT("write own memory through /proc", LANDLOCK) {
  int f = open("/proc/self/mem", O_RDWR);
  return f < 0 ? -1 : 0;
}

ATTEMPT("write oom_score_adj", LANDLOCK) {
  return open("/proc/self/oom_score_adj", O_WRONLY);
}

ATTEMPT("write sysctl core_pattern", LANDLOCK) {
  return open("/proc/sys/kernel/core_pattern", O_WRONLY);
}

ATTEMPT("write sysctl pid_max", LANDLOCK) {
  return open("/proc/sys/kernel/pid_max", O_WRONLY);
}

ATTEMPT("write sysrq", LANDLOCK) {
  return open("/proc/sysrq-trigger", O_WRONLY);
}

ATTEMPT("write uid_map", LANDLOCK) {
  return open("/proc/self/uid_map", O_WRONLY);
}

ATTEMPT("mounts of the machine", USERS) { return read_file("/proc/self/mountinfo"); }

ATTEMPT("mounts, as in /etc/mtab", FRESH_PROC) { return read_file("/proc/mounts"); }

ATTEMPT("mounts of the thread", USERS) { return read_file("/proc/thread-self/mountinfo"); }

ATTEMPT("counters of mounts", USERS) { return read_file("/proc/self/mountstats"); }

ATTEMPT("keys of the user", FRESH_PROC) { return read_file("/proc/keys"); }

ATTEMPT("users that have keys", FRESH_PROC) { return read_file("/proc/key-users"); }

ATTEMPT("command line of the kernel", FRESH_PROC) { return read_file("/proc/cmdline"); }

ATTEMPT("version of the kernel in /proc", FRESH_PROC) { return read_file("/proc/version"); }

ATTEMPT("configuration of the kernel", FRESH_PROC) { return read_file("/proc/config.gz"); }

ATTEMPT("symbols of the kernel", FRESH_PROC) { return read_file("/proc/kallsyms"); }

ATTEMPT("modules of the kernel", FRESH_PROC) { return read_file("/proc/modules"); }

ATTEMPT("interrupts", FRESH_PROC) { return read_file("/proc/interrupts"); }

ATTEMPT("load of the machine", FRESH_PROC) { return read_file("/proc/loadavg"); }

ATTEMPT("time used by all", FRESH_PROC) { return read_file("/proc/stat"); }

ATTEMPT("memory of the machine in /proc", FRESH_PROC) { return read_file("/proc/meminfo"); }

ATTEMPT("partitions", FRESH_PROC) { return read_file("/proc/partitions"); }

ATTEMPT("counters of disks", FRESH_PROC) { return read_file("/proc/diskstats"); }

ATTEMPT("swap space", FRESH_PROC) { return read_file("/proc/swaps"); }

ATTEMPT("locks of all", FRESH_PROC) { return read_file("/proc/locks"); }

ATTEMPT("file systems", FRESH_PROC) { return read_file("/proc/filesystems"); }

ATTEMPT("sound cards", FRESH_PROC) { return read_file("/proc/asound/cards"); }

ATTEMPT("System V objects", FRESH_PROC) { return read_file("/proc/sysvipc/shm"); }

ATTEMPT("identity of this start of the machine", FRESH_PROC) {
  return read_file("/proc/sys/kernel/random/boot_id");
}

ATTEMPT("name of the machine", FRESH_PROC) { return read_file("/proc/sys/kernel/hostname"); }

ATTEMPT("timers of all", FRESH_PROC) { return read_file("/proc/timer_list"); }

ATTEMPT("pressure on the machine", FRESH_PROC) { return read_file("/proc/pressure/cpu"); }

ATTEMPT("first process of the namespace", FRESH_PROC) { return read_file("/proc/1/stat"); }

ATTEMPT("list of processes", PROCESSES) { return read_of_host("stat"); }

ATTEMPT("threads of the host", PROCESSES) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", test_host());
  return open(path, O_RDONLY | O_DIRECTORY);
}
