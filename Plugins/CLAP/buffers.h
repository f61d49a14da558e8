// The sample buffers of a plug-in.
#pragma once
#include "kernel.h"

// Creates the busses of one side with memory for `frame_count` frames. `bus_channels` has the
// host's channel counts, 0 for an unused bus. Thread: control.
bool buffers_make(
    buffers *b, const port_list *ports, const uint16_t *bus_channels, uint32_t frame_count);
void buffers_free(buffers *b);

// Points the busses to the host's channels for a call. Thread: render.
void buffers_take_inputs(buffers *b, const float *const *inputs, uint32_t frame_count);
void buffers_take_outputs(buffers *b, float *const *outputs);
// Copies the outputs that were not rendered in place. Thread: render.
void buffers_give_outputs(const buffers *b, float *const *outputs, uint32_t frame_count);
