// Rights, namespaces, and what only an administrator may do.
#define _GNU_SOURCE
#include "attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

ATTEMPT("become another user", SECCOMP) {
  return setresuid(1, 1, 1);
}

ATTEMPT("become root", SECCOMP) {
  return setuid(0) < 0 || getuid() ? -1 : 0;
}

ATTEMPT("become another group", SECCOMP) {
  return setresgid(1, 1, 1);
}

ATTEMPT("groups", SECCOMP) {
  return setgroups(0, NULL);
}

ATTEMPT("capabilities", SECCOMP) {
  struct { uint32_t v; int p; } h = {0x20080522, 0};
  uint32_t d[6] = {1, 1, 1, 0, 0, 0};
  return syscall(SYS_capset, &h, d);
}

ATTEMPT("ambient capability", SECCOMP) {
  return prctl(47, 2, 0, 0, 0);
}

ATTEMPT("lift seccomp", SECCOMP) {
  return prctl(PR_SET_SECCOMP, 0, 0, 0, 0);
}

ATTEMPT("add a seccomp filter", SECCOMP) {
  return syscall(SYS_seccomp, 1, 0, NULL);
}

ATTEMPT("survive the host", SECCOMP) {
  return prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
}

ATTEMPT("become a subreaper", SECCOMP) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

ATTEMPT("unshare namespaces", SECCOMP) {
  return unshare(CLONE_NEWUSER);
}

ATTEMPT("enter namespaces", SECCOMP) {
  int f = open("/proc/self/ns/net", O_RDONLY);
  return setns(f, 0);
}

ATTEMPT("mount", SECCOMP) {
  return mount("none", "/tmp", "tmpfs", 0, NULL);
}

ATTEMPT("unmount", SECCOMP) {
  return umount2("/proc", MNT_DETACH);
}

ATTEMPT("new mount interface", SECCOMP) {
  return syscall(SYS_fsopen, "tmpfs", 0);
}

ATTEMPT("pivot root", SECCOMP) {
  return syscall(SYS_pivot_root, ".", ".");
}

ATTEMPT("chroot", SECCOMP) {
  return chroot("/proc");
}

ATTEMPT("bpf", SECCOMP) {
  union bpf_attr x = {0};
  return syscall(SYS_bpf, 0, &x, sizeof x);
}

ATTEMPT("io_uring", SECCOMP) {
  struct io_uring_params p = {0};
  return syscall(SYS_io_uring_setup, 4, &p);
}

ATTEMPT("userfaultfd", SECCOMP) {
  return syscall(SYS_userfaultfd, 1);
}

ATTEMPT("add key", SECCOMP) {
  return syscall(SYS_add_key, "user", "x", "x", 1, -2);
}

ATTEMPT("keyctl", SECCOMP) {
  return syscall(SYS_keyctl, 0, -2, 1);
}

ATTEMPT("perf", SECCOMP) {
  struct perf_event_attr x = {.size = sizeof x};
  return syscall(SYS_perf_event_open, &x, 0, -1, -1, 0);
}

ATTEMPT("load module", SECCOMP) {
  return syscall(SYS_init_module, "", 0, "");
}

ATTEMPT("kexec", SECCOMP) {
  return syscall(SYS_kexec_load, 0, 0, NULL, 0);
}

ATTEMPT("reboot", SECCOMP) {
  return syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0);
}

ATTEMPT("set time", SECCOMP) {
  struct timeval t = {0};
  return settimeofday(&t, NULL);
}

ATTEMPT("set clock", SECCOMP) {
  struct timespec t = {0};
  return clock_settime(CLOCK_REALTIME, &t);
}

ATTEMPT("set host name", SECCOMP) {
  return sethostname("x", 1);
}

ATTEMPT("swap", SECCOMP) {
  return syscall(SYS_swapoff, "/x");
}

ATTEMPT("kernel log", SECCOMP) {
  return syscall(SYS_syslog, 3, NULL, 0);
}

ATTEMPT("input into terminal", SECCOMP) {
  char c = 0;
  return ioctl(0, TIOCSTI, &c);
}

ATTEMPT("System V memory", SECCOMP) {
  return shmget(IPC_PRIVATE, 4096, 0600);
}

ATTEMPT("POSIX message queue", SECCOMP) {
  return syscall(SYS_mq_open, "/x", O_CREAT | O_RDWR, 0600, NULL);
}

ATTEMPT("file locks", SECCOMP) {
  struct flock l = {.l_type = F_RDLCK};
  return fcntl(3, F_SETLK, &l);
}

ATTEMPT("landlock of its own", SECCOMP) {
  return syscall(444, NULL, 0, 1);
}

static long option(int number, unsigned long value) {
  return unless_refused(prctl(number, value, 0, 0, 0));
}

static long call(long number) { return unless_refused(syscall(number, -1, 0, 0, 0, 0, 0)); }

ATTEMPT("core dumps", SECCOMP) { return option(PR_SET_DUMPABLE, 1); }
ATTEMPT("keep capabilities", SECCOMP) { return option(PR_SET_KEEPCAPS, 1); }
ATTEMPT("secure bits", SECCOMP) { return option(PR_SET_SECUREBITS, 0); }
ATTEMPT("let anybody trace it", SECCOMP) { return option(0x59616d61 /* PR_SET_PTRACER */, -1ul); }
ATTEMPT("layout of its memory", SECCOMP) { return option(PR_SET_MM, 1); }
ATTEMPT("speculation", SECCOMP) { return option(PR_SET_SPECULATION_CTRL, 0); }
ATTEMPT("share a core", SECCOMP) { return option(62 /* PR_SCHED_CORE */, 0); }
ATTEMPT("merge all memory", SECCOMP) { return option(67 /* PR_SET_MEMORY_MERGE */, 1); }
ATTEMPT("huge pages for all memory", SECCOMP) { return option(41 /* PR_SET_THP_DISABLE */, 0); }
ATTEMPT("catch calls of its own", SECCOMP) { return option(59 /* USER_DISPATCH */, 1); }
ATTEMPT("slack of timers", SECCOMP) { return option(PR_SET_TIMERSLACK, 1); }
ATTEMPT("memory errors", SECCOMP) { return option(PR_MCE_KILL, 0); }

ATTEMPT("a listener to its own calls", SECCOMP) {
  return unless_refused(syscall(SYS_seccomp, 1, 8 /* NEW_LISTENER */, NULL));
}

ATTEMPT("open_tree", SECCOMP) { return call(428); }
ATTEMPT("move_mount", SECCOMP) { return call(429); }
ATTEMPT("fsconfig", SECCOMP) { return call(431); }
ATTEMPT("fsmount", SECCOMP) { return call(432); }
ATTEMPT("fspick", SECCOMP) { return call(433); }
ATTEMPT("mount_setattr", SECCOMP) { return call(442); }
ATTEMPT("quotactl_fd", SECCOMP) { return call(443); }
ATTEMPT("landlock rule", SECCOMP) { return call(445); }
ATTEMPT("landlock restriction", SECCOMP) { return call(446); }
ATTEMPT("statmount", SECCOMP) { return call(457); }
ATTEMPT("listmount", SECCOMP) { return call(458); }
ATTEMPT("attributes of security modules", SECCOMP) { return call(459); }
ATTEMPT("list of security modules", SECCOMP) { return call(461); }
ATTEMPT("attributes of open trees", SECCOMP) { return call(467); }
ATTEMPT("a call that does not exist", SECCOMP) { return call(999); }
ATTEMPT("io_uring_enter", SECCOMP) { return call(426); }
ATTEMPT("io_uring_register", SECCOMP) { return call(427); }
ATTEMPT("request a key", SECCOMP) { return call(SYS_request_key); }
ATTEMPT("load module from a file", SECCOMP) { return call(SYS_finit_module); }
ATTEMPT("remove module", SECCOMP) { return call(SYS_delete_module); }
ATTEMPT("kexec from a file", SECCOMP) { return call(SYS_kexec_file_load); }
ATTEMPT("swap on", SECCOMP) { return call(SYS_swapon); }
ATTEMPT("adjust the clock", SECCOMP) { return call(SYS_adjtimex); }
ATTEMPT("adjust a clock", SECCOMP) { return call(SYS_clock_adjtime); }
ATTEMPT("accounting of processes", SECCOMP) { return call(SYS_acct); }
ATTEMPT("hang up the terminal", SECCOMP) { return call(SYS_vhangup); }
ATTEMPT("set domain name", SECCOMP) { return call(SYS_setdomainname); }
ATTEMPT("quota", SECCOMP) { return call(SYS_quotactl); }
ATTEMPT("mark for fanotify", SECCOMP) { return call(SYS_fanotify_mark); }
ATTEMPT("policy of memory", SECCOMP) { return call(SYS_set_mempolicy); }
ATTEMPT("POSIX queue, removed", SECCOMP) { return call(SYS_mq_unlink); }
ATTEMPT("System V queue", SECCOMP) { return call(SYS_msgget); }
ATTEMPT("System V semaphores", SECCOMP) { return call(SYS_semget); }
ATTEMPT("attach System V memory", SECCOMP) { return call(SYS_shmat); }
ATTEMPT("capabilities that it has", SECCOMP) { return call(SYS_capget); }
ATTEMPT("mask of files", SECCOMP) { return call(SYS_umask); }
#if defined(__x86_64__)
ATTEMPT("ports of devices", SECCOMP) { return call(SYS_ioperm); }
ATTEMPT("all ports of devices", SECCOMP) { return call(SYS_iopl); }
ATTEMPT("local descriptor table", SECCOMP) { return call(SYS_modify_ldt); }
ATTEMPT("a call of x32", SECCOMP) { return call(0x40000000 | SYS_getpid); }

ATTEMPT("a call of 32 bits", SECCOMP) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L /* getpid */) : "memory");
  return result < 0 ? -1 : 0;
}

ATTEMPT("registers that not all processors have", SECCOMP) {
  return unless_refused(syscall(SYS_arch_prctl, 0x1023 /* ARCH_REQ_XCOMP_PERM */, 18));
}
#endif
