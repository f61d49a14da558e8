// Copying samples that another process may change at any time. Thread: render.
#pragma once
#include <stddef.h>

// Copies `count` samples, each read once; NaN, infinities and subnormals become 0, what is above
// +24 dBFS is held there: bit by bit what the host does with the same samples.
void tx_guard_copy(const float *source, float *destination, size_t count);
