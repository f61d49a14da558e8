// The host's clock under the names of Mach. Its ticks are nanoseconds of CLOCK_MONOTONIC, so that
// the ratio is 1:1.
#pragma once
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef int kern_return_t;

struct mach_timebase_info {
  uint32_t numer;
  uint32_t denom;
};
typedef struct mach_timebase_info mach_timebase_info_data_t;
typedef struct mach_timebase_info *mach_timebase_info_t;

// Returns the time of the host's clock.
uint64_t mach_absolute_time(void);

// Returns the host's time; CLOCK_MONOTONIC does not advance while the machine sleeps.
uint64_t mach_continuous_time(void);

// Writes how to turn ticks into nanoseconds, 1/1; returns 0.
kern_return_t mach_timebase_info(mach_timebase_info_t info);

#pragma clang assume_nonnull end
