// The transport as `time:Position`, and at control ports designated for it.
#pragma once
#include "kernel.h"

// Sends the changes since the last call. Thread: render.
void position_send(kernel *k, tenuto_cycle *cycle, uint32_t frame_count);
