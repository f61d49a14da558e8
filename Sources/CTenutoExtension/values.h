// The parameters' values, shared by the control thread and the render thread without a lock.
#pragma once
#include <stdatomic.h>
#include "component.h"

typedef struct tx_values {
  const tenuto_component *component;
  // The values for the host: the bits of a float each. Both threads write; the last one applies.
  _Atomic uint32_t *shown;
  // Values to be set before the next cycle: HAS_VALUE and the bits of a float.
  _Atomic uint64_t *pending;
  atomic_bool is_pending;
  atomic_bool is_reset_wanted;
} tx_values;

// Creates all values with their defaults; returns false if memory runs out. Thread: control.
bool tx_values_make(tx_values *values, const tenuto_component *component);
void tx_values_free(tx_values *values);

// Sets a value for the kernel and for the host to see. Thread: control.
void tx_values_set(tx_values *values, int index, float value);
// Sets every parameter again, for a kernel that knows none. Thread: control.
void tx_values_renew(tx_values *values);

// Takes a value to be set; returns false if none exists. Thread: render.
bool tx_values_take(tx_values *values, int index, float *value);

static inline float tx_values_get(const tx_values *values, int index) {
  union { uint32_t bits; float value; } number;
  number.bits = atomic_load_explicit(&values->shown[index], memory_order_relaxed);
  return number.value;
}

static inline void tx_values_show(tx_values *values, int index, float value) {
  union { uint32_t bits; float value; } number;
  number.value = value;
  atomic_store_explicit(&values->shown[index], number.bits, memory_order_relaxed);
}
