// The memory that it shares with the host.
#define _GNU_SOURCE
#include "attempts.h"
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

ATTEMPT("truncate audio memory", SECCOMP) {
  return ftruncate(test_memory(1), 0);
}

ATTEMPT("grow audio memory", SECCOMP) {
  return ftruncate(test_memory(1), 1 << 24);
}

ATTEMPT("truncate audio memory by path", SECCOMP) {
  char p[64];
  snprintf(p, sizeof p, "/proc/self/fd/%d", test_memory(1));
  return truncate(p, 0);
}

ATTEMPT("open audio memory with O_TRUNC", SECCOMP) {
  char p[64];
  snprintf(p, sizeof p, "/proc/self/fd/%d", test_memory(1));
  return open(p, O_RDWR | O_TRUNC);
}

ATTEMPT("open read-only audio memory to write", SECCOMP) {
  char p[64];
  snprintf(p, sizeof p, "/proc/self/fd/%d", test_memory(0));
  return open(p, O_RDWR);
}

ATTEMPT("punch a hole into audio memory", SECCOMP) {
  return fallocate(test_memory(1), 3, 0, 4096);
}

ATTEMPT("allocate audio memory", SECCOMP) {
  return fallocate(test_memory(1), 0, 0, 1 << 24);
}

ATTEMPT("remove pages of audio memory", SECCOMP) {
  return madvise(test_mapping(), 65536, MADV_REMOVE);
}

ATTEMPT("page out audio memory", SECCOMP) {
  return madvise(test_mapping(), 65536, 21);
}

ATTEMPT("truncate a copy of audio memory", SECCOMP) {
  return ftruncate(dup(test_memory(1)), 0);
}

ATTEMPT("write past the end of audio memory", SECCOMP) {
  signal(SIGXFSZ, SIG_IGN);
  return pwrite(test_memory(1), "x", 1, 1 << 23);
}

ATTEMPT("chmod audio memory", SECCOMP) {
  return fchmod(test_memory(1), 0777);
}

ATTEMPT("seal audio memory", SECCOMP) {
  return fcntl(test_memory(1), F_ADD_SEALS, F_SEAL_WRITE);
}

ATTEMPT("map read-only audio memory to write", SECCOMP) {
  void *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, test_memory(0), 0);
  return m == MAP_FAILED ? -1 : 0;
}

ATTEMPT("make read-only audio memory writable", SECCOMP) {
  void *m = mmap(NULL, 4096, PROT_READ, MAP_SHARED, test_memory(0), 0);
  return mprotect(m, 4096, PROT_READ | PROT_WRITE);
}

ATTEMPT("lease of audio memory", SECCOMP) {
  return fcntl(test_memory(0), F_SETLEASE, F_RDLCK);
}

ATTEMPT("lease of audio memory for writers", SECCOMP) {
  return fcntl(test_memory(1), F_SETLEASE, F_WRLCK);
}

ATTEMPT("lock of audio memory", SECCOMP) { return flock(test_memory(1), LOCK_EX | LOCK_NB); }

ATTEMPT("owner's lock of audio memory", SECCOMP) {
  struct flock lock = {.l_type = F_WRLCK};
  return fcntl(test_memory(1), F_OFD_SETLK, &lock);
}

ATTEMPT("signals at changes of audio memory", SECCOMP) {
  return unless_refused(fcntl(test_memory(1), F_NOTIFY, DN_MODIFY));
}

ATTEMPT("which pages of audio memory are there", SECCOMP) {
  unsigned char pages[16];
  return mincore((void *)test_readable_mapping(), 65536, pages);
}

ATTEMPT("which pages of a file are there", SECCOMP) {
  uint64_t range[2] = {0, 65536}, answer[5];
  return unless_refused(syscall(451 /* cachestat */, test_memory(0), range, answer, 0));
}

ATTEMPT("drop pages of audio memory from the cache", SECCOMP) {
  return as_errno(posix_fadvise(test_memory(0), 0, 65536, POSIX_FADV_DONTNEED));
}

ATTEMPT("lock audio memory as it is touched", SECCOMP) {
  return mlock2((void *)test_readable_mapping(), 65536, MLOCK_ONFAULT);
}

ATTEMPT("write audio memory back", SECCOMP) {
  return msync((void *)test_readable_mapping(), 65536, MS_SYNC);
}

// Each page of others is unmapped meanwhile.
ATTEMPT("huge pages for audio memory", SECCOMP) {
  return unless_refused(madvise((void *)test_readable_mapping(), 65536, MADV_HUGEPAGE));
}

ATTEMPT("collapse audio memory", SECCOMP) {
  return unless_refused(madvise(test_mapping(), 65536, 25 /* MADV_COLLAPSE */));
}

ATTEMPT("make audio memory cold", SECCOMP) { return madvise(test_mapping(), 65536, 20); }

ATTEMPT("merge equal pages", SECCOMP) {
  return unless_refused(madvise(test_mapping(), 65536, MADV_MERGEABLE));
}

ATTEMPT("poison audio memory", SECCOMP) {
  return unless_refused(madvise(test_mapping(), 4096, MADV_HWPOISON));
}

ATTEMPT("populate audio memory", SECCOMP) {
  return madvise(test_mapping(), 65536, 23 /* MADV_POPULATE_WRITE */);
}

ATTEMPT("leave audio memory behind by mremap", SECCOMP) {
  void *memory = mremap(test_mapping(), 65536, 65536, MREMAP_MAYMOVE | 4 /* DONTUNMAP */);
  return memory == MAP_FAILED ? unless_refused(-1) : 0;
}

ATTEMPT("move memory over other memory", SECCOMP) {
  void *from = test_mapping(), *to = test_mapping();
  return mremap(from, 65536, 65536, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED ? -1 : 0;
}

ATTEMPT("splice a pipe into audio memory", SECCOMP) {
  int ends[2];
  if (pipe(ends) < 0 || write(ends[1], "x", 1) < 0) return 0;
  return splice(ends[0], NULL, test_memory(1), NULL, 1, 0);
}

ATTEMPT("gift pages to a pipe", SECCOMP) {
  int ends[2];
  struct iovec part = {test_mapping(), 4096};
  return pipe(ends) < 0 ? 0 : vmsplice(ends[1], &part, 1, SPLICE_F_GIFT);
}

ATTEMPT("send a file into audio memory", SECCOMP) {
  return sendfile(test_memory(1), test_memory(0), NULL, 4096);
}

ATTEMPT("copy within audio memory", SECCOMP) {
  return unless_refused(copy_file_range(test_memory(0), NULL, test_memory(1), NULL, 4096, 0));
}

ATTEMPT("place audio memory on another node", SECCOMP) {
  unsigned long nodes = 1;
  return syscall(SYS_mbind, test_mapping(), 65536, 2, &nodes, 64, 2);
}

ATTEMPT("move all pages to another node", SECCOMP) {
  unsigned long nodes = 1;
  return unless_refused(syscall(SYS_migrate_pages, 0, 64, &nodes, &nodes));
}

ATTEMPT("interrupt all processors (membarrier)", SECCOMP) {
  return syscall(SYS_membarrier, 2 /* GLOBAL_EXPEDITED */, 0, 0);
}

ATTEMPT("wait for all processors (membarrier)", SECCOMP) {
  return syscall(SYS_membarrier, 1 /* GLOBAL */, 0, 0);
}
