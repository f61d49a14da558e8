// Universal MIDI Packets to the bytes of MIDI 1.0, and back. Thread: render.
#pragma once
#include "tenuto_extension.h"

enum { SYSEX_BYTES = 1 << 16 };

// A System Exclusive message that comes in pieces.
typedef struct sysex {
  uint32_t size;
  bool is_open, is_too_long;
  uint8_t bytes[SYSEX_BYTES];
} sysex;

// Takes a packet of 64 bits of data (message type 3); true where the message is whole with it.
bool sysex_take(sysex *s, const uint32_t words[4]);

// The bytes of a packet of channel voice or system messages; 0 for what has none.
uint32_t midi_bytes(const uint32_t words[4], uint8_t bytes[3]);

// Sends a message of MIDI 1.0, which may be System Exclusive, as packets of one group.
void midi_send(
    tenuto_cycle *cycle, uint32_t frame, uint32_t group, const uint8_t *bytes, uint32_t size);
