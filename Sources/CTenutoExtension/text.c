#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "component.h"

static const char *symbol(const tenuto_parameter *parameter) {
  switch (parameter->unit) {
    case TENUTO_UNIT_PERCENT: return "%";
    case TENUTO_UNIT_SECONDS: return "s";
    case TENUTO_UNIT_SAMPLE_FRAMES: return "frames";
    case TENUTO_UNIT_HERTZ: return "Hz";
    case TENUTO_UNIT_CENTS: return "ct";
    case TENUTO_UNIT_SEMITONES: return "st";
    case TENUTO_UNIT_DECIBELS: return "dB";
    case TENUTO_UNIT_MILLISECONDS: return "ms";
    case TENUTO_UNIT_RATIO: return ":1";
    case TENUTO_UNIT_CUSTOM: return parameter->unit_name ? parameter->unit_name : "";
    default: return "";
  }
}

void tx_write_text(tenuto_output *output, const tenuto_parameter *parameter, float value) {
  float clamped = tx_clamp(parameter, value);
  float place = roundf(clamped - parameter->minimum);
  if (place < parameter->value_name_count) {
    tx_write_string(output, parameter->value_names[(uint16_t)place]);
    return;
  }
  if (parameter->unit == TENUTO_UNIT_BOOLEAN) {
    tx_write_string(output, clamped >= 0.5f ? "on" : "off");
    return;
  }
  char text[TX_STRING_BYTES + 1];
  const char *unit = symbol(parameter);
  snprintf(text, sizeof text, "%.6g%s%s", (double)clamped, *unit ? " " : "", unit);
  tx_write_string(output, text);
}

bool tx_read_text(const tenuto_parameter *parameter, const char *text, float *value) {
  for (uint16_t i = 0; i < parameter->value_name_count; i++)
    if (!strcasecmp(text, parameter->value_names[i])) {
      *value = parameter->minimum + i;
      return true;
    }
  bool is_on = !strcasecmp(text, "on");
  if (parameter->unit == TENUTO_UNIT_BOOLEAN && (is_on || !strcasecmp(text, "off"))) {
    *value = is_on;
    return true;
  }
  char *end;
  float number = strtof(text, &end);
  if (end == text || !tx_is_finite(number)) return false;
  while (*end == ' ') end++;
  if (*end && strcasecmp(end, symbol(parameter))) return false;
  *value = tx_clamp(parameter, number);
  return true;
}
