#include <math.h>
#include <string.h>
#include "cycle.h"

int64_t tenuto_sample_time(const tenuto_cycle *cycle) {
  return cycle->sample_time + cycle->start;
}

bool tenuto_is_offline(const tenuto_cycle *cycle) { return cycle->flags & TENUTO_CYCLE_OFFLINE; }

// Advances the time by a number of frames, at the same tempo.
static void advance(tenuto_music *music, uint32_t frame_count, double sample_rate) {
  if (!music->is_playing) return;
  music->sample_position += frame_count;
  music->beat_position += frame_count * music->tempo / (60 * sample_rate);
  double length = 4.0 * music->meter_numerator / music->meter_denominator;
  double measures = length > 0 ? (music->beat_position - music->measure_downbeat) / length : 0;
  if (measures >= 1 && measures < 1e15) music->measure_downbeat += floor(measures) * length;
}

bool tenuto_get_music(const tenuto_cycle *cycle, tenuto_music *music) {
  memset(music, 0, sizeof *music);
  music->tempo = 120;
  music->meter_numerator = music->meter_denominator = 4;
  if (cycle->context_count == 0) return false;
  // A copy: the host may write the page at any time.
  tenuto_musical_context context = cycle->page->contexts[cycle->context_index];
  if (!tx_is_finite_double(context.tempo) || !tx_is_finite_double(context.beat_position) ||
      !tx_is_finite_double(context.measure_downbeat))
    return false;
  music->tempo = context.tempo;
  music->beat_position = context.beat_position;
  music->measure_downbeat = context.measure_downbeat;
  music->loop_start = context.loop_start;
  music->loop_end = context.loop_end;
  music->sample_position = context.sample_position;
  music->meter_numerator = context.meter_numerator;
  music->meter_denominator = context.meter_denominator ? context.meter_denominator : 1;
  music->is_playing = context.flags & TENUTO_TRANSPORT_PLAYING;
  music->is_recording = context.flags & TENUTO_TRANSPORT_RECORDING;
  music->is_looping = context.flags & TENUTO_TRANSPORT_LOOPING;
  if (cycle->start > context.frame_offset)
    advance(music, cycle->start - context.frame_offset, cycle->format.sample_rate);
  return true;
}

static bool insert(tenuto_cycle *cycle, uint32_t frame, tenuto_event *event) {
  uint32_t last = cycle->call_frame_count - 1;
  event->frame_offset = cycle->start + (frame < last ? frame : last);
  return tx_events_insert(&cycle->writer, event);
}

bool tenuto_send_midi(tenuto_cycle *cycle, uint32_t frame, const uint32_t words[4]) {
  static const uint8_t word_counts[16] = {1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4};
  tenuto_event event = {.kind = TENUTO_EVENT_MIDI};
  memcpy(event.words, words, word_counts[words[0] >> 28] * sizeof *words);
  return insert(cycle, frame, &event);
}

bool tenuto_send_parameter(tenuto_cycle *cycle, uint32_t frame, uint64_t address, float value) {
  int index = tx_parameter_index(cycle->component, address);
  if (index < 0) return false;
  value = tx_clamp(&cycle->component->parameters[index], value);
  cycle->current[index] = value;
  tx_values_show(cycle->values, index, value);
  tenuto_event event = {
      .kind = TENUTO_EVENT_PARAMETER, .words = {(uint32_t)address, (uint32_t)(address >> 32)}};
  memcpy(&event.words[2], &value, sizeof value);
  return insert(cycle, frame, &event);
}
