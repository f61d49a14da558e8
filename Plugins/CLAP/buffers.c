#include "buffers.h"
#include <stdlib.h>
#include <string.h>

// In bytes, for the widest vectors.
enum { ALIGNMENT = 64 };

static uint32_t channels_of(const port_list *ports, const uint16_t *bus_channels, uint32_t bus) {
  // An unused bus keeps its channels, which are silent.
  return bus_channels[bus] ? bus_channels[bus] : ports->ports[bus].channel_count;
}

static float *make_channel(uint32_t frame_count) {
  size_t bytes = (frame_count * sizeof(float) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  float *channel = aligned_alloc(ALIGNMENT, bytes);
  if (channel) memset(channel, 0, bytes);
  return channel;
}

bool buffers_make(
    buffers *b, const port_list *ports, const uint16_t *bus_channels, uint32_t frame_count) {
  for (uint32_t i = 0; i < ports->count; i++)
    b->channel_count += channels_of(ports, bus_channels, i);
  b->channels = calloc(b->channel_count + 1u, sizeof *b->channels);
  b->own = calloc(b->channel_count + 1u, sizeof *b->own);
  b->sources = calloc(b->channel_count + 1u, sizeof *b->sources);
  if (!b->channels || !b->own || !b->sources) return false;
  uint32_t next = 0;
  int32_t source = 0;
  for (uint32_t i = 0; i < ports->count; i++) {
    uint32_t count = channels_of(ports, bus_channels, i);
    b->busses[i] = (clap_audio_buffer){.data32 = b->channels + next, .channel_count = count};
    for (uint32_t j = 0; j < count; j++, next++) {
      b->sources[next] = bus_channels[i] ? source++ : -1;
      b->channels[next] = b->own[next] = make_channel(frame_count);
      if (!b->own[next]) return false;
    }
  }
  return true;
}

void buffers_free(buffers *b) {
  for (uint32_t i = 0; b->own && i < b->channel_count; i++) free(b->own[i]);
  free(b->channels);
  free(b->own);
  free(b->sources);
}

// A call that begins within a cycle has unaligned samples, which some plug-ins cannot process.
// These samples are copied to aligned memory.
static bool is_aligned(const void *samples) { return (uintptr_t)samples % ALIGNMENT == 0; }

void buffers_take_inputs(buffers *b, const float *const *inputs, uint32_t frame_count) {
  for (uint32_t i = 0; i < b->channel_count; i++) {
    if (b->sources[i] < 0) continue;
    const float *samples = inputs[b->sources[i]];
    bool is_taken = is_aligned(samples);
    if (!is_taken) memcpy(b->own[i], samples, frame_count * sizeof *samples);
    // CLAP's buffers are not const; a plug-in that writes to its inputs is faulty.
    b->channels[i] = is_taken ? (float *)samples : b->own[i];
  }
}

void buffers_take_outputs(buffers *b, float *const *outputs) {
  for (uint32_t i = 0; i < b->channel_count; i++)
    if (b->sources[i] >= 0)
      b->channels[i] = is_aligned(outputs[b->sources[i]]) ? outputs[b->sources[i]] : b->own[i];
  for (uint32_t i = 0; i < MOST_AUDIO_PORTS; i++) b->busses[i].constant_mask = 0;
}

void buffers_give_outputs(const buffers *b, float *const *outputs, uint32_t frame_count) {
  for (uint32_t i = 0; i < b->channel_count; i++) {
    if (b->sources[i] < 0 || b->channels[i] != b->own[i]) continue;
    memcpy(outputs[b->sources[i]], b->own[i], frame_count * sizeof(float));
  }
}
