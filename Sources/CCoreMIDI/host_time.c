#include "host_time.h"

#include <time.h>

uint64_t mach_absolute_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t mach_continuous_time(void) { return mach_absolute_time(); }

kern_return_t mach_timebase_info(mach_timebase_info_t info) {
  info->numer = 1;
  info->denom = 1;
  return 0;
}
