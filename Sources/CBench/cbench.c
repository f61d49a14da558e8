#define _GNU_SOURCE
#include "cbench.h"
#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static __thread int is_counting;
static __thread cbench_counts counts;

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

static void count(uint64_t *counter) {
  if (is_counting) (*counter)++;
}

void *malloc(size_t bytes) {
  count(&counts.allocations);
  return __libc_malloc(bytes);
}
void *calloc(size_t number, size_t bytes) {
  count(&counts.allocations);
  return __libc_calloc(number, bytes);
}
void *realloc(void *memory, size_t bytes) {
  count(&counts.allocations);
  return __libc_realloc(memory, bytes);
}
void free(void *memory) {
  count(&counts.allocations);
  __libc_free(memory);
}

typedef int (*lock_function)(void *);

static int call_next(lock_function *next, const char *name, void *lock) {
  if (!*next) *next = (lock_function)dlsym(RTLD_NEXT, name);
  count(&counts.locks);
  return (*next)(lock);
}
int pthread_mutex_lock(pthread_mutex_t *lock) {
  static lock_function next;
  return call_next(&next, "pthread_mutex_lock", lock);
}
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  static lock_function next;
  return call_next(&next, "pthread_rwlock_rdlock", lock);
}
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  static lock_function next;
  return call_next(&next, "pthread_rwlock_wrlock", lock);
}

static uint64_t page_faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

void cbench_start(void) {
  counts = (cbench_counts){.page_faults = page_faults()};
  is_counting = 1;
}

cbench_counts cbench_stop(void) {
  is_counting = 0;
  counts.page_faults = page_faults() - counts.page_faults;
  return counts;
}

void cbench_pin(int pid, int core) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", pid);
  DIR *tasks = opendir(path);
  if (!tasks) return;
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (core < 0 || i == core) CPU_SET((size_t)i, &set);
  for (struct dirent *entry; (entry = readdir(tasks));)
    if (entry->d_name[0] != '.') sched_setaffinity(atoi(entry->d_name), sizeof set, &set);
  closedir(tasks);
}
