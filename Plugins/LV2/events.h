// Event ports: atom sequences and the old extension's buffers, both ways. Thread: render.
#pragma once
#include "kernel.h"

// Fills the inputs with the waiting events, the transport first, and empties the outputs. Without a
// cycle the inputs stay empty.
void events_begin(kernel *k, tenuto_cycle *cycle, uint32_t frame_count);

// Passes on the plug-in's output. Events after the end of the call get its last frame.
void events_end(kernel *k, tenuto_cycle *cycle, frames of_call);

// Appends an event to an input; returns false if there is no room.
bool sequence_add(
    kernel *k, int32_t port, uint32_t frame, LV2_URID type, const void *body, uint32_t size);
