// The description of a component, and what is derived from it.
#pragma once
#include "bytes.h"

// Parses the three codes of "aumu ckrn Tnto"; false if the text is malformed.
bool tx_read_code(const char *text, uint32_t codes[3]);

// One sentence on the component's first error, NULL if it is valid.
const char *tx_component_fault(const tenuto_component *component);

// Writes the description in its wire format.
void tx_write_description(tenuto_output *output, const tenuto_component *component);

// Whether the component supports these channel counts of each bus.
bool tx_accepts(
    const tenuto_component *component, const uint16_t *inputs, const uint16_t *outputs);

// The index of the parameter at `address`, -1 if unknown.
int tx_parameter_index(const tenuto_component *component, uint64_t address);

const tenuto_preset *tx_preset(const tenuto_component *component, int32_t number);

// `value` clamped to the range, and rounded if the parameter takes only whole numbers.
float tx_clamp(const tenuto_parameter *parameter, float value);

// Whether the host may set it.
static inline bool tx_is_settable(const tenuto_parameter *parameter) {
  return !(parameter->flags & TENUTO_PARAMETER_READ_ONLY);
}

// The text for a value.
void tx_write_text(tenuto_output *output, const tenuto_parameter *parameter, float value);

// The value of a text; false if the text has no value.
bool tx_read_text(const tenuto_parameter *parameter, const char *text, float *value);
