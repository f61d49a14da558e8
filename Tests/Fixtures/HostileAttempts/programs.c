// Running another program.
#define _GNU_SOURCE
#include "attempts.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Exit code 0 of the program looks like a denial without a reason.
static long run_program(const char *path) {
  char *const words[] = {(char *)path, NULL};
  return execve(path, words, no_words);
}

TRY("exec /bin/sh", SECCOMP, run_program("/bin/sh"))
TRY("exec itself", SECCOMP, run_program("/proc/self/exe"))
TRY("exec the loader", SECCOMP, run_program("/lib64/ld-linux-x86-64.so.2"))
TRY("exec with execveat", SECCOMP,
    syscall(SYS_execveat, AT_FDCWD, "/bin/true", no_words, no_words, 0))

ATTEMPT("exec an open file", SECCOMP) {
  int f = open("/proc/self/exe", O_RDONLY);
  return syscall(SYS_execveat, f, "", no_words, no_words, AT_EMPTY_PATH);
}

ATTEMPT("exec through the launch number", SECCOMP) {
  int f = open("/proc/self/exe", O_RDONLY);
  return dup2(f, 250) < 0 ? -1 : syscall(SYS_execveat, 250, "", no_words, no_words, AT_EMPTY_PATH);
}

TRY("memory file", SECCOMP, memfd_create("x", 0))

ATTEMPT("exec a memory file", SECCOMP) {
  int f = memfd_create("x", MFD_CLOEXEC);
  if (f < 0) return -1;
  int g = open("/bin/true", O_RDONLY);
  char b[65536];
  ssize_t n;
  while ((n = read(g, b, sizeof b)) > 0) if (write(f, b, n) < 0) return -1;
  return fexecve(f, no_words, no_words);
}

TRY("exec a script", SECCOMP, run_program(test_path("secret")))
TRY("exec audio memory", SECCOMP, fexecve(test_memory(1), no_words, no_words))

ATTEMPT("ask whether an exec would work", SECCOMP) {
  return unless_refused(syscall(
      SYS_execveat, 0, "", no_words, no_words, AT_EMPTY_PATH | 0x10000 /* AT_EXECVE_CHECK */));
}
