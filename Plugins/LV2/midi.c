#include "midi.h"
#include <string.h>

enum { DATA_64 = 3 };
enum { ALL_SOUND_OFF = 120, ALL_NOTES_OFF = 123 };  // controllers

static void add(kernel *k, uint32_t frame, uint32_t port, const uint8_t *bytes, uint32_t size) {
  // A block that is being filled has begun before this cycle.
  pending_event event = {k->block_fill + frame, (uint16_t)port, size};
  if (k->pending_bytes + sizeof event + size > sizeof k->pending) return;
  memcpy(k->pending + k->pending_bytes, &event, sizeof event);
  memcpy(k->pending + k->pending_bytes + sizeof event, bytes, size);
  k->pending_bytes += (uint32_t)sizeof event + size;
}

void midi_silence(kernel *k) {
  for (uint8_t channel = 0; channel < 16; channel++)
    for (int i = 0; i < 2; i++) {
      uint8_t bytes[3] = {0xB0 | channel, i ? ALL_NOTES_OFF : ALL_SOUND_OFF, 0};
      add(k, 0, 0, bytes, sizeof bytes);
    }
}

static void take_sysex(kernel *k, const uint32_t words[4], uint32_t frame, uint32_t group) {
  sysex *s = &k->sysex_in[group];
  if (sysex_take(s, words)) add(k, frame, group, s->bytes, s->size);
}

void kernel_midi_at(void *kernel_, const uint32_t words[4], uint32_t frame) {
  kernel *k = kernel_;
  uint32_t group = words[0] >> 24 & 15;
  uint8_t bytes[3];
  if (words[0] >> 28 == DATA_64) {
    take_sysex(k, words, frame, group);
    return;
  }
  uint32_t size = midi_bytes(words, bytes);
  if (size) add(k, frame, group, bytes, size);
}
