// The digest of a program's code, as static functions: each of the two SDKs has its own copy, since
// the one for C is built without any other library.
#pragma once
#include <link.h>
#include "build_digest.h"

static int build_digest_add(struct dl_phdr_info *info, size_t size, void *context) {
  (void)size;
  uint64_t *digest = context;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && part->p_flags == (PF_R | PF_X))
      *digest = tenuto_digest(*digest, (const void *)(info->dlpi_addr + part->p_vaddr), part->p_filesz);
  }
  return 1;  // the first object is the program
}

static inline uint64_t build_digest(void) {
  static uint64_t digest;
  if (digest == 0) {
    digest = tenuto_digest_seed;
    dl_iterate_phdr(build_digest_add, &digest);
  }
  return digest;
}
