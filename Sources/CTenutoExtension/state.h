// The state of an instance as bytes.
#pragma once
#include "component.h"

// Writes a state: `values` are those of the component's parameters, in their order there.
void tx_write_state(
    tenuto_output *output, const tenuto_component *component, const float *values,
    const void *data, size_t data_count);

// A state that was read; pointers are into the bytes.
typedef struct tx_state {
  uint32_t version;
  uint32_t value_count;
  const uint8_t *values;  // 12 bytes each
  const void *data;
  size_t data_count;
} tx_state;

// Reads a state; NULL, or one sentence on why it cannot be used.
const char *tx_read_state(
    const tenuto_component *component, const uint8_t *bytes, size_t count, tx_state *state);

// The values that the state means: its own, clamped, and the defaults of all others.
void tx_state_values(
    const tenuto_component *component, const tx_state *state, float *values);

// The values that a preset means.
void tx_preset_values(
    const tenuto_component *component, const tenuto_preset *preset, float *values);
