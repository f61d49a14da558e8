// Copying samples that another process may change at any time. Thread: render.
#pragma once
#include <stddef.h>

// Copies `count` samples, each read once; NaN, infinities and subnormals become 0, and levels above
// +24 dBFS are clamped: bit-identical to the host's treatment of the same samples.
void tx_guard_copy(const float *source, float *destination, size_t count);
