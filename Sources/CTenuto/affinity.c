#define _GNU_SOURCE
#include "affinity.h"
#include "posix.h"
#include <errno.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

uint64_t tenuto_cores(pid_t thread) {
  cpu_set_t set;
  if (sched_getaffinity(thread == 0 ? getpid() : thread, sizeof set, &set) < 0) return 0;
  uint64_t cores = 0;
  int count = 0;
  for (int core = 0; core < 64; core++)
    if (CPU_ISSET(core, &set)) {
      cores |= (uint64_t)1 << core;
      count++;
    }
  return count == CPU_COUNT(&set) ? cores : 0;
}

int tenuto_set_cores(pid_t thread, uint64_t cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int core = 0; core < 64; core++)
    if (cores >> core & 1) CPU_SET(core, &set);
  return sched_setaffinity(thread, sizeof set, &set) < 0 ? errno : 0;
}

int tenuto_set_priority(pid_t thread, int priority) {
  struct sched_param parameter = {.sched_priority = priority};
  return sched_setparam(thread, &parameter) < 0 ? errno : 0;
}

int tenuto_set_idle(pid_t thread) {
  struct sched_param parameter = {0};
  return sched_setscheduler(thread, SCHED_IDLE | SCHED_RESET_ON_FORK, &parameter) < 0 ? errno : 0;
}

int tenuto_set_background(uint64_t cores) {
  struct sched_param parameter = {0};
  if (setpriority(PRIO_PROCESS, 0, 19) < 0) return errno;
  if (sched_setscheduler(0, SCHED_IDLE, &parameter) < 0) return errno;
  return tenuto_set_cores(0, cores);
}

uint64_t tenuto_process_time(pid_t process) {
  // The clock id of clock_getcpuclockid, which would first check whether the process exists.
  clockid_t clock = (clockid_t)(~(unsigned)process << 3 | 2);
  struct timespec time;
  if (process == 0 || clock_gettime(clock, &time) < 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

pid_t tenuto_own_thread(void) {
  static __thread pid_t own;
  if (own == 0) own = tenuto_thread_id();
  return own;
}
