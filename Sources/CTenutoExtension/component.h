// What a component says of itself, and what follows from it.
#pragma once
#include "bytes.h"

// The three codes of "aumu ckrn Tnto"; false where the text is none.
bool tx_read_code(const char *text, uint32_t codes[3]);

// One sentence on what is wrong with a component, NULL where nothing is.
const char *tx_component_fault(const tenuto_component *component);

// Writes its description as it travels.
void tx_write_description(tenuto_output *output, const tenuto_component *component);

// Whether it works with so many channels on each bus.
bool tx_accepts(
    const tenuto_component *component, const uint16_t *inputs, const uint16_t *outputs);

// The place of the parameter at `address`, -1 where there is none.
int tx_parameter_index(const tenuto_component *component, uint64_t address);

const tenuto_preset *tx_preset(const tenuto_component *component, int32_t number);

// `value` put into the range, and to a whole number where only those are values.
float tx_clamp(const tenuto_parameter *parameter, float value);

// Whether the host sets it.
static inline bool tx_is_settable(const tenuto_parameter *parameter) {
  return !(parameter->flags & TENUTO_PARAMETER_READ_ONLY);
}

// How a value reads.
void tx_write_text(tenuto_output *output, const tenuto_parameter *parameter, float value);

// The value that a text means; false where it means none.
bool tx_read_text(const tenuto_parameter *parameter, const char *text, float *value);
