// A digest of the executable code of this process: snapshots are restored only by the build that
// wrote them.
#pragma once
#include <stddef.h>
#include <stdint.h>

static const uint64_t tenuto_digest_seed = 0xcbf29ce484222325u;

// FNV-1a over words of eight bytes, to find damage and different builds, not forgery.
static inline uint64_t tenuto_digest(uint64_t digest, const void *bytes, size_t count) {
  const unsigned char *at = bytes;
  for (; count >= 8; count -= 8, at += 8) {
    uint64_t word;
    __builtin_memcpy(&word, at, 8);
    digest = (digest ^ word) * 0x100000001b3u;
    digest ^= digest >> 29;
  }
  for (; count > 0; count--) digest = (digest ^ *at++) * 0x100000001b3u;
  return digest;
}

// The digest of the program's own code, without its libraries. Thread: control.
uint64_t tenuto_build_digest(void);
