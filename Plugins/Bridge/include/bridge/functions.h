// The functions of a plug-in's component, which each bridge defines for its format.
#pragma once
#include "tenuto_extension.h"

void *kernel_create(const tenuto_setup *setup);
void kernel_destroy(void *kernel);
uint32_t kernel_latency(const void *kernel);
double kernel_tail(const void *kernel);
void kernel_render(
    void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle);
void kernel_midi_at(void *kernel, const uint32_t words[4], uint32_t frame);
void kernel_parameter(void *kernel, uint64_t address, float value);
void kernel_reset(void *kernel);

// Thread: control.
void *unit_open(tenuto_host *host);
void unit_close(void *unit);
void unit_save(void *unit, tenuto_scope scope, tenuto_output *output);
bool unit_load(void *unit, uint32_t version, const void *bytes, size_t count);
void unit_select(void *unit, int32_t number);
void unit_tick(void *unit);

// Frames. Some plug-ins write past their buffers in longer calls, even after a declared maximum
// (ZamVerb, ZamHeadX2); no JACK server has a longer period.
enum { LONGEST_CALL = 8192 };

// Puts them into a component.
static inline void set_functions(tenuto_component *c) {
  c->create = kernel_create;
  c->destroy = kernel_destroy;
  c->latency = kernel_latency;
  c->tail = kernel_tail;
  c->render = kernel_render;
  c->midi_at = kernel_midi_at;
  c->parameter = kernel_parameter;
  c->reset = kernel_reset;
  c->open = unit_open;
  c->close = unit_close;
  c->save = unit_save;
  c->load = unit_load;
  c->select = unit_select;
  c->tick = unit_tick;
  c->tick_interval = 0.1;
  c->stack_bytes = 1 << 20;  // plug-ins take more than the usual one
  c->longest_call = LONGEST_CALL;
}
