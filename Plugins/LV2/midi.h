// Universal MIDI Packets to the bytes of MIDI 1.0, and back. Thread: render.
#pragma once
#include "kernel.h"

// Has all sound and all notes end with the next call.
void midi_silence(kernel *k);

// The bytes of a packet of channel voice or system messages; 0 for what has none.
uint32_t midi_bytes(const uint32_t words[4], uint8_t bytes[3]);

// Sends a message of MIDI 1.0, which may be System Exclusive, as packets of one group.
void midi_send(
    tenuto_cycle *cycle, uint32_t frame, uint32_t group, const uint8_t *bytes, uint32_t size);
