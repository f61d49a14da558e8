// MIDI that waits for the next call. Thread: render.
#pragma once
#include "bridge/midi.h"
#include "kernel.h"

// Has all sound and all notes end with the next call.
void midi_silence(kernel *k);
