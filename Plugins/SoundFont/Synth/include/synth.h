// FluidSynth as the SoundFont instrument uses it: one synthesizer with one font.
//
// This is C because FluidSynth reports errors and reads files by callbacks, and because only a C
// declaration can carry the attribute that Swift's check of the render path needs.
#pragma once
#include <fluidsynth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Callable from a Swift function marked @_noLocks. FluidSynth itself has no such marks: its source
// and measurements show that these calls neither allocate nor lock. The article "SoundFonts" has
// the details.
#define SYNTH_RENDER_SAFE __attribute__((swift_attr("@_noLocks")))

enum { SYNTH_PART_COUNT = 16, SYNTH_DRUM_BANK = 128, SYNTH_BLOCK_FRAMES = 64 };

// --- Thread: control -------------------------------------------------------------------------

// Creates a synthesizer with FluidSynth's default settings, without its lock, or returns NULL if
// memory runs out. `sample_rate` is 8000...96000 Hz, `polyphony` the greatest number of voices.
fluid_synth_t *synth_make(double sample_rate, int polyphony);
void synth_free(fluid_synth_t *synth);

// Loads a font in place of an earlier one. `descriptor` is the open file, which stays open; with a
// negative one, FluidSynth opens `path` itself, as required by formats that other libraries read.
// Renders one block, as FluidSynth's player does before the first event, so that the modulation of
// reverb and chorus has the same phase as there. Returns the font's id, or -1 with FluidSynth's
// last message in `reason`.
int synth_load_font(
    fluid_synth_t *synth, const char *path, int descriptor, char *reason, size_t capacity);

// --- Thread: render --------------------------------------------------------------------------

// Sends the three bytes of a MIDI 1.0 channel voice message; a missing byte is 0.
SYNTH_RENDER_SAFE void synth_channel_message(
    fluid_synth_t *synth, uint8_t status, uint8_t first, uint8_t second);
// Sends a System Exclusive message without F0 and F7.
SYNTH_RENDER_SAFE void synth_system_exclusive(
    fluid_synth_t *synth, const uint8_t *bytes, int count);
// Selects the preset of a part; the bank decides whether the part has drums.
SYNTH_RENDER_SAFE void synth_select(fluid_synth_t *synth, int part, int bank, int program);
// Returns the preset of a part: the bank in the upper, the program in the lower 16 bits.
SYNTH_RENDER_SAFE uint32_t synth_program(fluid_synth_t *synth, int part);
// Writes at most `SYNTH_BLOCK_FRAMES` frames.
SYNTH_RENDER_SAFE void synth_render(fluid_synth_t *synth, int frames, float *left, float *right);
// Clears notes, controllers and tails; presets return to those of the start.
SYNTH_RENDER_SAFE void synth_reset(fluid_synth_t *synth);
// Copies controllers, wheels and pressures from the parts of `other` to those of `synth`.
SYNTH_RENDER_SAFE void synth_copy_controllers(fluid_synth_t *synth, fluid_synth_t *other);

SYNTH_RENDER_SAFE void synth_set_gain(fluid_synth_t *synth, float gain);
SYNTH_RENDER_SAFE void synth_set_polyphony(fluid_synth_t *synth, int voices);
SYNTH_RENDER_SAFE void synth_set_reverb(
    fluid_synth_t *synth, bool is_on, double room, double damp, double width, double level);
SYNTH_RENDER_SAFE void synth_set_chorus(
    fluid_synth_t *synth, bool is_on, int voices, double level, double speed, double depth,
    int shape);
// Tunes a part.
SYNTH_RENDER_SAFE void synth_set_tuning(
    fluid_synth_t *synth, int part, float semitones, float cents);
