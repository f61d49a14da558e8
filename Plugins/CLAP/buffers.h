// Where a plug-in's samples are.
#pragma once
#include "kernel.h"

// Makes the busses of one side with memory for `frame_count` frames; `bus_channels` are those of the
// host, 0 for a bus that is left out. Thread: control.
bool buffers_make(
    buffers *b, const port_list *ports, const uint16_t *bus_channels, uint32_t frame_count);
void buffers_free(buffers *b);

// Points at the host's channels for a call. Thread: render.
void buffers_take_inputs(buffers *b, const float *const *inputs, uint32_t frame_count);
void buffers_take_outputs(buffers *b, float *const *outputs);
// Copies what was not rendered to its place. Thread: render.
void buffers_give_outputs(const buffers *b, float *const *outputs, uint32_t frame_count);
