#include <malloc.h>
#include "posix.h"

// glibc has eight arenas per core for threads that come and go, and keeps freed memory in them. It
// also takes small blocks from regions as large as any that was freed before. After thousands of
// edits that is ten times the memory in use.
void tenuto_bound_heap(void) {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  mallopt(M_TRIM_THRESHOLD, 256 * 1024);
}

void tenuto_trim_heap(void) { malloc_trim(0); }

size_t tenuto_heap_in_use(void) {
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}
