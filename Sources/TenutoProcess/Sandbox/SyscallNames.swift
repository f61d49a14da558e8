/// System calls by name: those that an extension needs, and those that only an attack makes.
///
/// Calls that depend on their arguments are in `SyscallFilter`.
enum SyscallNames {
  static let allowed = files + memory + threads + questions + waiting

  /// Landlock decides which files it may open.
  private static let files = [
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "close", "fstat",
    "newfstatat", "fstatat64", "statx", "stat", "lstat", "lseek", "openat", "open", "access",
    "faccessat", "faccessat2", "readlink", "readlinkat", "getdents64", "getcwd", "dup", "dup2",
    "dup3", "pipe", "pipe2", "sendmsg", "recvmsg", "sendto", "recvfrom", "shutdown",
    "close_range",
  ]

  private static let memory = ["brk", "munmap", "mlock", "munlock"]

  private static let threads = [
    "set_robust_list", "rseq", "set_tid_address", "exit", "exit_group", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "rt_sigtimedwait", "rt_sigsuspend",
    "rt_sigpending", "restart_syscall", "sched_yield",
  ]

  private static let questions = [
    "gettid", "getpid", "getppid", "getpgrp", "getuid", "geteuid", "getgid", "getegid",
    "getrandom", "uname", "sysinfo", "getrusage", "getrlimit", "times", "gettimeofday",
    "clock_gettime", "clock_getres", "time", "getcpu", "sched_getaffinity", "sched_getparam",
    "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min",
  ]

  private static let waiting = [
    "clock_nanosleep", "nanosleep", "pause", "poll", "ppoll", "select", "pselect6",
    "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd2",
    "signalfd4", "timerfd_create", "timerfd_settime", "timerfd_gettime",
  ]

  /// Allowed if the user has granted the network.
  static let network = [
    "connect", "bind", "listen", "accept4", "getsockname", "getpeername", "setsockopt",
  ]

  /// Allowed if the user has granted writing; never `ftruncate` and `fallocate`, which would also
  /// affect the memory that it shares with the host.
  static let writing = [
    "mkdir", "mkdirat", "rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir",
    "truncate", "fsync", "fdatasync", "msync", "flock", "utimensat",
  ]

  /// Calls that end the process.
  static let hostile = [
    "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kexec_load",
    "kexec_file_load", "init_module", "finit_module", "delete_module", "bpf", "mount", "umount2",
    "move_mount", "open_tree", "fsopen", "pivot_root", "chroot", "setns", "unshare",
    "userfaultfd", "perf_event_open", "keyctl", "add_key", "request_key", "io_uring_setup",
    "open_by_handle_at", "reboot", "swapon", "swapoff", "settimeofday", "clock_settime",
    "adjtimex", "clock_adjtime", "iopl", "ioperm", "quotactl", "syslog",
  ]
}
