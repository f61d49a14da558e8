// Loops over samples that every cycle makes for every channel. In C because the machine's widest
// vectors are chosen while the program runs: eight samples at a time where there is AVX2.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "attributes.h"

// Copies `count` samples, each read once, and looks at them as integers. Puts the largest magnitude
// (as bits) at `loudest`; returns whether some magnitude is above `largest`, or is neither 0 nor at
// least `smallest`.
TENUTO_RENDER_SAFE int tenuto_samples_copy_checked(
    const float *TENUTO_NONNULL source, float *TENUTO_NONNULL destination, size_t count,
    int32_t smallest, int32_t largest, int32_t *TENUTO_NONNULL loudest);

// Adds `count` samples to those at `destination`.
TENUTO_RENDER_SAFE void tenuto_samples_add(
    const float *TENUTO_NONNULL source, float *TENUTO_NONNULL destination, size_t count);

// The largest magnitude of `count` samples, as bits.
TENUTO_RENDER_SAFE int32_t tenuto_samples_peak(const float *TENUTO_NONNULL samples, size_t count);
