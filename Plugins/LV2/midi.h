// MIDI that waits for the next call. Thread: render.
#pragma once
#include "bridge/midi.h"
#include "kernel.h"

// Ends all sound and all notes with the next call.
void midi_silence(kernel *k);
