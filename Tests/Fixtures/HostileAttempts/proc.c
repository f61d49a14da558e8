// Information in /proc about the host and the machine.
#define _GNU_SOURCE
#include "attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

TRY("read /proc/HOST/environ", LANDLOCK, read_file(path_of_host("environ")))
TRY("read /proc/HOST/mem", LANDLOCK, read_file(path_of_host("mem")))
TRY("read /proc/HOST/maps", LANDLOCK, read_file(path_of_host("maps")))
TRY("read /proc/HOST/fd/0", LANDLOCK, read_file(path_of_host("fd/0")))
TRY("read /proc/HOST/cwd", LANDLOCK, open(path_of_host("cwd"), O_RDONLY))
TRY("read /proc/HOST/root/etc/passwd", LANDLOCK, read_file(path_of_host("root/etc/passwd")))
TRY("read /proc/HOST/auxv", LANDLOCK, read_file(path_of_host("auxv")))

ATTEMPT("read environ of the parent", LANDLOCK) {
  char p[64];
  snprintf(p, sizeof p, "/proc/%d/environ", getppid());
  return getppid() == 0 ? as_errno(ESRCH) : read_file(p);
}

ATTEMPT("write own memory through /proc", LANDLOCK) {
  int f = open("/proc/self/mem", O_RDWR);
  return f < 0 ? -1 : 0;
}

TRY("write oom_score_adj", LANDLOCK, open("/proc/self/oom_score_adj", O_WRONLY))
TRY("write sysctl core_pattern", LANDLOCK, open("/proc/sys/kernel/core_pattern", O_WRONLY))
TRY("write sysctl pid_max", LANDLOCK, open("/proc/sys/kernel/pid_max", O_WRONLY))
TRY("write sysrq", LANDLOCK, open("/proc/sysrq-trigger", O_WRONLY))
TRY("write uid_map", LANDLOCK, open("/proc/self/uid_map", O_WRONLY))
TRY("mounts of the machine", USERS, read_file("/proc/self/mountinfo"))
TRY("mounts, as in /etc/mtab", FRESH_PROC, read_file("/proc/mounts"))
TRY("mounts of the thread", USERS, read_file("/proc/thread-self/mountinfo"))
TRY("counters of mounts", USERS, read_file("/proc/self/mountstats"))
TRY("keys of the user", FRESH_PROC, read_file("/proc/keys"))
TRY("users that have keys", FRESH_PROC, read_file("/proc/key-users"))
TRY("command line of the kernel", FRESH_PROC, read_file("/proc/cmdline"))
TRY("version of the kernel in /proc", FRESH_PROC, read_file("/proc/version"))
TRY("configuration of the kernel", FRESH_PROC, read_file("/proc/config.gz"))
TRY("symbols of the kernel", FRESH_PROC, read_file("/proc/kallsyms"))
TRY("modules of the kernel", FRESH_PROC, read_file("/proc/modules"))
TRY("interrupts", FRESH_PROC, read_file("/proc/interrupts"))
TRY("load of the machine", FRESH_PROC, read_file("/proc/loadavg"))
TRY("time used by all", FRESH_PROC, read_file("/proc/stat"))
TRY("memory of the machine in /proc", FRESH_PROC, read_file("/proc/meminfo"))
TRY("partitions", FRESH_PROC, read_file("/proc/partitions"))
TRY("counters of disks", FRESH_PROC, read_file("/proc/diskstats"))
TRY("swap space", FRESH_PROC, read_file("/proc/swaps"))
TRY("locks of all", FRESH_PROC, read_file("/proc/locks"))
TRY("file systems", FRESH_PROC, read_file("/proc/filesystems"))
TRY("sound cards", FRESH_PROC, read_file("/proc/asound/cards"))
TRY("System V objects", FRESH_PROC, read_file("/proc/sysvipc/shm"))
TRY("identity of this start of the machine", FRESH_PROC,
    read_file("/proc/sys/kernel/random/boot_id"))
TRY("name of the machine", FRESH_PROC, read_file("/proc/sys/kernel/hostname"))
TRY("timers of all", FRESH_PROC, read_file("/proc/timer_list"))
TRY("pressure on the machine", FRESH_PROC, read_file("/proc/pressure/cpu"))
TRY("first process of the namespace", FRESH_PROC, read_file("/proc/1/stat"))
TRY("list of processes", PROCESSES, read_file(path_of_host("stat")))
TRY("threads of the host", PROCESSES, open(path_of_host("task"), O_RDONLY | O_DIRECTORY))
