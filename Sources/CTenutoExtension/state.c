#include "state.h"
#include <stdlib.h>
#include <string.h>

enum { STATE_FORM = 1, STATE_BYTES = 36 };

// ISO 3309, as in zip and PNG.
static uint32_t checksum(const uint8_t *bytes, size_t count) {
  uint32_t sum = 0xffffffffu;
  for (size_t i = 0; i < count; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? 0xedb88320u ^ sum >> 1 : sum >> 1;
  }
  return ~sum;
}

typedef struct entry {
  uint64_t address;
  float value;
} entry;

static int by_address(const void *a, const void *b) {
  uint64_t first = ((const entry *)a)->address, second = ((const entry *)b)->address;
  return (first > second) - (first < second);
}

// Settable parameters, in address order.
static void write_values(
    tenuto_output *output, const tenuto_component *component, const float *values) {
  entry *entries = calloc(component->parameter_count + 1u, sizeof *entries);
  if (!entries) {
    output->has_failed = true;
    return;
  }
  uint32_t count = 0;
  for (uint16_t i = 0; i < component->parameter_count; i++)
    if (tx_is_settable(&component->parameters[i]))
      entries[count++] = (entry){component->parameters[i].address, values[i]};
  qsort(entries, count, sizeof *entries, by_address);
  tx_write_number(output, count, 4);
  for (uint32_t i = 0; i < count; i++) {
    tx_write_number(output, entries[i].address, 8);
    tx_write_float(output, entries[i].value);
  }
  free(entries);
}

void tx_write_state(
    tenuto_output *output, const tenuto_component *component, const float *values,
    const void *data, size_t data_count) {
  uint32_t codes[3] = {0};
  tx_read_code(component->code, codes);
  tenuto_write(output, "TSTA", 4);
  tx_write_number(output, STATE_FORM, 4);
  for (int i = 0; i < 3; i++) tx_write_number(output, codes[i], 4);
  tx_write_number(output, component->state_version, 4);
  write_values(output, component, values);
  tx_write_number(output, data_count, 4);
  tenuto_write(output, data, data_count);
  tx_write_number(output, checksum(output->bytes, output->count), 4);
}

static const char *read_head(
    tx_reader *reader, const tenuto_component *component, tx_state *state) {
  uint32_t codes[3] = {0};
  tx_read_code(component->code, codes);
  const uint8_t *magic = tx_read_bytes(reader, 4);
  if (!magic || memcmp(magic, "TSTA", 4) || tx_read_number(reader, 4) != STATE_FORM)
    return "the state is damaged";
  bool is_own = true;
  for (int i = 0; i < 3; i++) is_own &= tx_read_number(reader, 4) == codes[i];
  state->version = (uint32_t)tx_read_number(reader, 4);
  if (!is_own) return "the state is another component's";
  if (state->version > component->state_version) return "the state is of a newer version";
  return NULL;
}

static bool are_finite(const uint8_t *values, uint32_t count) {
  tx_reader reader = {values, (size_t)count * 12, 0, false};
  for (uint32_t i = 0; i < count; i++) {
    tx_read_number(&reader, 8);
    tx_read_float(&reader);
  }
  return tx_is_finished(&reader);
}

const char *tx_read_state(
    const tenuto_component *component, const uint8_t *bytes, size_t count, tx_state *state) {
  if (count == 0) return "the state is empty";
  if (count < STATE_BYTES) return "the state is damaged";
  tx_reader sum = {bytes + count - 4, 4, 0, false};
  if (tx_read_number(&sum, 4) != checksum(bytes, count - 4)) return "the state is damaged";
  tx_reader reader = {bytes, count - 4, 0, false};
  const char *fault = read_head(&reader, component, state);
  if (fault) return fault;
  state->value_count = (uint32_t)tx_read_number(&reader, 4);
  state->values = tx_read_bytes(&reader, (size_t)state->value_count * 12);
  state->data_count = tx_read_number(&reader, 4);
  state->data = tx_read_bytes(&reader, state->data_count);
  if (!tx_is_finished(&reader) || !are_finite(state->values, state->value_count))
    return "the state is damaged";
  return NULL;
}

static void set_defaults(const tenuto_component *component, float *values) {
  for (uint16_t i = 0; i < component->parameter_count; i++)
    values[i] = component->parameters[i].default_value;
}

static void set_value(
    const tenuto_component *component, float *values, uint64_t address, float value) {
  int index = tx_parameter_index(component, address);
  if (index < 0 || !tx_is_settable(&component->parameters[index])) return;
  values[index] = tx_clamp(&component->parameters[index], value);
}

void tx_state_values(const tenuto_component *component, const tx_state *state, float *values) {
  set_defaults(component, values);
  tx_reader reader = {state->values, (size_t)state->value_count * 12, 0, false};
  for (uint32_t i = 0; i < state->value_count; i++) {
    uint64_t address = tx_read_number(&reader, 8);
    set_value(component, values, address, tx_read_float(&reader));
  }
}

void tx_preset_values(
    const tenuto_component *component, const tenuto_preset *preset, float *values) {
  set_defaults(component, values);
  for (uint16_t i = 0; i < preset->value_count; i++)
    set_value(component, values, preset->values[i].address, preset->values[i].value);
}
