#include "tuning.h"
#include <stdlib.h>
#include <string.h>

void *tuning_open(tenuto_host *host) {
  tuning *unit = calloc(1, sizeof *unit);
  if (unit) unit->host = host;
  return unit;
}

void tuning_close(void *unit) { free(unit); }

void tuning_save(void *unit, tenuto_scope scope, tenuto_output *output) {
  (void)scope;
  for (int i = 0; i < TUNING_NOTES; i++) {
    float cents = ((tuning *)unit)->cents[i];
    tenuto_write(output, &cents, sizeof cents);
  }
}

// All or nothing.
static bool set(tuning *unit, const void *bytes, size_t count) {
  float cents[TUNING_NOTES];
  if (count != sizeof cents) return false;
  memcpy(cents, bytes, sizeof cents);
  for (int i = 0; i < TUNING_NOTES; i++)
    if (!(cents[i] >= -100 && cents[i] <= 100)) return false;
  for (int i = 0; i < TUNING_NOTES; i++) unit->cents[i] = cents[i];
  return true;
}

bool tuning_load(void *unit, uint32_t version, const void *bytes, size_t count) {
  (void)version;
  // Presets do not contain the tuning.
  return count == 0 || set(unit, bytes, count);
}

bool tuning_message(void *unit, const void *bytes, size_t count, tenuto_output *reply) {
  (void)reply;
  if (!set(unit, bytes, count)) return false;
  tenuto_state_changed(((tuning *)unit)->host);
  return true;
}
