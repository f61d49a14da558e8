// Ends the time in which an extension with libraries maps code.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "posix.h"

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#define LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(test, value, yes, no) BPF_JUMP(BPF_JMP | test | BPF_K, value, yes, no)
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)

void tenuto_seal_code(void) {
  // Without the host's program this is no sandbox, and its author's own business.
  if (prctl(PR_GET_SECCOMP) != SECCOMP_MODE_FILTER) return;
  struct sock_filter filter[] = {
      LOAD(arch),
      IF(BPF_JEQ, MACHINE, 0, 6),
      LOAD(nr),
      IF(BPF_JEQ, SYS_seccomp, 5, 0),
      IF(BPF_JEQ, SYS_mmap, 1, 0),
      IF(BPF_JEQ, SYS_mprotect, 0, 2),
      LOAD(args[2]),
      IF(BPF_JSET, PROT_EXEC, 1, 0),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  // Where the host's program maps no code at all it denies this too.
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, TENUTO_SEAL_FLAGS, &program);
}
