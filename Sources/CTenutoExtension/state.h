// The state of an instance as bytes.
#pragma once
#include "component.h"

// Writes a state: `values` are in the order of the component's parameters.
void tx_write_state(
    tenuto_output *output, const tenuto_component *component, const float *values,
    const void *data, size_t data_count);

// A parsed state; pointers are into the bytes.
typedef struct tx_state {
  uint32_t version;
  uint32_t value_count;
  const uint8_t *values;  // 12 bytes each
  const void *data;
  size_t data_count;
} tx_state;

// Parses a state; NULL, or one sentence on why it cannot be used.
const char *tx_read_state(
    const tenuto_component *component, const uint8_t *bytes, size_t count, tx_state *state);

// The parameter values of the state: its own, clamped, and defaults for all others.
void tx_state_values(
    const tenuto_component *component, const tx_state *state, float *values);

// The parameter values of the preset.
void tx_preset_values(
    const tenuto_component *component, const tenuto_preset *preset, float *values);
