// Reads and writes MIDI 2.0 channel voice messages in Universal MIDI Packets (M2-104-UM).
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Status nibbles of channel voice messages.
enum {
  TENUTO_MIDI_REGISTERED_PER_NOTE = 0x0,
  TENUTO_MIDI_ASSIGNABLE_PER_NOTE = 0x1,
  TENUTO_MIDI_REGISTERED_CONTROL = 0x2,
  TENUTO_MIDI_ASSIGNABLE_CONTROL = 0x3,
  TENUTO_MIDI_PER_NOTE_PITCH_BEND = 0x6,
  TENUTO_MIDI_NOTE_OFF = 0x8,
  TENUTO_MIDI_NOTE_ON = 0x9,
  TENUTO_MIDI_POLY_PRESSURE = 0xA,
  TENUTO_MIDI_CONTROL_CHANGE = 0xB,
  TENUTO_MIDI_PROGRAM_CHANGE = 0xC,
  TENUTO_MIDI_CHANNEL_PRESSURE = 0xD,
  TENUTO_MIDI_PITCH_BEND = 0xE,
};

// One MIDI 2.0 channel voice message.
typedef struct tenuto_voice_message {
  uint8_t group;
  uint8_t status;
  uint8_t channel;
  uint8_t index;      // note, controller or bank
  uint16_t velocity;  // of notes, 0...65535
  uint32_t data;      // 32 bits of value
} tenuto_voice_message;

// Whether the packet is a MIDI 2.0 channel voice message, and which.
static inline bool tenuto_voice_message_read(
    const uint32_t words[4], tenuto_voice_message *message) {
  if (words[0] >> 28 != 4) return false;
  message->group = words[0] >> 24 & 15;
  message->status = words[0] >> 20 & 15;
  message->channel = words[0] >> 16 & 15;
  message->index = words[0] >> 8 & 127;
  message->velocity = (uint16_t)(words[1] >> 16);
  message->data = words[1];
  return true;
}

// Writes a note on (`status` 9) or off (8).
static inline void tenuto_note_write(
    uint32_t words[4], uint8_t group, uint8_t status, uint8_t channel, uint8_t note,
    uint16_t velocity) {
  words[0] = 4u << 28 | (group & 15u) << 24 | (status & 15u) << 20 | (channel & 15u) << 16 |
             (note & 127u) << 8;
  words[1] = (uint32_t)velocity << 16;
  words[2] = words[3] = 0;
}

#ifdef __cplusplus
}
#endif
