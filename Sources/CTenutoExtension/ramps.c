#include "cycle.h"

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void set_value(tenuto_cycle *cycle, int index, float value) {
  cycle->current[index] = value;
  if (cycle->component->parameter)
    cycle->component->parameter(
        cycle->kernel, cycle->component->parameters[index].address, value);
}

static void end_ramp(tenuto_cycle *cycle, int index) {
  if (cycle->ramps[index].frame_count == 0) return;
  cycle->ramps[index].frame_count = 0;
  cycle->ramp_count--;
}

void tx_set_parameter(tenuto_cycle *cycle, int index, float value) {
  end_ramp(cycle, index);
  set_value(cycle, index, value);
}

void tx_start_ramp(tenuto_cycle *cycle, int index, float value, uint32_t frame_count) {
  const tenuto_parameter *parameter = &cycle->component->parameters[index];
  end_ramp(cycle, index);
  if ((parameter->flags & TENUTO_PARAMETER_CAN_RAMP) && cycle->component->ramp) {
    cycle->current[index] = value;
    cycle->component->ramp(cycle->kernel, parameter->address, value, frame_count);
    return;
  }
  cycle->ramps[index] = (tx_ramp){cycle->current[index], value, frame_count, 0};
  cycle->ramp_count++;
}

// Frames until the next step of a ramp.
static uint32_t frames_to_step(const tx_ramp *ramp) {
  uint32_t step = TX_RAMP_STEP - ramp->position % TX_RAMP_STEP;
  return least(step, ramp->frame_count - ramp->position);
}

// The most frames that may be rendered before the next ramp step.
uint32_t tx_ramp_limit(const tenuto_cycle *cycle) {
  uint32_t limit = UINT32_MAX;
  for (int i = 0; cycle->ramp_count && i < cycle->component->parameter_count; i++)
    if (cycle->ramps[i].frame_count) limit = least(limit, frames_to_step(&cycle->ramps[i]));
  return limit;
}

void tx_advance_ramps(tenuto_cycle *cycle, uint32_t frame_count) {
  for (int i = 0; cycle->ramp_count && i < cycle->component->parameter_count; i++) {
    tx_ramp *ramp = &cycle->ramps[i];
    if (ramp->frame_count == 0) continue;
    ramp->position += frame_count;
    if (ramp->position >= ramp->frame_count) {
      tx_set_parameter(cycle, i, ramp->end);
    } else if (ramp->position % TX_RAMP_STEP == 0) {
      float part = (float)ramp->position / (float)ramp->frame_count;
      set_value(cycle, i, tx_clamp(&cycle->component->parameters[i],
                              ramp->start + (ramp->end - ramp->start) * part));
    }
  }
}
