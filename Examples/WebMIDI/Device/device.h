// A keyboard with a layout, which it receives by System Exclusive and returns on request.
//
// F0 7D 54 01 DATA F7   sets the layout, of any length up to 2 MiB; its first 128 bytes are
//                       the notes that keys 0 to 127 play
// F0 7D 54 02 F7        requests it; the answer is
// F0 7D 54 03 DATA F7
//
// A key that is struck sends the note that the layout has for it.
#pragma once
#include "tenuto_extension.h"

void *device_create(const tenuto_setup *setup);
void device_destroy(void *kernel);
void device_midi(void *kernel, const uint32_t words[4], uint32_t frame);
void device_render(
    void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle);
void device_reset(void *kernel);
