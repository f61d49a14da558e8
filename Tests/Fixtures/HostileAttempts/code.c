// Memory that is written, then executed.
#define _GNU_SOURCE
#include "attempts.h"
#include <stdint.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *map(size_t count, int protection, int flags, int file) {
  void *memory = mmap(NULL, count, protection, flags, file, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

static void *map_private(int protection) {
  return map(4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

// Whether code that was written into memory runs: a return instruction.
static long run(void *memory) {
  if (!memory) return -1;
  ((void (*)(void))memory)();
  return 0;
}

static void write_code(void *memory) {
#if defined(__x86_64__)
  memcpy(memory, "\xc3", 1);
#else
  memcpy(memory, "\xc0\x03\x5f\xd6", 4);
#endif
}

ATTEMPT("map memory to write and run", NO_EXEC) {
  void *memory = map_private(PROT_READ | PROT_WRITE | PROT_EXEC);
  if (memory) write_code(memory);
  return run(memory);
}

ATTEMPT("make written memory run", NO_EXEC) {
  void *memory = map_private(PROT_READ | PROT_WRITE);
  write_code(memory);
  return mprotect(memory, 4096, PROT_READ | PROT_EXEC) < 0 ? -1 : run(memory);
}

ATTEMPT("make stack run", NO_EXEC) {
  char bytes[64];
  void *page = (void *)((uintptr_t)bytes & ~4095ul);
  return mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);
}

ATTEMPT("make stack run by PROT_GROWSDOWN", NO_EXEC) {
  char bytes[64];
  void *page = (void *)((uintptr_t)bytes & ~4095ul);
  return mprotect(page, 4096, PROT_READ | PROT_WRITE | PROT_EXEC | PROT_GROWSDOWN);
}

ATTEMPT("protection keys", NO_EXEC) {
  void *memory = map_private(PROT_READ | PROT_WRITE);
  return syscall(SYS_pkey_mprotect, memory, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, -1);
}

ATTEMPT("turn write-execute back on", NO_EXEC) {
  if (prctl(65 /* PR_SET_MDWE */, 0, 0, 0, 0) < 0) return -1;
  return mprotect(map_private(PROT_READ | PROT_WRITE), 4096, PROT_READ | PROT_EXEC);
}

TRY("personality", NO_EXEC, syscall(SYS_personality, 0x0400000 /* READ_IMPLIES_EXEC */))

ATTEMPT("map audio memory to run", NO_EXEC) {
  write_code(test_mapping());
  return run(map(65536, PROT_READ | PROT_EXEC, MAP_SHARED, test_memory(1)));
}

ATTEMPT("map a private copy of audio memory to run", NO_EXEC) {
  write_code(test_mapping());
  return run(map(65536, PROT_READ | PROT_EXEC, MAP_PRIVATE, test_memory(1)));
}

ATTEMPT("map audio memory to run only", NO_EXEC) {
  write_code(test_mapping());
  return run(map(65536, PROT_EXEC, MAP_SHARED, test_memory(1)));
}

TRY("map read-only audio memory to run", NO_EXEC,
    map(65536, PROT_READ | PROT_EXEC, MAP_SHARED, test_memory(0)) ? 0 : -1)

ATTEMPT("map a copy of the descriptor of audio memory to run", NO_EXEC) {
  write_code(test_mapping());
  return run(map(65536, PROT_READ | PROT_EXEC, MAP_SHARED, dup(test_memory(1))));
}

ATTEMPT("open audio memory anew and map it to run", NO_EXEC) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", test_memory(1));
  write_code(test_mapping());
  int file = open(path, O_RDONLY);
  return file < 0 ? -1 : run(map(65536, PROT_READ | PROT_EXEC, MAP_SHARED, file));
}

ATTEMPT("make audio memory run", NO_EXEC) {
  void *memory = test_mapping();
  write_code(memory);
  return mprotect(memory, 65536, PROT_READ | PROT_EXEC) < 0 ? -1 : run(memory);
}

ATTEMPT("make a private copy of audio memory run", NO_EXEC) {
  void *memory = map(65536, PROT_READ | PROT_WRITE, MAP_PRIVATE, test_memory(1));
  if (!memory) return -1;
  write_code(memory);
  return mprotect(memory, 65536, PROT_READ | PROT_EXEC) < 0 ? -1 : run(memory);
}

ATTEMPT("map run memory over written memory", NO_EXEC) {
  void *memory = test_mapping();
  write_code(memory);
  void *over = mmap(
      memory, 65536, PROT_READ | PROT_EXEC, MAP_SHARED | MAP_FIXED, test_memory(1), 0);
  return over == MAP_FAILED ? -1 : run(over);
}

TRY("shadow stack memory", NO_EXEC, syscall(453 /* map_shadow_stack */, 0, 65536, 0))
TRY("remap pages of a file", NO_EXEC, syscall(SYS_remap_file_pages, test_mapping(), 4096, 0, 1, 0))
