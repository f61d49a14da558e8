#include "component.h"
#include <math.h>
#include <string.h>

enum { MAXIMUM_BUS_CHANNELS = 64, MAXIMUM_CHANNELS = 256, MAXIMUM_MIDI_OUTPUTS = 16 };

bool tx_read_code(const char *text, uint32_t codes[3]) {
  if (!text || strlen(text) != 14 || text[4] != ' ' || text[9] != ' ') return false;
  for (int i = 0; i < 3; i++) {
    codes[i] = 0;
    for (int j = 0; j < 4; j++) {
      char character = text[5 * i + j];
      if (character < 0x20 || character > 0x7e) return false;
      codes[i] = codes[i] << 8 | (uint8_t)character;
    }
  }
  return true;
}

static bool has_fit_channels(const tenuto_bus *busses, uint16_t count) {
  uint32_t sum = 0;
  for (uint16_t i = 0; i < count; i++) {
    uint16_t channels = busses[i].channel_count;
    if (channels < 1 || channels > MAXIMUM_BUS_CHANNELS) return false;
    sum += channels;
  }
  return sum <= MAXIMUM_CHANNELS;
}

static const char *parameter_fault(const tenuto_component *component, uint16_t index) {
  const tenuto_parameter *p = &component->parameters[index];
  if (!p->identifier || !*p->identifier) return "a parameter has no identifier";
  if (!tx_is_finite(p->minimum) || !tx_is_finite(p->maximum))
    return "a parameter's range is not finite";
  if (!(p->minimum <= p->default_value && p->default_value <= p->maximum))
    return "a parameter's default is out of its range";
  for (uint16_t i = 0; i < index; i++) {
    const tenuto_parameter *other = &component->parameters[i];
    if (other->address == p->address) return "two parameters have one address";
    if (!strcmp(other->identifier, p->identifier)) return "two parameters have one identifier";
  }
  return NULL;
}

const char *tx_component_fault(const tenuto_component *component) {
  uint32_t codes[3];
  if (!tx_read_code(component->code, codes)) return "the code is not like 'aumu ckrn Tnto'";
  if (!component->create || !component->render) return "create or render is missing";
  if (!has_fit_channels(component->inputs, component->input_count) ||
      !has_fit_channels(component->outputs, component->output_count))
    return "a bus has 1 to 64 channels, all of a side have at most 256";
  if (component->parameter_count > TX_LIST_COUNT) return "there are more than 4096 parameters";
  if (component->midi_output_count > MAXIMUM_MIDI_OUTPUTS) return "there are 16 MIDI outputs";
  for (uint16_t i = 0; i < component->preset_count; i++) {
    const tenuto_preset *preset = &component->presets[i];
    if (preset->number < 0 || tx_preset(component, preset->number) != preset)
      return "a preset's number is negative or there twice";
  }
  for (uint16_t i = 0; i < component->parameter_count; i++) {
    const char *fault = parameter_fault(component, i);
    if (fault) return fault;
  }
  return NULL;
}

int tx_parameter_index(const tenuto_component *component, uint64_t address) {
  for (uint16_t i = 0; i < component->parameter_count; i++)
    if (component->parameters[i].address == address) return i;
  return -1;
}

const tenuto_preset *tx_preset(const tenuto_component *component, int32_t number) {
  for (uint16_t i = 0; i < component->preset_count; i++)
    if (component->presets[i].number == number) return &component->presets[i];
  return NULL;
}

static bool is_whole(uint32_t unit) {
  return unit == TENUTO_UNIT_INDEXED || unit == TENUTO_UNIT_BOOLEAN ||
         unit == TENUTO_UNIT_SAMPLE_FRAMES || unit == TENUTO_UNIT_MIDI_NOTE ||
         unit == TENUTO_UNIT_MIDI_CONTROLLER;
}

float tx_clamp(const tenuto_parameter *parameter, float value) {
  if (!tx_is_finite(value)) return parameter->default_value;
  if (value < parameter->minimum) value = parameter->minimum;
  if (value > parameter->maximum) value = parameter->maximum;
  return is_whole(parameter->unit) ? roundf(value) : value;
}

static bool capability_fits(
    int16_t capability, uint32_t main_count, uint32_t total) {
  if (capability >= 0) return main_count == (uint32_t)capability;
  return capability >= -2 || total <= (uint32_t)-capability;
}

static bool bus_counts_fit(
    const tenuto_component *component, const tenuto_bus *busses, uint16_t count,
    const uint16_t *channels, uint32_t *total) {
  *total = 0;
  for (uint16_t i = 0; i < count; i++) {
    *total += channels[i];
    // Capabilities refer to the main bus.
    if (i == 0 && component->capability_count) {
      if (channels[i] < 1 || channels[i] > MAXIMUM_BUS_CHANNELS) return false;
    } else if (channels[i] != busses[i].channel_count &&
               !(channels[i] == 0 && busses[i].is_optional)) {
      return false;
    }
  }
  return true;
}

bool tx_accepts(
    const tenuto_component *component, const uint16_t *inputs, const uint16_t *outputs) {
  uint32_t input_total, output_total;
  if (!bus_counts_fit(
          component, component->inputs, component->input_count, inputs, &input_total) ||
      !bus_counts_fit(
          component, component->outputs, component->output_count, outputs, &output_total))
    return false;
  uint32_t input = component->input_count ? inputs[0] : 0;
  uint32_t output = component->output_count ? outputs[0] : 0;
  for (uint16_t i = 0; i < component->capability_count; i++) {
    tenuto_capability capability = component->capabilities[i];
    bool fits = capability.input_count == -1 && capability.output_count == -1
                    ? input == output
                    : capability_fits(capability.input_count, input, input_total) &&
                          capability_fits(capability.output_count, output, output_total);
    if (fits) return true;
  }
  return component->capability_count == 0;
}
