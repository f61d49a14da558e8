// Faults that use resources, with bounds: without a sandbox an extension must not use up the
// machine.
#define _GNU_SOURCE
#include "include/faults.h"
#include "threads.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define STEP (1 << 20)
#define MOST_MEBIBYTES 768
#define MOST_HIDDEN_MEBIBYTES 1536
#define MOST_DESCRIPTORS 2048
#define MOST_CHILDREN 16
#define MOST_THREADS 256

static void take_memory(void) {
  long count = 0;
  while (count < MOST_MEBIBYTES) {
    char *volatile memory = malloc(STEP);
    if (!memory) break;
    memset(memory, 1, STEP);
    count++;
  }
  fault_say("mebibytes", count);
  // Behaves like a program that does not expect a failure.
  if (count < MOST_MEBIBYTES) *(volatile int *volatile)NULL = 1;
}

// Memory that is no longer writable does not count as data, although it still exists.
static void *hide_memory(void *unused) {
  for (long count = 0; count < MOST_HIDDEN_MEBIBYTES; count += 8) {
    void *piece = mmap(
        NULL, 8 * STEP, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) break;
    memset(piece, 1, 8 * STEP);
    mprotect(piece, 8 * STEP, PROT_READ);
    usleep(1000);
  }
  return unused;
}

static int deeper(int depth) {
  volatile char frame[65536];
  frame[depth & 0xFFFF] = 1;
  return deeper(depth + 1) + frame[0];
}

static void take_descriptors(void) {
  long count = 0;
  while (count < MOST_DESCRIPTORS && dup(2) >= 0) count++;
  fault_say("descriptors", count);
}

static void fork_again_and_again(int is_daemon) {
  long count = 0;
  for (int index = 0; index < MOST_CHILDREN; index++) {
    pid_t child = fork();
    if (child == 0) {
      if (is_daemon) {
        setsid();
        if (fork() != 0) _exit(0);
      }
      sleep(30);
      _exit(0);
    }
    if (child > 0) count++;
  }
  fault_say("children", count);
}

static void *sleep_for_ever(void *unused) {
  for (;;) sleep(60);
  return unused;
}

static void take_threads(void) {
  long count = 0;
  while (count < MOST_THREADS && fault_thread(sleep_for_ever, NULL)) count++;
  fault_say("threads", count);
}

void fault_take_resources(int number) {
  switch (number) {
    case FAULT_MEMORY: take_memory(); break;
    case FAULT_STACK: deeper(0); break;
    case FAULT_HIDDEN_MEMORY: fault_thread(hide_memory, NULL); break;
    case FAULT_DESCRIPTORS: take_descriptors(); break;
    case FAULT_FORK: fork_again_and_again(0); break;
    case FAULT_DAEMON: fork_again_and_again(1); break;
    case FAULT_THREADS: take_threads(); break;
    default: break;
  }
}
