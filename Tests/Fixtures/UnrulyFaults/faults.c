#define _GNU_SOURCE
#include "unruly_faults.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void lock_twice(void) {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}

// Untouched memory, so that the call takes less than a cycle.
static void fill_memory(void) {
  for (;;) {
    char *volatile block = malloc(16 << 20);
    if (!block) abort();
    *block = 1;
  }
}

static void outlive_exit(void) {
  for (;;) continue;
}

void unruly_do(int number) {
  switch (number) {
    case 1: *(volatile int *)0x10 = 1; break;
    case 2: abort();
    case 3: _exit(0);
    case 4: _exit(7);
    case 5: for (;;) continue;
    case 6: lock_twice(); break;
    case 7: raise(SIGSTOP); break;
    case 8: pthread_exit(NULL);
    case 9: fill_memory(); break;
    case 10: raise(SIGSYS); break;
    case 11:
      signal(SIGTERM, SIG_IGN);
      atexit(outlive_exit);
      break;
    default: break;
  }
}

void unruly_spin(long microseconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000 <
           microseconds);
}

void unruly_sleep(long microseconds) {
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}
