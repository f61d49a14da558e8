#include "bridge/ring.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct ring {
  uint32_t capacity;
  // Total bytes written and read so far, which wrap around.
  _Atomic uint32_t written, taken;
  uint8_t bytes[];
};

ring *ring_make(uint32_t capacity) {
  ring *r = calloc(1, sizeof *r + capacity);
  if (r) r->capacity = capacity;
  return r;
}

void ring_free(ring *r) { free(r); }

static void put(ring *r, uint32_t position, const void *bytes, uint32_t size) {
  uint32_t start = position & (r->capacity - 1);
  uint32_t first = size < r->capacity - start ? size : r->capacity - start;
  memcpy(r->bytes + start, bytes, first);
  memcpy(r->bytes, (const uint8_t *)bytes + first, size - first);
}

static void get(const ring *r, uint32_t position, void *bytes, uint32_t size) {
  uint32_t start = position & (r->capacity - 1);
  uint32_t first = size < r->capacity - start ? size : r->capacity - start;
  memcpy(bytes, r->bytes + start, first);
  memcpy((uint8_t *)bytes + first, r->bytes, size - first);
}

bool ring_write(ring *r, const void *bytes, uint32_t size) {
  uint32_t written = atomic_load_explicit(&r->written, memory_order_relaxed);
  uint32_t used = written - atomic_load_explicit(&r->taken, memory_order_acquire);
  if (size > r->capacity || r->capacity - used < size + sizeof size) return false;
  put(r, written, &size, sizeof size);
  put(r, written + (uint32_t)sizeof size, bytes, size);
  atomic_store_explicit(&r->written, written + size + (uint32_t)sizeof size, memory_order_release);
  return true;
}

bool ring_read(ring *r, void *bytes, uint32_t most, uint32_t *size) {
  uint32_t taken = atomic_load_explicit(&r->taken, memory_order_relaxed);
  while (atomic_load_explicit(&r->written, memory_order_acquire) != taken) {
    get(r, taken, size, sizeof *size);
    bool fits = *size <= most;
    if (fits) get(r, taken + (uint32_t)sizeof *size, bytes, *size);
    taken += *size + (uint32_t)sizeof *size;
    atomic_store_explicit(&r->taken, taken, memory_order_release);
    if (fits) return true;
  }
  return false;
}
