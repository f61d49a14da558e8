// Ends the phase in which an extension with libraries maps code, as a static function: each of the
// two SDKs has its own copy, since the one for C is built without any other library.
#pragma once
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "seal.h"

#if defined(__x86_64__)
#define SEAL_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define SEAL_MACHINE AUDIT_ARCH_AARCH64
#endif

#define SEAL_LOAD(field) \
  BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define SEAL_IF(test, value, yes, no) BPF_JUMP(BPF_JMP | test | BPF_K, value, yes, no)
#define SEAL_ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)

static inline void seal_code(void) {
  // Without the host's program there is no sandbox to complete.
  if (prctl(PR_GET_SECCOMP) != SECCOMP_MODE_FILTER) return;
  struct sock_filter filter[] = {
      SEAL_LOAD(arch),
      SEAL_IF(BPF_JEQ, SEAL_MACHINE, 0, 6),
      SEAL_LOAD(nr),
      SEAL_IF(BPF_JEQ, SYS_seccomp, 5, 0),
      SEAL_IF(BPF_JEQ, SYS_mmap, 1, 0),
      SEAL_IF(BPF_JEQ, SYS_mprotect, 0, 2),
      SEAL_LOAD(args[2]),
      SEAL_IF(BPF_JSET, PROT_EXEC, 1, 0),
      SEAL_ANSWER(SECCOMP_RET_ALLOW),
      SEAL_ANSWER(SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  // If the host's program forbids mapping code altogether, it denies this too.
  syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, TENUTO_SEAL_FLAGS, &program);
}
