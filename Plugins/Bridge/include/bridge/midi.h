// Conversion of Universal MIDI Packets to the bytes of MIDI 1.0, and back. Thread: render.
#pragma once
#include "tenuto_extension.h"

enum { SYSEX_BYTES = 1 << 16 };

// A System Exclusive message received in pieces.
typedef struct sysex {
  uint32_t size;
  bool is_open, is_too_long;
  uint8_t bytes[SYSEX_BYTES];
} sysex;

// Adds a packet of 64 bits of data (message type 3); returns true if it completes the message.
bool sysex_take(sysex *s, const uint32_t words[4]);

// Writes the bytes of a channel voice or system message; returns 0 for any other packet.
uint32_t midi_bytes(const uint32_t words[4], uint8_t bytes[3]);

// Sends a message of MIDI 1.0, which may be System Exclusive, as packets of one group.
void midi_send(
    tenuto_cycle *cycle, uint32_t frame, uint32_t group, const uint8_t *bytes, uint32_t size);
