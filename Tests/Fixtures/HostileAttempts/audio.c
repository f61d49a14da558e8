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

TRY("truncate audio memory", SECCOMP, ftruncate(test_memory(1), 0))
TRY("grow audio memory", SECCOMP, ftruncate(test_memory(1), 1 << 24))

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

TRY("punch a hole into audio memory", SECCOMP, fallocate(test_memory(1), 3, 0, 4096))
TRY("allocate audio memory", SECCOMP, fallocate(test_memory(1), 0, 0, 1 << 24))
TRY("remove pages of audio memory", SECCOMP, madvise(test_mapping(), 65536, MADV_REMOVE))
TRY("page out audio memory", SECCOMP, madvise(test_mapping(), 65536, 21))
TRY("truncate a copy of audio memory", SECCOMP, ftruncate(dup(test_memory(1)), 0))

ATTEMPT("write past the end of audio memory", SECCOMP) {
  signal(SIGXFSZ, SIG_IGN);
  return pwrite(test_memory(1), "x", 1, 1 << 23);
}

TRY("chmod audio memory", SECCOMP, fchmod(test_memory(1), 0777))
TRY("seal audio memory", SECCOMP, fcntl(test_memory(1), F_ADD_SEALS, F_SEAL_WRITE))

ATTEMPT("map read-only audio memory to write", SECCOMP) {
  void *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, test_memory(0), 0);
  return m == MAP_FAILED ? -1 : 0;
}

ATTEMPT("make read-only audio memory writable", SECCOMP) {
  void *m = mmap(NULL, 4096, PROT_READ, MAP_SHARED, test_memory(0), 0);
  return mprotect(m, 4096, PROT_READ | PROT_WRITE);
}

TRY("lease of audio memory", SECCOMP, fcntl(test_memory(0), F_SETLEASE, F_RDLCK))
TRY("lease of audio memory for writers", SECCOMP, fcntl(test_memory(1), F_SETLEASE, F_WRLCK))
TRY("lock of audio memory", SECCOMP, flock(test_memory(1), LOCK_EX | LOCK_NB))

ATTEMPT("owner's lock of audio memory", SECCOMP) {
  struct flock lock = {.l_type = F_WRLCK};
  return fcntl(test_memory(1), F_OFD_SETLK, &lock);
}

TRY("signals at changes of audio memory", SECCOMP,
    unless_refused(fcntl(test_memory(1), F_NOTIFY, DN_MODIFY)))

ATTEMPT("which pages of audio memory are there", SECCOMP) {
  unsigned char pages[16];
  return mincore((void *)test_readable_mapping(), 65536, pages);
}

ATTEMPT("which pages of a file are there", SECCOMP) {
  uint64_t range[2] = {0, 65536}, answer[5];
  return unless_refused(syscall(451 /* cachestat */, test_memory(0), range, answer, 0));
}

TRY("drop pages of audio memory from the cache", SECCOMP,
    as_errno(posix_fadvise(test_memory(0), 0, 65536, POSIX_FADV_DONTNEED)))
TRY("lock audio memory as it is touched", SECCOMP,
    mlock2((void *)test_readable_mapping(), 65536, MLOCK_ONFAULT))
TRY("write audio memory back", SECCOMP, msync((void *)test_readable_mapping(), 65536, MS_SYNC))

// Each page of other mappings is unmapped in between.
TRY("huge pages for audio memory", SECCOMP,
    unless_refused(madvise((void *)test_readable_mapping(), 65536, MADV_HUGEPAGE)))
TRY("collapse audio memory", SECCOMP,
    unless_refused(madvise(test_mapping(), 65536, 25 /* MADV_COLLAPSE */)))
TRY("make audio memory cold", SECCOMP, madvise(test_mapping(), 65536, 20))
TRY("merge equal pages", SECCOMP, unless_refused(madvise(test_mapping(), 65536, MADV_MERGEABLE)))
TRY("poison audio memory", SECCOMP, unless_refused(madvise(test_mapping(), 4096, MADV_HWPOISON)))
TRY("populate audio memory", SECCOMP, madvise(test_mapping(), 65536, 23 /* MADV_POPULATE_WRITE */))

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

TRY("send a file into audio memory", SECCOMP, sendfile(test_memory(1), test_memory(0), NULL, 4096))
TRY("copy within audio memory", SECCOMP,
    unless_refused(copy_file_range(test_memory(0), NULL, test_memory(1), NULL, 4096, 0)))

ATTEMPT("place audio memory on another node", SECCOMP) {
  unsigned long nodes = 1;
  return syscall(SYS_mbind, test_mapping(), 65536, 2, &nodes, 64, 2);
}

ATTEMPT("move all pages to another node", SECCOMP) {
  unsigned long nodes = 1;
  return unless_refused(syscall(SYS_migrate_pages, 0, 64, &nodes, &nodes));
}

TRY("interrupt all processors (membarrier)", SECCOMP,
    syscall(SYS_membarrier, 2 /* GLOBAL_EXPEDITED */, 0, 0))
TRY("wait for all processors (membarrier)", SECCOMP, syscall(SYS_membarrier, 1 /* GLOBAL */, 0, 0))
