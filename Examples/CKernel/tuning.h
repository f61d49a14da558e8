// The tuning of the twelve notes of the octave, which belongs to the instance, not to its sound.
#pragma once
#include <stdatomic.h>
#include "tenuto_extension.h"

enum { TUNING_NOTES = 12, TUNING_BYTES = 48 };

// The control thread writes and the render thread reads each number separately.
typedef struct tuning {
  tenuto_host *host;
  _Atomic float cents[TUNING_NOTES];  // from C on
} tuning;

void *tuning_open(tenuto_host *host);
void tuning_close(void *unit);
void tuning_save(void *unit, tenuto_scope scope, tenuto_output *output);
bool tuning_load(void *unit, uint32_t version, const void *bytes, size_t count);

// A message sets the tuning: twelve floats, cents from equal temperament, -100...100.
bool tuning_message(void *unit, const void *bytes, size_t count, tenuto_output *reply);
