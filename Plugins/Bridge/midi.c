#include "bridge/midi.h"
#include <string.h>

enum { SYSTEM = 1, VOICE_1 = 2, DATA_64 = 3 };
enum { SYSEX_WHOLE = 0, SYSEX_START = 1, SYSEX_CONTINUE = 2, SYSEX_END = 3, PACKET_BYTES = 6 };

// Length of a message by its status, or 0 for an invalid status.
static uint32_t length_of(uint8_t status) {
  if (status < 0x80) return 0;
  if (status < 0xF0) return status >> 4 == 0xC || status >> 4 == 0xD ? 2 : 3;
  static const uint8_t lengths[16] = {0, 2, 3, 2, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1};
  return lengths[status & 15];
}

uint32_t midi_bytes(const uint32_t words[4], uint8_t bytes[3]) {
  uint32_t kind = words[0] >> 28;
  if (kind != SYSTEM && kind != VOICE_1) return 0;
  for (int i = 0; i < 3; i++) bytes[i] = (uint8_t)(words[0] >> (16 - 8 * i));
  return length_of(bytes[0]);
}

// --- In --------------------------------------------------------------------------------------

static void append(sysex *s, const uint8_t *bytes, uint32_t size) {
  if (s->size + size > sizeof s->bytes) s->is_too_long = true;
  if (s->is_too_long) return;
  memcpy(s->bytes + s->size, bytes, size);
  s->size += size;
}

bool sysex_take(sysex *s, const uint32_t words[4]) {
  uint32_t form = words[0] >> 20 & 15, count = words[0] >> 16 & 15;
  uint8_t bytes[PACKET_BYTES];
  for (int i = 0; i < PACKET_BYTES; i++)
    bytes[i] = (uint8_t)(i < 2 ? words[0] >> (8 - 8 * i) : words[1] >> (40 - 8 * i)) & 0x7F;
  if (form == SYSEX_WHOLE || form == SYSEX_START) {
    s->size = 0;
    s->is_open = true;
    s->is_too_long = false;
    append(s, (const uint8_t[]){0xF0}, 1);
  }
  if (!s->is_open || form > SYSEX_END) return false;
  append(s, bytes, count < PACKET_BYTES ? count : PACKET_BYTES);
  if (form != SYSEX_WHOLE && form != SYSEX_END) return false;
  append(s, (const uint8_t[]){0xF7}, 1);
  s->is_open = false;
  return !s->is_too_long;
}

// --- Out -------------------------------------------------------------------------------------

static void send_sysex(
    tenuto_cycle *cycle, uint32_t frame, uint32_t group, const uint8_t *bytes, uint32_t size) {
  // Skips F0 and F7.
  const uint8_t *data = bytes + 1;
  uint32_t count = size > 1 && bytes[size - 1] == 0xF7 ? size - 2 : size - 1;
  for (uint32_t start = 0; start == 0 || start < count; start += PACKET_BYTES) {
    uint32_t left = count - start, part = left < PACKET_BYTES ? left : PACKET_BYTES;
    bool is_first = start == 0, is_last = left <= PACKET_BYTES;
    uint32_t form = is_first ? (is_last ? SYSEX_WHOLE : SYSEX_START)
                             : (is_last ? SYSEX_END : SYSEX_CONTINUE);
    uint32_t words[4] = {DATA_64 << 28 | group << 24 | form << 20 | part << 16, 0, 0, 0};
    for (uint32_t i = 0; i < part; i++) {
      uint32_t byte = data[start + i] & 0x7Fu;
      if (i < 2) words[0] |= byte << (8 - 8 * i);
      else words[1] |= byte << (40 - 8 * i);
    }
    tenuto_send_midi(cycle, frame, words);
  }
}

void midi_send(
    tenuto_cycle *cycle, uint32_t frame, uint32_t group, const uint8_t *bytes, uint32_t size) {
  if (size == 0) return;
  group &= 15;
  if (bytes[0] == 0xF0) {
    send_sysex(cycle, frame, group, bytes, size);
    return;
  }
  uint32_t length = length_of(bytes[0]);
  if (length == 0 || size < length) return;
  uint32_t kind = bytes[0] >= 0xF0 ? SYSTEM : VOICE_1;
  uint32_t words[4] = {kind << 28 | group << 24 | (uint32_t)bytes[0] << 16, 0, 0, 0};
  if (length > 1) words[0] |= (bytes[1] & 0x7Fu) << 8;
  if (length > 2) words[0] |= bytes[2] & 0x7Fu;
  tenuto_send_midi(cycle, frame, words);
}
