// Loops over samples, which every cycle runs for every channel. In C because the machine's widest
// vectors are selected at run time: eight samples at a time with AVX2.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "attributes.h"

// Copies `count` samples, each read once, and examines them as integers. Stores the largest
// magnitude (as bits) in `loudest`; returns whether a magnitude is above `largest`, or is below
// `smallest` without being 0.
TENUTO_RENDER_SAFE int tenuto_samples_copy_checked(
    const float *TENUTO_NONNULL source, float *TENUTO_NONNULL destination, size_t count,
    int32_t smallest, int32_t largest, int32_t *TENUTO_NONNULL loudest);

// Adds `count` samples to those at `destination`.
TENUTO_RENDER_SAFE void tenuto_samples_add(
    const float *TENUTO_NONNULL source, float *TENUTO_NONNULL destination, size_t count);

// The largest magnitude of `count` samples, as bits.
TENUTO_RENDER_SAFE int32_t tenuto_samples_peak(const float *TENUTO_NONNULL samples, size_t count);
