// Faults in the memory that both processes share.
#define _GNU_SOURCE
#include "include/faults.h"
#include "threads.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PAGE 4096UL
// Words of tenuto_from_extension.
#define DONE_CYCLE 16
#define STATUS 17
#define DATAGRAM_COUNT 18
#define RENDERED_FRAMES 19

typedef struct mapping {
  unsigned char *base;
  size_t count;
} mapping;

// The mapping that contains `address`.
static mapping find(const void *address) {
  mapping found = {(unsigned char *)((uintptr_t)address & ~(PAGE - 1)), PAGE};
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long start, end;
    if (sscanf(line, "%lx-%lx", &start, &end) != 2) continue;
    if ((uintptr_t)address < start || (uintptr_t)address >= end) continue;
    found = (mapping){(unsigned char *)start, end - start};
  }
  if (maps) fclose(maps);
  return found;
}

static mapping shared;

static volatile uint32_t *word(int index) { return (volatile uint32_t *)shared.base + index; }

static void *write_garbage(void *unused) {
  uint32_t state = 42;
  for (;;) {
    for (size_t index = 0; index < shared.count / 4; index++)
      ((volatile uint32_t *)shared.base)[index] = fault_random(&state);
    usleep(100);
  }
  return unused;
}

static void *flip(void *unused) {
  static const int words[] = {2, 3, 4, 5, STATUS, DATAGRAM_COUNT, RENDERED_FRAMES};
  for (uint32_t turn = 0;; turn++) {
    for (size_t index = 0; index < sizeof words / sizeof *words; index++)
      *word(words[index]) = turn & 1 ? 0 : UINT32_MAX;
    if (turn % 4096 == 0) usleep(100);
  }
  return unused;
}

static void *wake(void *unused) {
  for (;;) {
    syscall(SYS_futex, word(DONE_CYCLE), FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    usleep(10);
  }
  return unused;
}

static void *wait_on_it(void *unused) {
  for (;;) syscall(SYS_futex, word(DONE_CYCLE), FUTEX_WAIT, *word(DONE_CYCLE), NULL, NULL, 0);
  return unused;
}

// The page of the engine, which is mapped read-only here; that suffices for a futex.
static unsigned char *find_page(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  unsigned char *found = NULL;
  while (maps && !found && fgets(line, sizeof line, maps)) {
    unsigned long start, end;
    char rights[8];
    if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3) continue;
    if (end - start != 2 * PAGE || strcmp(rights, "r--s") != 0) continue;
    if (*(uint32_t *)start == 0x4f4e4554u) found = (unsigned char *)start;
  }
  if (maps) fclose(maps);
  return found;
}

static void *requeue(void *page) {
  static uint32_t own;
  for (;;) {
    for (int depth = 0; depth < 4; depth++)
      syscall(SYS_futex, (uint32_t *)((char *)page + 64 + 64 * depth), FUTEX_REQUEUE, 0, 100000UL,
              &own, 0);
    usleep(200);
  }
  return page;
}

static void *answer_wrongly(void *difference) {
  uint32_t first = *word(DONE_CYCLE);
  for (uint32_t turn = 0;; turn++) {
    *word(DONE_CYCLE) = first + (uint32_t)(long)difference * (turn & 0xFFFF);
    syscall(SYS_futex, word(DONE_CYCLE), FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
    usleep(20);
  }
}

// Tries all open descriptors, and the mapping's path.
static void change_length(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/map_files/%lx-%lx", (unsigned long)shared.base,
           (unsigned long)(shared.base + shared.count));
  int descriptor = open(path, O_RDWR);
  int copy = descriptor >= 0 ? dup(descriptor) : -1;
  int done = 0;
  done += ftruncate(copy, (off_t)shared.count * 2) == 0;
  done += fallocate(copy, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)shared.count) == 0;
  done += ftruncate(copy, 0) == 0;
  int again = open(path, O_RDWR | O_TRUNC);
  done += again >= 0;
  fault_say("lengths", done);
}

static void punch(void) {
  long done = 0;
  for (int turn = 0; turn < 100; turn++)
    done += madvise(shared.base, shared.count, MADV_REMOVE) == 0;
  fault_say("holes", done);
}

void fault_spoil_memory(int number, float *samples) {
  if (!samples) return;
  shared = find(samples);
  switch (number) {
    case FAULT_GARBAGE: fault_thread(write_garbage, NULL); break;
    case FAULT_FLIP: fault_thread(flip, NULL); break;
    case FAULT_PUNCH: punch(); break;
    case FAULT_TRUNCATE: change_length(); break;
    case FAULT_REQUEUE: {
      unsigned char *page = find_page();
      fault_say("page", page != NULL);
      if (page) fault_thread(requeue, page);
      break;
    }
    case FAULT_WAKES:
      for (int index = 0; index < 4; index++) {
        fault_thread(wake, NULL);
        fault_thread(wait_on_it, NULL);
      }
      break;
    case FAULT_FUTURE: fault_thread(answer_wrongly, (void *)1000L); break;
    case FAULT_REPEATED: fault_thread(answer_wrongly, (void *)0L); break;
    case FAULT_NEGATIVE: fault_thread(answer_wrongly, (void *)-3L); break;
    default: break;
  }
}
