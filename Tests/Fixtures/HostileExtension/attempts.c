// What a hostile extension may try. Each body is one attempt.
#define _GNU_SOURCE
#include "attempts.h"
#include <arpa/inet.h>
#include <errno.h>
#include <grp.h>
#include <stddef.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/io_uring.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static char *const no_words[] = {NULL};

static long read_file(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  return file < 0 ? -1 : read(file, &byte, 1);
}

static long write_file(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT, 0600);
  return file < 0 ? -1 : write(file, "x", 1);
}

static long read_of_host(const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", test_host(), name);
  return read_file(path);
}

// In a namespace of processes the host has no number here; then its parent's is tried.
static pid_t victim(void) { return kill(test_host(), 0) < 0 && errno == ESRCH ? 1 : test_host(); }

static long end_child(pid_t child) {
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return child;
}

static long run_program(const char *path) {
  char *const words[] = {(char *)path, NULL};
  return execve(path, words, no_words);  // exit code 0 of the program would look like a denial
}

static long connect_local(const char *name, size_t count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, name, count);
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  if (end < 0) return -1;
  return connect(end, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + count);
}

static long pass_descriptor(int end) {
  int passed = 2;
  char byte = 0, control[CMSG_SPACE(sizeof passed)] = {0};
  struct iovec part = {&byte, 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){CMSG_LEN(sizeof passed), SOL_SOCKET, SCM_RIGHTS};
  memcpy(CMSG_DATA(header), &passed, sizeof passed);
  return sendmsg(end, &message, MSG_NOSIGNAL);
}

// Not -1 but the error number is what pthread functions and the like return.
static long as_errno(int error) {
  errno = error;
  return error ? -1 : 0;
}

static long raise_limit(int resource) {
  struct rlimit limit;
  getrlimit(resource, &limit);
  if (limit.rlim_max == RLIM_INFINITY) return 0;
  limit.rlim_max = limit.rlim_cur = limit.rlim_max + 1;
  return setrlimit(resource, &limit);
}

// Whether code that was written into memory runs.
static long run_written(void *memory) {
  memcpy(memory, "\xc3", 1);
  ((void (*)(void))memory)();
  return 0;
}

static int new_thread_count;
static void *stay(void *nothing) {
  pause();
  return nothing;
}

static long attempt_1(void) {
  return read_file(test_path("secret"));
}

static long attempt_2(void) {
  int f = open(test_folder(), O_RDONLY | O_DIRECTORY); char b[512]; return f < 0 ? -1 : syscall(SYS_getdents64, f, b, sizeof b);
}

static long attempt_3(void) {
  return open("/", O_RDONLY | O_DIRECTORY);
}

static long attempt_4(void) {
  return open("/home", O_RDONLY | O_DIRECTORY);
}

static long attempt_5(void) {
  return read_file("/etc/passwd");
}

static long attempt_6(void) {
  return read_file("/etc/shadow");
}

static long attempt_7(void) {
  return read_file("/etc/hostname");
}

static long attempt_8(void) {
  return read_file("/etc/machine-id");
}

static long attempt_9(void) {
  return read_file("/proc/kcore");
}

static long attempt_10(void) {
  return read_file("/dev/mem");
}

static long attempt_11(void) {
  return read_file("/dev/kmsg");
}

static long attempt_12(void) {
  return read_file("/dev/tty");
}

static long attempt_13(void) {
  return read_file("/dev/zero");
}

static long attempt_14(void) {
  return read_file("/dev/vda");
}

static long attempt_15(void) {
  return read_file("/sys/kernel/uevent_seqnum");
}

static long attempt_16(void) {
  return write_file(test_path("written"));
}

static long attempt_17(void) {
  int f = open(test_path("secret"), O_WRONLY); return f < 0 ? -1 : write(f, "x", 1);
}

static long attempt_18(void) {
  return truncate(test_path("secret"), 0);
}

static long attempt_19(void) {
  return open(test_path("secret"), O_WRONLY | O_TRUNC);
}

static long attempt_20(void) {
  return write_file("/tmp/tenuto-hostile");
}

static long attempt_21(void) {
  return write_file("/dev/shm/tenuto-hostile");
}

static long attempt_22(void) {
  return open(test_folder(), O_TMPFILE | O_RDWR, 0600);
}

static long attempt_23(void) {
  return open("/proc/self/exe", O_WRONLY);
}

static long attempt_24(void) {
  return mkdir(test_path("folder"), 0700);
}

static long attempt_25(void) {
  return unlink(test_path("secret"));
}

static long attempt_26(void) {
  return rename(test_path("secret"), test_path("renamed"));
}

static long attempt_27(void) {
  return link(test_path("secret"), test_path("hard"));
}

static long attempt_28(void) {
  return symlink("/etc/shadow", test_path("soft"));
}

static long attempt_29(void) {
  return mkfifo(test_path("pipe"), 0600);
}

static long attempt_30(void) {
  return mknod(test_path("device"), S_IFCHR | 0600, 259);
}

static long attempt_31(void) {
  return chmod(test_path("secret"), 0777);
}

static long attempt_32(void) {
  return chown(test_path("secret"), 1, 1);
}

static long attempt_33(void) {
  return setxattr(test_path("secret"), "user.x", "x", 1, 0);
}

static long attempt_34(void) {
  return utimensat(AT_FDCWD, test_path("secret"), NULL, 0);
}

static long attempt_35(void) {
  int f = inotify_init1(0); return f < 0 ? -1 : inotify_add_watch(f, test_folder(), IN_ALL_EVENTS);
}

static long attempt_36(void) {
  return syscall(SYS_fanotify_init, 0, 0);
}

static long attempt_37(void) {
  return chdir(test_folder());
}

static long attempt_38(void) {
  return syscall(SYS_open_by_handle_at, AT_FDCWD, NULL, 0);
}

static long attempt_39(void) {
  return read_of_host("environ");
}

static long attempt_40(void) {
  return read_of_host("mem");
}

static long attempt_41(void) {
  return read_of_host("maps");
}

static long attempt_42(void) {
  return read_of_host("fd/0");
}

static long attempt_43(void) {
  char p[64]; snprintf(p, sizeof p, "/proc/%d/cwd", test_host()); return open(p, O_RDONLY);
}

static long attempt_44(void) {
  return read_of_host("root/etc/passwd");
}

static long attempt_45(void) {
  return read_of_host("auxv");
}

static long attempt_46(void) {
  char p[64]; snprintf(p, sizeof p, "/proc/%d/environ", getppid()); return getppid() == 0 ? as_errno(ESRCH) : read_file(p);
}

static long attempt_47(void) {
  int f = open("/proc/self/mem", O_RDWR); return f < 0 ? -1 : 0;
}

static long attempt_48(void) {
  return open("/proc/self/oom_score_adj", O_WRONLY);
}

static long attempt_49(void) {
  return open("/proc/sys/kernel/core_pattern", O_WRONLY);
}

static long attempt_50(void) {
  return open("/proc/sys/kernel/pid_max", O_WRONLY);
}

static long attempt_51(void) {
  return open("/proc/sysrq-trigger", O_WRONLY);
}

static long attempt_52(void) {
  return open("/proc/self/uid_map", O_WRONLY);
}

static long attempt_53(void) {
  return run_program("/bin/sh");
}

static long attempt_54(void) {
  return run_program("/proc/self/exe");
}

static long attempt_55(void) {
  return run_program("/lib64/ld-linux-x86-64.so.2");
}

static long attempt_56(void) {
  return syscall(SYS_execveat, AT_FDCWD, "/bin/true", no_words, no_words, 0);
}

static long attempt_57(void) {
  int f = open("/proc/self/exe", O_RDONLY); return syscall(SYS_execveat, f, "", no_words, no_words, AT_EMPTY_PATH);
}

static long attempt_58(void) {
  int f = open("/proc/self/exe", O_RDONLY); return dup2(f, 250) < 0 ? -1 : syscall(SYS_execveat, 250, "", no_words, no_words, AT_EMPTY_PATH);
}

static long attempt_59(void) {
  return memfd_create("x", 0);
}

static long attempt_60(void) {
  int f = memfd_create("x", MFD_CLOEXEC); if (f < 0) return -1; int g = open("/bin/true", O_RDONLY); char b[65536]; ssize_t n; while ((n = read(g, b, sizeof b)) > 0) if (write(f, b, n) < 0) return -1; return fexecve(f, no_words, no_words);
}

static long attempt_61(void) {
  void *m = mmap(NULL, 4096, 7, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); return m == MAP_FAILED ? -1 : run_written(m);
}

static long attempt_62(void) {
  void *m = mmap(NULL, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); memset(m, 0xc3, 16); return mprotect(m, 4096, 5) < 0 ? -1 : run_written(m);
}

static long attempt_63(void) {
  char b[64]; void *p = (void *)((uintptr_t)b & ~4095ul); return mprotect(p, 4096, 7);
}

static long attempt_64(void) {
  void *m = mmap(NULL, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); return syscall(SYS_pkey_mprotect, m, 4096, 7, -1);
}

static long attempt_65(void) {
  return prctl(65, 0, 0, 0, 0) < 0 ? -1 : mprotect(mmap(NULL, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096, 5);
}

static long attempt_66(void) {
  return syscall(SYS_personality, 0x0400000);
}

static long attempt_67(void) {
  return socket(AF_INET, SOCK_STREAM, 0);
}

static long attempt_68(void) {
  return socket(AF_INET, SOCK_DGRAM, 0);
}

static long attempt_69(void) {
  return socket(AF_INET6, SOCK_STREAM, 0);
}

static long attempt_70(void) {
  return socket(AF_INET, SOCK_RAW, 0);
}

static long attempt_71(void) {
  return socket(AF_PACKET, SOCK_RAW, 0);
}

static long attempt_72(void) {
  return socket(AF_NETLINK, SOCK_RAW, 0);
}

static long attempt_73(void) {
  return socket(AF_UNIX, SOCK_STREAM, 0);
}

static long attempt_74(void) {
  return socket(AF_UNIX, SOCK_DGRAM, 0);
}

static long attempt_75(void) {
  return socket(40, SOCK_STREAM, 0);
}

static long attempt_76(void) {
  return socket(31, SOCK_RAW, 0);
}

static long attempt_77(void) {
  return socket(38, SOCK_SEQPACKET, 0);
}

static long attempt_78(void) {
  return socket(30, SOCK_STREAM, 0);
}

static long attempt_79(void) {
  return socket(15, SOCK_RAW, 0);
}

static long attempt_80(void) {
  return socket(29, SOCK_RAW, 0);
}

static long attempt_81(void) {
  return socket(44, SOCK_RAW, 0);
}

static long attempt_82(void) {
  return socket(AF_INET, SOCK_STREAM, 262);
}

static long attempt_83(void) {
  int ends[2]; return socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
}

static long attempt_84(void) {
  return connect_local("/run/dbus/system_bus_socket", 28);
}

static long attempt_85(void) {
  return connect_local("\0/tmp/.X11-unix/X0", 18);
}

static long attempt_86(void) {
  return connect_local("/run/user/0/pipewire-0", 23);
}

static long attempt_87(void) {
  struct sockaddr_un n = {.sun_family = AF_UNIX, .sun_path = "\0tenuto-hostile"}; int s = socket(AF_UNIX, SOCK_STREAM, 0); return s < 0 ? -1 : bind(s, (struct sockaddr *)&n, 16);
}

static long attempt_88(void) {
  return pass_descriptor(3);
}

static long attempt_89(void) {
  return pass_descriptor(4);
}

static long attempt_90(void) {
  return listen(3, 1);
}

static long attempt_91(void) {
  struct sockaddr none = {.sa_family = AF_UNSPEC}; return connect(3, &none, sizeof none);
}

static long attempt_92(void) {
  int one = 1; return setsockopt(3, SOL_SOCKET, 83, &one, sizeof one);
}

static long attempt_93(void) {
  return kill(victim(), SIGCONT);
}

static long attempt_94(void) {
  return kill(-1, SIGCONT);
}

static long attempt_95(void) {
  return kill(0, SIGCONT);
}

static long attempt_96(void) {
  return syscall(SYS_tgkill, victim(), victim(), SIGCONT);
}

static long attempt_97(void) {
  return syscall(SYS_tkill, victim(), SIGCONT);
}

static long attempt_98(void) {
  union sigval v = {0}; return sigqueue(victim(), SIGCONT, v);
}

static long attempt_99(void) {
  return fcntl(3, F_SETOWN, victim());
}

static long attempt_100(void) {
  return syscall(SYS_pidfd_open, victim(), 0);
}

static long attempt_101(void) {
  int f = syscall(SYS_pidfd_open, victim(), 0); return syscall(SYS_pidfd_getfd, f, 0, 0);
}

static long attempt_102(void) {
  return ptrace(PTRACE_ATTACH, victim(), 0, 0);
}

static long attempt_103(void) {
  return ptrace(PTRACE_TRACEME, 0, 0, 0);
}

static long attempt_104(void) {
  char b; struct iovec m = {&b, 1}; return process_vm_readv(victim(), &m, 1, &m, 1, 0);
}

static long attempt_105(void) {
  char b; struct iovec m = {&b, 1}; return process_vm_writev(victim(), &m, 1, &m, 1, 0);
}

static long attempt_106(void) {
  return syscall(SYS_kcmp, victim(), getpid(), 0, 0, 0);
}

static long attempt_107(void) {
  return syscall(SYS_process_madvise, 3, NULL, 0, 4, 0);
}

static long attempt_108(void) {
  return syscall(SYS_move_pages, victim(), 0, NULL, NULL, NULL, 0);
}

static long attempt_109(void) {
  struct rlimit l = {1, 1}; return prlimit(victim(), RLIMIT_NOFILE, &l, NULL);
}

static long attempt_110(void) {
  struct sched_param p = {0}; return sched_setscheduler(victim(), SCHED_OTHER, &p);
}

static long attempt_111(void) {
  cpu_set_t s; CPU_ZERO(&s); CPU_SET(0, &s); return sched_setaffinity(victim(), sizeof s, &s);
}

static long attempt_112(void) {
  struct sched_param p = {1}; return sched_setscheduler(0, SCHED_FIFO, &p);
}

static long attempt_113(void) {
  struct { uint32_t size, policy; uint64_t flags; int32_t nice; uint32_t priority; uint64_t run, end, period; } d = {48, 6, 0, 0, 0, 1000000, 2000000, 2000000}; return syscall(SYS_sched_setattr, 0, &d, 0);
}

static long attempt_114(void) {
  errno = 0; setpriority(PRIO_PROCESS, 0, -20); return getpriority(PRIO_PROCESS, 0) <= -20 ? 0 : -1;
}

static long attempt_115(void) {
  return syscall(SYS_ioprio_set, 1, 0, 1 << 13);
}

static long attempt_116(void) {
  return raise_limit(RLIMIT_RTPRIO);
}

static long attempt_117(void) {
  return raise_limit(RLIMIT_NOFILE);
}

static long attempt_118(void) {
  return raise_limit(RLIMIT_MEMLOCK);
}

static long attempt_119(void) {
  return raise_limit(RLIMIT_DATA);
}

static long attempt_120(void) {
  return raise_limit(RLIMIT_FSIZE);
}

static long attempt_121(void) {
  return raise_limit(RLIMIT_CORE);
}

static long attempt_122(void) {
  return end_child(fork());
}

static long attempt_123(void) {
  pid_t c = vfork(); if (c == 0) _exit(0); return c;
}

static long attempt_124(void) {
  return end_child(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
}

static long attempt_125(void) {
  uint64_t c[11] = {0}; c[4] = SIGCHLD; return end_child(syscall(SYS_clone3, c, sizeof c));
}

static long attempt_126(void) {
  return syscall(SYS_clone, 0x10000 | 0x800 | 0x100 | CLONE_NEWNET, malloc(65536) + 65536, 0, 0, 0);
}

static long attempt_127(void) {
  pid_t c = fork(); if (c == 0) { if (fork() == 0) sleep(60); _exit(0); } return c < 0 ? -1 : end_child(c);
}

static long attempt_128(void) {
  return setsid();
}

static long attempt_129(void) {
  return setpgid(0, 0);
}

static long attempt_130(void) {
  pthread_attr_t x; pthread_attr_init(&x); pthread_attr_setstacksize(&x, 16384); for (; new_thread_count < 1000; new_thread_count++) { pthread_t t; int e = pthread_create(&t, &x, stay, NULL); if (e) return as_errno(e); } return 0;
}

static long attempt_131(void) {
  int f = 0; for (int i = 0; i < 300 && f >= 0; i++) f = dup(0); return f;
}

static long attempt_132(void) {
  for (int i = 0; i < 1024; i++) { char *volatile p = malloc(1 << 20); if (!p) return -1; *p = 1; } return 0;
}

static long attempt_133(void) {
  return mmap(NULL, 1ul << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) == MAP_FAILED ? -1 : 0;
}

static long attempt_134(void) {
  return setresuid(1, 1, 1);
}

static long attempt_135(void) {
  return setuid(0) < 0 || getuid() ? -1 : 0;
}

static long attempt_136(void) {
  return setresgid(1, 1, 1);
}

static long attempt_137(void) {
  return setgroups(0, NULL);
}

static long attempt_138(void) {
  struct { uint32_t v; int p; } h = {0x20080522, 0}; uint32_t d[6] = {1, 1, 1, 0, 0, 0}; return syscall(SYS_capset, &h, d);
}

static long attempt_139(void) {
  return prctl(47, 2, 0, 0, 0);
}

static long attempt_140(void) {
  return prctl(PR_SET_SECCOMP, 0, 0, 0, 0);
}

static long attempt_141(void) {
  return syscall(SYS_seccomp, 1, 0, NULL);
}

static long attempt_142(void) {
  return prctl(PR_SET_PDEATHSIG, 0, 0, 0, 0);
}

static long attempt_143(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

static long attempt_144(void) {
  return unshare(CLONE_NEWUSER);
}

static long attempt_145(void) {
  int f = open("/proc/self/ns/net", O_RDONLY); return setns(f, 0);
}

static long attempt_146(void) {
  return mount("none", "/tmp", "tmpfs", 0, NULL);
}

static long attempt_147(void) {
  return umount2("/proc", MNT_DETACH);
}

static long attempt_148(void) {
  return syscall(SYS_fsopen, "tmpfs", 0);
}

static long attempt_149(void) {
  return syscall(SYS_pivot_root, ".", ".");
}

static long attempt_150(void) {
  return chroot("/proc");
}

static long attempt_151(void) {
  union bpf_attr x = {0}; return syscall(SYS_bpf, 0, &x, sizeof x);
}

static long attempt_152(void) {
  struct io_uring_params p = {0}; return syscall(SYS_io_uring_setup, 4, &p);
}

static long attempt_153(void) {
  return syscall(SYS_userfaultfd, 1);
}

static long attempt_154(void) {
  return syscall(SYS_add_key, "user", "x", "x", 1, -2);
}

static long attempt_155(void) {
  return syscall(SYS_keyctl, 0, -2, 1);
}

static long attempt_156(void) {
  struct perf_event_attr x = {.size = sizeof x}; return syscall(SYS_perf_event_open, &x, 0, -1, -1, 0);
}

static long attempt_157(void) {
  return syscall(SYS_init_module, "", 0, "");
}

static long attempt_158(void) {
  return syscall(SYS_kexec_load, 0, 0, NULL, 0);
}

static long attempt_159(void) {
  return syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0);
}

static long attempt_160(void) {
  struct timeval t = {0}; return settimeofday(&t, NULL);
}

static long attempt_161(void) {
  struct timespec t = {0}; return clock_settime(CLOCK_REALTIME, &t);
}

static long attempt_162(void) {
  return sethostname("x", 1);
}

static long attempt_163(void) {
  return syscall(SYS_swapoff, "/x");
}

static long attempt_164(void) {
  return syscall(SYS_syslog, 3, NULL, 0);
}

static long attempt_165(void) {
  char c = 0; return ioctl(0, TIOCSTI, &c);
}

static long attempt_166(void) {
  return shmget(IPC_PRIVATE, 4096, 0600);
}

static long attempt_167(void) {
  return syscall(SYS_mq_open, "/x", O_CREAT | O_RDWR, 0600, NULL);
}

static long attempt_168(void) {
  struct flock l = {.l_type = F_RDLCK}; return fcntl(3, F_SETLK, &l);
}

static long attempt_169(void) {
  return syscall(444, NULL, 0, 1);
}

static long attempt_170(void) {
  return mlockall(MCL_CURRENT | MCL_FUTURE);
}

static long attempt_171(void) {
  return ftruncate(test_memory(1), 0);
}

static long attempt_172(void) {
  return ftruncate(test_memory(1), 1 << 24);
}

static long attempt_173(void) {
  char p[64]; snprintf(p, sizeof p, "/proc/self/fd/%d", test_memory(1)); return truncate(p, 0);
}

static long attempt_174(void) {
  char p[64]; snprintf(p, sizeof p, "/proc/self/fd/%d", test_memory(1)); return open(p, O_RDWR | O_TRUNC);
}

static long attempt_175(void) {
  char p[64]; snprintf(p, sizeof p, "/proc/self/fd/%d", test_memory(0)); return open(p, O_RDWR);
}

static long attempt_176(void) {
  return fallocate(test_memory(1), 3, 0, 4096);
}

static long attempt_177(void) {
  return fallocate(test_memory(1), 0, 0, 1 << 24);
}

static long attempt_178(void) {
  return madvise(test_mapping(), 65536, MADV_REMOVE);
}

static long attempt_179(void) {
  return madvise(test_mapping(), 65536, 21);
}

static long attempt_180(void) {
  return ftruncate(dup(test_memory(1)), 0);
}

static long attempt_181(void) {
  signal(SIGXFSZ, SIG_IGN); return pwrite(test_memory(1), "x", 1, 1 << 23);
}

static long attempt_182(void) {
  return fchmod(test_memory(1), 0777);
}

static long attempt_183(void) {
  return fcntl(test_memory(1), F_ADD_SEALS, F_SEAL_WRITE);
}

static long attempt_184(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, test_memory(0), 0) == MAP_FAILED ? -1 : 0;
}

static long attempt_185(void) {
  void *m = mmap(NULL, 4096, PROT_READ, MAP_SHARED, test_memory(0), 0); return mprotect(m, 4096, PROT_READ | PROT_WRITE);
}

static long attempt_186(void) {
  return fcntl(test_memory(0), F_SETLEASE, F_RDLCK);
}

static long attempt_187(void) {
  void *memory =
      mmap(NULL, 65536, PROT_READ | PROT_EXEC, MAP_SHARED, test_memory(1), 0);
  return memory == MAP_FAILED ? -1 : 0;
}

const attempt attempts[] = {
    {"read secret of the user", attempt_1},
    {"list folder of the user", attempt_2},
    {"list root folder", attempt_3},
    {"list home folders", attempt_4},
    {"read /etc/passwd", attempt_5},
    {"read /etc/shadow", attempt_6},
    {"read /etc/hostname", attempt_7},
    {"read /etc/machine-id", attempt_8},
    {"read /proc/kcore", attempt_9},
    {"read /dev/mem", attempt_10},
    {"read /dev/kmsg", attempt_11},
    {"read /dev/tty", attempt_12},
    {"read /dev/zero", attempt_13},
    {"read memory of the machine's disk", attempt_14},
    {"read /sys", attempt_15},
    {"write file in folder", attempt_16},
    {"write over secret", attempt_17},
    {"truncate secret", attempt_18},
    {"open secret with O_TRUNC", attempt_19},
    {"write into /tmp", attempt_20},
    {"write into /dev/shm", attempt_21},
    {"make a nameless file", attempt_22},
    {"write own executable", attempt_23},
    {"make folder", attempt_24},
    {"remove file", attempt_25},
    {"rename file", attempt_26},
    {"hard link", attempt_27},
    {"symbolic link", attempt_28},
    {"make pipe with a name", attempt_29},
    {"make device", attempt_30},
    {"chmod", attempt_31},
    {"chown", attempt_32},
    {"set extended attribute", attempt_33},
    {"change times", attempt_34},
    {"watch folder with inotify", attempt_35},
    {"watch machine with fanotify", attempt_36},
    {"change working folder", attempt_37},
    {"open by handle", attempt_38},
    {"read /proc/HOST/environ", attempt_39},
    {"read /proc/HOST/mem", attempt_40},
    {"read /proc/HOST/maps", attempt_41},
    {"read /proc/HOST/fd/0", attempt_42},
    {"read /proc/HOST/cwd", attempt_43},
    {"read /proc/HOST/root/etc/passwd", attempt_44},
    {"read /proc/HOST/auxv", attempt_45},
    {"read environ of the parent", attempt_46},
    {"write own memory through /proc", attempt_47},
    {"write oom_score_adj", attempt_48},
    {"write sysctl core_pattern", attempt_49},
    {"write sysctl pid_max", attempt_50},
    {"write sysrq", attempt_51},
    {"write uid_map", attempt_52},
    {"exec /bin/sh", attempt_53},
    {"exec itself", attempt_54},
    {"exec the loader", attempt_55},
    {"exec with execveat", attempt_56},
    {"exec an open file", attempt_57},
    {"exec through the launch number", attempt_58},
    {"memory file", attempt_59},
    {"exec a memory file", attempt_60},
    {"map memory to write and run", attempt_61},
    {"make written memory run", attempt_62},
    {"make stack run", attempt_63},
    {"protection keys", attempt_64},
    {"turn write-execute back on", attempt_65},
    {"personality", attempt_66},
    {"socket TCP", attempt_67},
    {"socket UDP", attempt_68},
    {"socket TCP over IPv6", attempt_69},
    {"socket raw", attempt_70},
    {"socket packet", attempt_71},
    {"socket netlink", attempt_72},
    {"socket local stream", attempt_73},
    {"socket local datagram", attempt_74},
    {"socket VM", attempt_75},
    {"socket Bluetooth", attempt_76},
    {"socket ALG", attempt_77},
    {"socket TIPC", attempt_78},
    {"socket key", attempt_79},
    {"socket CAN", attempt_80},
    {"socket XDP", attempt_81},
    {"socket MPTCP", attempt_82},
    {"socket pair", attempt_83},
    {"connect to D-Bus", attempt_84},
    {"connect to X11", attempt_85},
    {"connect to PipeWire", attempt_86},
    {"bind abstract name", attempt_87},
    {"pass a descriptor to the host on the control socket", attempt_88},
    {"pass a descriptor to the host on the event socket", attempt_89},
    {"listen on the control socket", attempt_90},
    {"connect the control socket elsewhere", attempt_91},
    {"change options of the control socket", attempt_92},
    {"signal the host", attempt_93},
    {"signal everybody", attempt_94},
    {"signal a group", attempt_95},
    {"tgkill the host", attempt_96},
    {"tkill the host", attempt_97},
    {"queue a signal to the host", attempt_98},
    {"own the host by F_SETOWN", attempt_99},
    {"pidfd of the host", attempt_100},
    {"take a descriptor of the host", attempt_101},
    {"ptrace the host", attempt_102},
    {"ptrace itself by the host", attempt_103},
    {"read memory of the host", attempt_104},
    {"write memory of the host", attempt_105},
    {"compare with the host", attempt_106},
    {"memory advice for the host", attempt_107},
    {"move pages of the host", attempt_108},
    {"limits of the host", attempt_109},
    {"realtime priority of the host", attempt_110},
    {"affinity of the host", attempt_111},
    {"realtime priority for itself", attempt_112},
    {"deadline scheduling", attempt_113},
    {"raise nice", attempt_114},
    {"idle I/O class", attempt_115},
    {"raise limit RTPRIO", attempt_116},
    {"raise limit NOFILE", attempt_117},
    {"raise limit MEMLOCK", attempt_118},
    {"raise limit DATA", attempt_119},
    {"raise limit FSIZE", attempt_120},
    {"raise limit CORE", attempt_121},
    {"fork", attempt_122},
    {"vfork", attempt_123},
    {"clone", attempt_124},
    {"clone3", attempt_125},
    {"clone a thread into a namespace", attempt_126},
    {"double fork", attempt_127},
    {"new session", attempt_128},
    {"new process group", attempt_129},
    {"threads without bound", attempt_130},
    {"descriptors without bound", attempt_131},
    {"memory without bound", attempt_132},
    {"addresses without bound", attempt_133},
    {"become another user", attempt_134},
    {"become root", attempt_135},
    {"become another group", attempt_136},
    {"groups", attempt_137},
    {"capabilities", attempt_138},
    {"ambient capability", attempt_139},
    {"lift seccomp", attempt_140},
    {"add a seccomp filter", attempt_141},
    {"survive the host", attempt_142},
    {"become a subreaper", attempt_143},
    {"unshare namespaces", attempt_144},
    {"enter namespaces", attempt_145},
    {"mount", attempt_146},
    {"unmount", attempt_147},
    {"new mount interface", attempt_148},
    {"pivot root", attempt_149},
    {"chroot", attempt_150},
    {"bpf", attempt_151},
    {"io_uring", attempt_152},
    {"userfaultfd", attempt_153},
    {"add key", attempt_154},
    {"keyctl", attempt_155},
    {"perf", attempt_156},
    {"load module", attempt_157},
    {"kexec", attempt_158},
    {"reboot", attempt_159},
    {"set time", attempt_160},
    {"set clock", attempt_161},
    {"set host name", attempt_162},
    {"swap", attempt_163},
    {"kernel log", attempt_164},
    {"input into terminal", attempt_165},
    {"System V memory", attempt_166},
    {"POSIX message queue", attempt_167},
    {"file locks", attempt_168},
    {"landlock of its own", attempt_169},
    {"memory of all processes with mlockall", attempt_170},
    {"truncate audio memory", attempt_171},
    {"grow audio memory", attempt_172},
    {"truncate audio memory by path", attempt_173},
    {"open audio memory with O_TRUNC", attempt_174},
    {"open read-only audio memory to write", attempt_175},
    {"punch a hole into audio memory", attempt_176},
    {"allocate audio memory", attempt_177},
    {"remove pages of audio memory", attempt_178},
    {"page out audio memory", attempt_179},
    {"truncate a copy of audio memory", attempt_180},
    {"write past the end of audio memory", attempt_181},
    {"chmod audio memory", attempt_182},
    {"seal audio memory", attempt_183},
    {"map read-only audio memory to write", attempt_184},
    {"make read-only audio memory writable", attempt_185},
    {"lease of audio memory", attempt_186},
    {"map audio memory to run", attempt_187},
    {NULL, NULL},
};
