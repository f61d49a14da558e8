#include "guard.h"
#include <stdint.h>
#include <string.h>

enum { BLOCK_FRAMES = 64 };

static const uint32_t smallest = 0x00800000;  // the smallest normal number
static const uint32_t infinity = 0x7f800000;
static const uint32_t ceiling = 0x417d953a;  // 15.848932
static const uint32_t sign = 0x80000000;

static uint32_t repaired(uint32_t bits) {
  uint32_t magnitude = bits & ~sign;
  if (magnitude < smallest) return magnitude ? 0 : bits;
  if (magnitude >= infinity) return 0;
  return magnitude > ceiling ? ceiling | (bits & sign) : bits;
}

// Copies a block and checks it without a branch; returns whether any sample is bad.
static int copy_block(const float *source, uint32_t *bits, size_t count) {
  int32_t signs = 0;
  memcpy(bits, source, count * sizeof *bits);
  for (size_t i = 0; i < count; i++) {
    int32_t magnitude = (int32_t)(bits[i] & ~sign);
    signs |= ((int32_t)ceiling - magnitude) | ((magnitude - (int32_t)smallest) & -magnitude);
  }
  return signs < 0;
}

void tx_guard_copy(const float *source, float *destination, size_t count) {
  uint32_t bits[BLOCK_FRAMES];  // private to this process: the checked samples are the used ones
  for (size_t start = 0; start < count; start += BLOCK_FRAMES) {
    size_t length = count - start < BLOCK_FRAMES ? count - start : BLOCK_FRAMES;
    if (copy_block(source + start, bits, length))
      for (size_t i = 0; i < length; i++) bits[i] = repaired(bits[i]);
    memcpy(destination + start, bits, length * sizeof *bits);
  }
}
