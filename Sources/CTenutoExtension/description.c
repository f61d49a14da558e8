#include "component.h"

static void write_strings(tenuto_output *output, const char *const *texts, uint16_t count) {
  tx_write_number(output, count, 2);
  for (uint16_t i = 0; i < count; i++) tx_write_string(output, texts[i]);
}

static void write_addresses(tenuto_output *output, const uint64_t *addresses, uint16_t count) {
  tx_write_number(output, count, 2);
  for (uint16_t i = 0; i < count; i++) tx_write_number(output, addresses[i], 8);
}

static void write_busses(tenuto_output *output, const tenuto_bus *busses, uint16_t count) {
  tx_write_number(output, count, 2);
  for (uint16_t i = 0; i < count; i++) {
    tx_write_string(output, busses[i].name);
    tx_write_number(output, busses[i].channel_count, 2);
    tx_write_number(output, busses[i].is_optional, 1);
  }
}

static void write_parameter(
    tenuto_output *output, const tenuto_component *component, const tenuto_parameter *p) {
  tx_write_number(output, p->address, 8);
  tx_write_string(output, p->identifier);
  tx_write_string(output, p->name ? p->name : p->identifier);
  tx_write_string(output, p->group);
  tx_write_float(output, p->minimum);
  tx_write_float(output, p->maximum);
  tx_write_float(output, p->default_value);
  tx_write_number(output, p->unit, 4);
  tx_write_string(output, p->unit_name);
  // A kernel without `ramp` gets steps, whatever flags its parameters have.
  tx_write_number(
      output, component->ramp ? p->flags : p->flags & ~(uint32_t)TENUTO_PARAMETER_CAN_RAMP, 4);
  write_strings(output, p->value_names, p->value_name_count);
  write_addresses(output, p->dependents, p->dependent_count);
}

static void write_preset(tenuto_output *output, const tenuto_preset *preset) {
  tx_write_number(output, (uint32_t)preset->number, 4);
  tx_write_string(output, preset->name);
  tx_write_number(output, preset->value_count, 2);
  for (uint16_t i = 0; i < preset->value_count; i++) {
    tx_write_number(output, preset->values[i].address, 8);
    tx_write_float(output, preset->values[i].value);
  }
}

static void write_words(tenuto_output *output, const tenuto_component *component) {
  uint32_t codes[3] = {0};
  tx_read_code(component->code, codes);
  for (int i = 0; i < 3; i++) tx_write_number(output, codes[i], 4);
  tx_write_string(output, component->name);
  tx_write_string(output, component->manufacturer);
  tx_write_string(output, component->version ? component->version : "1.0.0");
  tx_write_string(output, component->summary);
  tx_write_string(output, component->license);
  tx_write_string(output, component->contact);
  write_strings(output, component->tags, component->tag_count);
}

void tx_write_description(tenuto_output *output, const tenuto_component *component) {
  write_words(output, component);
  write_busses(output, component->inputs, component->input_count);
  write_busses(output, component->outputs, component->output_count);
  tx_write_number(output, component->capability_count, 2);
  for (uint16_t i = 0; i < component->capability_count; i++) {
    tx_write_number(output, (uint16_t)component->capabilities[i].input_count, 2);
    tx_write_number(output, (uint16_t)component->capabilities[i].output_count, 2);
  }
  tx_write_number(output, component->parameter_count, 2);
  for (uint16_t i = 0; i < component->parameter_count; i++)
    write_parameter(output, component, &component->parameters[i]);
  tx_write_number(output, component->group_count, 2);
  for (uint16_t i = 0; i < component->group_count; i++) {
    tx_write_string(output, component->groups[i].path);
    tx_write_string(output, component->groups[i].name);
  }
  write_addresses(output, component->overview, component->overview_count);
  tx_write_number(output, component->preset_count, 2);
  for (uint16_t i = 0; i < component->preset_count; i++)
    write_preset(output, &component->presets[i]);
  tx_write_number(output, component->state_version, 4);
  tx_write_number(output, component->midi_protocol == 1 ? 1 : 2, 1);
  write_strings(output, component->midi_outputs, component->midi_output_count);
  tx_write_number(output, component->supports_mpe, 1);
  tx_write_number(output, component->is_deterministic, 1);
}
