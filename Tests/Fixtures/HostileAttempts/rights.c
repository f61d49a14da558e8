// Rights, namespaces, and an administrator's calls.
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

TRY("become another user", SECCOMP, setresuid(1, 1, 1))
TRY("become root", SECCOMP, setuid(0) < 0 || getuid() ? -1 : 0)
TRY("become another group", SECCOMP, setresgid(1, 1, 1))
TRY("groups", SECCOMP, setgroups(0, NULL))

ATTEMPT("capabilities", SECCOMP) {
  struct { uint32_t v; int p; } h = {0x20080522, 0};
  uint32_t d[6] = {1, 1, 1, 0, 0, 0};
  return syscall(SYS_capset, &h, d);
}

TRY("ambient capability", SECCOMP, prctl(47, 2, 0, 0, 0))
TRY("lift seccomp", SECCOMP, prctl(PR_SET_SECCOMP, 0, 0, 0, 0))
TRY("add a seccomp filter", SECCOMP, syscall(SYS_seccomp, 1, 0, NULL))
TRY("survive the host", SECCOMP, prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0))
TRY("become a subreaper", SECCOMP, prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
TRY("unshare namespaces", SECCOMP, unshare(CLONE_NEWUSER))

ATTEMPT("enter namespaces", SECCOMP) {
  int f = open("/proc/self/ns/net", O_RDONLY);
  return setns(f, 0);
}

TRY("mount", SECCOMP, mount("none", "/tmp", "tmpfs", 0, NULL))
TRY("unmount", SECCOMP, umount2("/proc", MNT_DETACH))
TRY("new mount interface", SECCOMP, syscall(SYS_fsopen, "tmpfs", 0))
TRY("pivot root", SECCOMP, syscall(SYS_pivot_root, ".", "."))
TRY("chroot", SECCOMP, chroot("/proc"))

ATTEMPT("bpf", SECCOMP) {
  union bpf_attr x = {0};
  return syscall(SYS_bpf, 0, &x, sizeof x);
}

ATTEMPT("io_uring", SECCOMP) {
  struct io_uring_params p = {0};
  return syscall(SYS_io_uring_setup, 4, &p);
}

TRY("userfaultfd", SECCOMP, syscall(SYS_userfaultfd, 1))
TRY("add key", SECCOMP, syscall(SYS_add_key, "user", "x", "x", 1, -2))
TRY("keyctl", SECCOMP, syscall(SYS_keyctl, 0, -2, 1))

ATTEMPT("perf", SECCOMP) {
  struct perf_event_attr x = {.size = sizeof x};
  return syscall(SYS_perf_event_open, &x, 0, -1, -1, 0);
}

TRY("load module", SECCOMP, syscall(SYS_init_module, "", 0, ""))
TRY("kexec", SECCOMP, syscall(SYS_kexec_load, 0, 0, NULL, 0))
TRY("reboot", SECCOMP, syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0))

ATTEMPT("set time", SECCOMP) {
  struct timeval t = {0};
  return settimeofday(&t, NULL);
}

ATTEMPT("set clock", SECCOMP) {
  struct timespec t = {0};
  return clock_settime(CLOCK_REALTIME, &t);
}

TRY("set host name", SECCOMP, sethostname("x", 1))
TRY("swap", SECCOMP, syscall(SYS_swapoff, "/x"))
TRY("kernel log", SECCOMP, syscall(SYS_syslog, 3, NULL, 0))

ATTEMPT("input into terminal", SECCOMP) {
  char c = 0;
  return ioctl(0, TIOCSTI, &c);
}

TRY("System V memory", SECCOMP, shmget(IPC_PRIVATE, 4096, 0600))
TRY("POSIX message queue", SECCOMP, syscall(SYS_mq_open, "/x", O_CREAT | O_RDWR, 0600, NULL))

ATTEMPT("file locks", SECCOMP) {
  struct flock l = {.l_type = F_RDLCK};
  return fcntl(3, F_SETLK, &l);
}

TRY("landlock of its own", SECCOMP, syscall(444, NULL, 0, 1))

static long option(int number, unsigned long value) {
  return unless_refused(prctl(number, value, 0, 0, 0));
}

static long call(long number) { return unless_refused(syscall(number, -1, 0, 0, 0, 0, 0)); }

TRY("core dumps", SECCOMP, option(PR_SET_DUMPABLE, 1))
TRY("keep capabilities", SECCOMP, option(PR_SET_KEEPCAPS, 1))
TRY("secure bits", SECCOMP, option(PR_SET_SECUREBITS, 0))
TRY("let anybody trace it", SECCOMP, option(0x59616d61 /* PR_SET_PTRACER */, -1ul))
TRY("layout of its memory", SECCOMP, option(PR_SET_MM, 1))
TRY("speculation", SECCOMP, option(PR_SET_SPECULATION_CTRL, 0))
TRY("share a core", SECCOMP, option(62 /* PR_SCHED_CORE */, 0))
TRY("merge all memory", SECCOMP, option(67 /* PR_SET_MEMORY_MERGE */, 1))
TRY("huge pages for all memory", SECCOMP, option(41 /* PR_SET_THP_DISABLE */, 0))
TRY("catch calls of its own", SECCOMP, option(59 /* USER_DISPATCH */, 1))
TRY("slack of timers", SECCOMP, option(PR_SET_TIMERSLACK, 1))
TRY("memory errors", SECCOMP, option(PR_MCE_KILL, 0))
TRY("a listener to its own calls", SECCOMP,
    unless_refused(syscall(SYS_seccomp, 1, 8 /* NEW_LISTENER */, NULL)))
TRY("open_tree", SECCOMP, call(428))
TRY("move_mount", SECCOMP, call(429))
TRY("fsconfig", SECCOMP, call(431))
TRY("fsmount", SECCOMP, call(432))
TRY("fspick", SECCOMP, call(433))
TRY("mount_setattr", SECCOMP, call(442))
TRY("quotactl_fd", SECCOMP, call(443))
TRY("landlock rule", SECCOMP, call(445))
TRY("landlock restriction", SECCOMP, call(446))
TRY("statmount", SECCOMP, call(457))
TRY("listmount", SECCOMP, call(458))
TRY("attributes of security modules", SECCOMP, call(459))
TRY("list of security modules", SECCOMP, call(461))
TRY("attributes of open trees", SECCOMP, call(467))
TRY("a call that does not exist", SECCOMP, call(999))
TRY("io_uring_enter", SECCOMP, call(426))
TRY("io_uring_register", SECCOMP, call(427))
TRY("request a key", SECCOMP, call(SYS_request_key))
TRY("load module from a file", SECCOMP, call(SYS_finit_module))
TRY("remove module", SECCOMP, call(SYS_delete_module))
TRY("kexec from a file", SECCOMP, call(SYS_kexec_file_load))
TRY("swap on", SECCOMP, call(SYS_swapon))
TRY("adjust the clock", SECCOMP, call(SYS_adjtimex))
TRY("adjust a clock", SECCOMP, call(SYS_clock_adjtime))
TRY("accounting of processes", SECCOMP, call(SYS_acct))
TRY("hang up the terminal", SECCOMP, call(SYS_vhangup))
TRY("set domain name", SECCOMP, call(SYS_setdomainname))
TRY("quota", SECCOMP, call(SYS_quotactl))
TRY("mark for fanotify", SECCOMP, call(SYS_fanotify_mark))
TRY("policy of memory", SECCOMP, call(SYS_set_mempolicy))
TRY("POSIX queue, removed", SECCOMP, call(SYS_mq_unlink))
TRY("System V queue", SECCOMP, call(SYS_msgget))
TRY("System V semaphores", SECCOMP, call(SYS_semget))
TRY("attach System V memory", SECCOMP, call(SYS_shmat))
TRY("capabilities that it has", SECCOMP, call(SYS_capget))
TRY("mask of files", SECCOMP, call(SYS_umask))
#if defined(__x86_64__)
TRY("ports of devices", SECCOMP, call(SYS_ioperm))
TRY("all ports of devices", SECCOMP, call(SYS_iopl))
TRY("local descriptor table", SECCOMP, call(SYS_modify_ldt))
TRY("a call of x32", SECCOMP, call(0x40000000 | SYS_getpid))

ATTEMPT("a call of 32 bits", SECCOMP) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L /* getpid */) : "memory");
  return result < 0 ? -1 : 0;
}

TRY("registers that not all processors have", SECCOMP,
    unless_refused(syscall(SYS_arch_prctl, 0x1023 /* ARCH_REQ_XCOMP_PERM */, 18)))
#endif
