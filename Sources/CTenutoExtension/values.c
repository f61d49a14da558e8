#include "values.h"
#include <stdlib.h>
#include <string.h>

static const uint64_t has_value = 1ull << 32;

bool tx_values_make(tx_values *values, const tenuto_component *component) {
  size_t count = component->parameter_count + 1u;
  values->component = component;
  values->shown = calloc(count, sizeof *values->shown);
  values->pending = calloc(count, sizeof *values->pending);
  if (!values->shown || !values->pending) return false;
  atomic_init(&values->is_pending, false);
  atomic_init(&values->is_reset_wanted, false);
  for (int i = 0; i < component->parameter_count; i++)
    tx_values_show(values, i, component->parameters[i].default_value);
  return true;
}

void tx_values_free(tx_values *values) {
  free(values->shown);
  free(values->pending);
  values->shown = NULL;
  values->pending = NULL;
}

void tx_values_set(tx_values *values, int index, float value) {
  tx_values_show(values, index, value);
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  atomic_store_explicit(&values->pending[index], has_value | bits, memory_order_relaxed);
  atomic_store_explicit(&values->is_pending, true, memory_order_release);
}

void tx_values_renew(tx_values *values) {
  for (int i = 0; i < values->component->parameter_count; i++)
    if (tx_is_settable(&values->component->parameters[i]))
      tx_values_set(values, i, tx_values_get(values, i));
}

bool tx_values_take(tx_values *values, int index, float *value) {
  if (!atomic_load_explicit(&values->pending[index], memory_order_relaxed)) return false;
  uint64_t taken = atomic_exchange_explicit(&values->pending[index], 0, memory_order_relaxed);
  uint32_t bits = (uint32_t)taken;
  memcpy(value, &bits, sizeof bits);
  return taken != 0;
}
