// FluidSynth as the SoundFont instrument uses it: one synthesizer with one font.
//
// In C because FluidSynth reports faults and reads files by callbacks, and because only a C
// declaration can carry the mark that Swift's check of the render path reads.
#pragma once
#include <fluidsynth.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Callable from a Swift function marked @_noLocks. FluidSynth itself carries no marks: that these
// calls neither allocate nor lock is read from its source and measured; "SoundFonts" says how far.
#define SYNTH_RENDER_SAFE __attribute__((swift_attr("@_noLocks")))

enum { SYNTH_PART_COUNT = 16, SYNTH_DRUM_BANK = 128, SYNTH_BLOCK_FRAMES = 64 };

// --- Thread: control -------------------------------------------------------------------------

// Makes a synthesizer with FluidSynth's default settings, without its lock; NULL without memory.
// `sample_rate` is 8000...96000 Hz, `polyphony` the most voices that it will have.
fluid_synth_t *synth_make(double sample_rate, int polyphony);
void synth_free(fluid_synth_t *synth);

// Loads a font, in place of an earlier one. `descriptor` is the open file, which stays open; a
// negative one has FluidSynth open `path` itself, as formats need that other libraries read.
// It renders one block, as FluidSynth's player does before the first event is heard, so that the
// modulation of reverb and chorus goes with the music as it does there.
// Returns the font's id; -1, with FluidSynth's last words in `reason`, if it is refused.
int synth_load_font(
    fluid_synth_t *synth, const char *path, int descriptor, char *reason, size_t capacity);

// --- Thread: render --------------------------------------------------------------------------

// The three bytes of a MIDI 1.0 channel voice message; one that it does not have is 0.
SYNTH_RENDER_SAFE void synth_channel_message(
    fluid_synth_t *synth, uint8_t status, uint8_t first, uint8_t second);
// A System Exclusive message without F0 and F7.
SYNTH_RENDER_SAFE void synth_system_exclusive(
    fluid_synth_t *synth, const uint8_t *bytes, int count);
// Gives a part a preset; its type, drums or not, follows from the bank.
SYNTH_RENDER_SAFE void synth_select(fluid_synth_t *synth, int part, int bank, int program);
// What a part plays: the bank in the upper, the program in the lower 16 bits.
SYNTH_RENDER_SAFE uint32_t synth_program(fluid_synth_t *synth, int part);
// Writes at most `SYNTH_BLOCK_FRAMES` frames.
SYNTH_RENDER_SAFE void synth_render(fluid_synth_t *synth, int frames, float *left, float *right);
// Forgets notes, controllers and tails; presets are those of the start.
SYNTH_RENDER_SAFE void synth_reset(fluid_synth_t *synth);
// Gives the parts of `synth` the controllers, wheels and pressures of those of `other`.
SYNTH_RENDER_SAFE void synth_copy_controllers(fluid_synth_t *synth, fluid_synth_t *other);

SYNTH_RENDER_SAFE void synth_set_gain(fluid_synth_t *synth, float gain);
SYNTH_RENDER_SAFE void synth_set_polyphony(fluid_synth_t *synth, int voices);
SYNTH_RENDER_SAFE void synth_set_reverb(
    fluid_synth_t *synth, bool is_on, double room, double damp, double width, double level);
SYNTH_RENDER_SAFE void synth_set_chorus(
    fluid_synth_t *synth, bool is_on, int voices, double level, double speed, double depth,
    int shape);
// Adds to the pitch of a part.
SYNTH_RENDER_SAFE void synth_set_tuning(
    fluid_synth_t *synth, int part, float semitones, float cents);
