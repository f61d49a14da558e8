// An electric piano by phase modulation: a tone, and a tine that is struck with it.
#pragma once
#include "tenuto_extension.h"

enum { PIANO_BRIGHTNESS = 1, PIANO_DECAY = 2, PIANO_GAIN = 3 };

void *piano_create(const tenuto_setup *setup);
void piano_destroy(void *kernel);
double piano_tail(const void *kernel);
void piano_render(
    void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle);
void piano_midi(void *kernel, const uint32_t words[4]);
void piano_parameter(void *kernel, uint64_t address, float value);
void piano_ramp(void *kernel, uint64_t address, float value, uint32_t frame_count);
void piano_reset(void *kernel);
size_t piano_snapshot(const void *kernel, void *bytes, size_t count);
bool piano_restore(void *kernel, const void *bytes, size_t count);
