// An effect that echoes its input: MIDI unchanged, parameters as controllers, time and calls as
// samples.
#include <stdlib.h>
#include <string.h>
#include "tenuto_extension.h"

enum { STEPPED = 1, WHOLE = 2, METER = 3, LATENCY = 48 };

typedef struct probe {
  float stepped, whole;
  uint32_t waiting[64][4];
  int waiting_count;
  int reset_count;
} probe;

static void *create(const tenuto_setup *setup) {
  return setup->sample_rate == 11025 ? NULL : calloc(1, sizeof(probe));
}

static uint32_t latency(const void *kernel) {
  (void)kernel;
  return LATENCY;
}

static void midi(void *kernel, const uint32_t words[4]) {
  probe *p = kernel;
  if (p->waiting_count < 64) memcpy(p->waiting[p->waiting_count++], words, 16);
}

static void parameter(void *kernel, uint64_t address, float value) {
  probe *p = kernel;
  if (address == STEPPED) p->stepped = value;
  if (address == WHOLE) p->whole = value;
}

static void reset(void *kernel) { ((probe *)kernel)->reset_count++; }

// Outputs: the stepped parameter; the beat position; the input.
static void render(
    void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle) {
  probe *p = kernel;
  tenuto_music music;
  tenuto_get_music(cycle, &music);
  for (uint32_t i = 0; i < frame_count; i++) {
    outputs[0][i] = p->stepped;
    outputs[1][i] = (float)music.beat_position;
    outputs[2][i] = inputs[0][i];
    outputs[3][i] = p->whole + 100 * (float)p->reset_count;
  }
  for (int i = 0; i < p->waiting_count; i++) tenuto_send_midi(cycle, 0, p->waiting[i]);
  if (p->waiting_count) tenuto_send_parameter(cycle, 0, METER, (float)p->waiting_count);
  p->waiting_count = 0;
}

static void *open_unit(tenuto_host *host) { return host; }

// Echoes the message, and sends every kind of notice before.
static bool message(void *unit, const void *bytes, size_t count, tenuto_output *reply) {
  if (count == 0) return false;
  tenuto_set_parameter(unit, STEPPED, 0.5f);
  tenuto_gesture(unit, STEPPED, true);
  tenuto_gesture(unit, STEPPED, false);
  tenuto_state_changed(unit);
  tenuto_format_changed(unit);
  tenuto_stream(unit, bytes, count < 100 ? count : 100);
  tenuto_write(reply, bytes, count);
  return true;
}

static const char *const names[] = {"Low", "Mid", "High"};
static const uint64_t dependents[] = {WHOLE};
static const uint64_t overview[] = {WHOLE, STEPPED};
static const tenuto_parameter parameters[] = {
    {.address = METER, .identifier = "meter", .minimum = 0, .maximum = 64,
     .flags = TENUTO_PARAMETER_READ_ONLY},
    {.address = STEPPED, .identifier = "stepped", .name = "Stepped", .group = "all",
     .maximum = 1, .unit = TENUTO_UNIT_CUSTOM, .unit_name = "bar",
     .flags = TENUTO_PARAMETER_CAN_RAMP, .dependents = dependents, .dependent_count = 1},
    {.address = WHOLE, .identifier = "whole", .maximum = 2, .default_value = 1,
     .unit = TENUTO_UNIT_INDEXED, .value_names = names, .value_name_count = 3},
};
static const tenuto_group groups[] = {{"all", "All"}};
static const tenuto_bus inputs[] = {
    {.name = "Main", .channel_count = 1},
    {.name = "Side", .channel_count = 1, .is_optional = true}};
static const tenuto_bus outputs[] = {{.name = "Main", .channel_count = 4}};
static const char *const midi_outputs[] = {"Echo"};

static const tenuto_component components[] = {
    {.code = "aumf cprb Test", .name = "CProbe", .manufacturer = "Tenuto", .version = "1.2.3",
     .contact = "https://example.org", .inputs = inputs, .input_count = 2, .outputs = outputs,
     .output_count = 1, .parameters = parameters, .parameter_count = 3, .groups = groups,
     .group_count = 1, .overview = overview, .overview_count = 2, .state_version = 7,
     .midi_outputs = midi_outputs, .midi_output_count = 1, .create = create, .destroy = free,
     .latency = latency, .render = render, .midi = midi, .parameter = parameter,
     .reset = reset, .open = open_unit, .message = message},
};

int main(void) { return tenuto_extension_main(components, 1); }
