// Faults that end or block a process.
#define _GNU_SOURCE
#include "include/faults.h"
#include "threads.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const struct { const char *row; int number; } rows[] = {
  {"F01", FAULT_SEGV}, {"F01-bus", FAULT_BUS}, {"F01-ill", FAULT_ILL}, {"F01-fpe", FAULT_DIVIDE},
  {"F02", FAULT_ABORT}, {"F03", FAULT_SEGV}, {"F04", FAULT_EXIT}, {"F05", FAULT_SPIN},
  {"F06", FAULT_DEADLOCK}, {"F07", FAULT_SPIN}, {"F08", FAULT_SLOW},
  {"F08-always", FAULT_SLOW_ALWAYS}, {"F09", FAULT_SLEEP}, {"F10", FAULT_STOP},
  {"F11", FAULT_THREAD_EXIT}, {"F12", FAULT_STUBBORN}, {"F13", FAULT_NAN},
  {"F13-inf", FAULT_INFINITY}, {"F14", FAULT_SUBNORMAL}, {"F15", FAULT_LOUD},
  {"F15-square", FAULT_SQUARE}, {"F16", FAULT_HALF}, {"F16-none", FAULT_UNWRITTEN},
  {"F17", FAULT_MEMORY}, {"F17-stack", FAULT_STACK},
  {"F17-hidden", FAULT_HIDDEN_MEMORY}, {"F18", FAULT_DESCRIPTORS},
  {"F19", FAULT_FORK}, {"F19-daemon", FAULT_DAEMON}, {"F20", FAULT_THREADS},
  {"F21", FAULT_GARBAGE}, {"F22", FAULT_FLIP}, {"F23", FAULT_PUNCH},
  {"F23-truncate", FAULT_TRUNCATE}, {"F24", FAULT_WAKES},
  {"F24-requeue", FAULT_REQUEUE}, {"F25", FAULT_FUTURE},
  {"F25-repeated", FAULT_REPEATED}, {"F25-negative", FAULT_NEGATIVE}, {"F26", FAULT_PACKETS},
  {"F27", FAULT_OVERSIZED}, {"F28", FAULT_FLOOD}, {"F29", FAULT_DEAF}, {"F30", FAULT_PASS},
  {"F31", FAULT_EVENTS}, {"F31-cycle", FAULT_FULL_LISTS},
  {"F39", FAULT_ABORT}, {"F40", FAULT_SEGV}, {"F41", FAULT_KILLED},
};

int fault_number(const char *row) {
  for (size_t index = 0; index < sizeof rows / sizeof *rows; index++)
    if (strcmp(rows[index].row, row) == 0) return rows[index].number;
  return FAULT_NONE;
}

static atomic_int armed;

void fault_arm(int number) { atomic_store(&armed, number); }

int fault_take_armed(void) {
  if (atomic_load_explicit(&armed, memory_order_relaxed) == 0) return 0;
  return atomic_exchange(&armed, 0);
}

void fault_say(const char *what, long number) {
  dprintf(STDERR_FILENO, "%s: %ld\n", what, number);
}

int fault_thread(void *(*body)(void *), void *argument) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, 64 * 1024);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

void fault_work(uint32_t microseconds) {
  struct timespec start, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while ((now.tv_sec - start.tv_sec) * 1000000 + (now.tv_nsec - start.tv_nsec) / 1000
           < (long)microseconds);
}

static void spin(void) {
  volatile int forever = 1;
  while (forever) {}
}

static void lock_twice(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
}

// A page of a mapped file beyond the file's end.
static void touch_nothing(void) {
  FILE *file = tmpfile();
  volatile char *page =
      file ? mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0) : MAP_FAILED;
  if (page != MAP_FAILED) *page = 1;
  raise(SIGBUS);  // if no file can be created
}

static void ignore_all(void) {
  for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
  spin();
}

static void end_process(int number) {
  switch (number) {
    case FAULT_ABORT:
      fputs("the oscillator has melted\n", stderr);
      abort();
    case FAULT_SEGV: *(volatile int *volatile)NULL = 1; break;
    case FAULT_EXIT: _exit(0);
    case FAULT_BUS: touch_nothing(); break;
    case FAULT_ILL: __builtin_trap();
    case FAULT_DIVIDE: {
      volatile int zero = 0;
      volatile int result = getpid() / zero;
      (void)result;
      break;
    }
    case FAULT_KILLED: kill(getpid(), SIGKILL); break;
    default: break;
  }
}

static void hold_up(int number, uint32_t amount) {
  const char *gate = getenv("TENUTO_TEST_GATE");
  switch (number) {
    case FAULT_GATE:
      while (gate && access(gate, F_OK) != 0) usleep(1000);
      break;
    case FAULT_SPIN: spin(); break;
    case FAULT_DEADLOCK: lock_twice(); break;
    case FAULT_SLOW:
    case FAULT_SLOW_ALWAYS: fault_work(amount); break;
    case FAULT_SLEEP: usleep(amount); break;
    case FAULT_STOP: raise(SIGSTOP); break;
    case FAULT_THREAD_EXIT: syscall(SYS_exit, 0); break;
    case FAULT_STUBBORN: ignore_all(); break;
    default: break;
  }
}

static void allocate(void) {
  char *volatile memory = malloc(4096);
  memory[0] = 1;
  free(memory);
}

void fault_commit(int number, uint32_t amount, float *samples) {
  if (number < FAULT_GATE) return;
  if (number == FAULT_ALLOCATE) allocate();
  end_process(number);
  hold_up(number, amount);
  if (number >= FAULT_MEMORY && number < FAULT_GARBAGE) fault_take_resources(number);
  if (number >= FAULT_GARBAGE && number < FAULT_PACKETS) fault_spoil_memory(number, samples);
  if (number >= FAULT_PACKETS) fault_spoil_sockets(number);
}
