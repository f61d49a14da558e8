#define _GNU_SOURCE
#include "synth.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// --- Faults ------------------------------------------------------------------------------------

// The buffer for errors of the thread that loads a font; NULL on all other threads.
static _Thread_local char *wanted_reason;
static _Thread_local size_t wanted_capacity;

// Replaces FluidSynth's log function, which writes to stderr, also on the render thread.
static void take_message(int level, const char *message, void *data) {
  (void)level;
  (void)data;
  if (wanted_reason) snprintf(wanted_reason, wanted_capacity, "%s", message);
}

static void take_messages(void) {
  for (int level = FLUID_PANIC; level < LAST_LOG_LEVEL; level++)
    fluid_set_log_function(level, level <= FLUID_ERR ? take_message : NULL, NULL);
}

// --- Files -------------------------------------------------------------------------------------

// The open file of the font that this thread loads.
static _Thread_local int wanted_file = -1;

static void *open_file(const char *path) {
  (void)path;
  int copy = wanted_file < 0 ? -1 : dup(wanted_file);
  FILE *file = copy < 0 ? NULL : fdopen(copy, "rb");
  if (file) rewind(file);
  if (!file && copy >= 0) close(copy);
  return file;
}

static int read_file(void *bytes, fluid_long_long_t count, void *file) {
  return count >= 0 && fread(bytes, 1, (size_t)count, file) == (size_t)count ? FLUID_OK
                                                                             : FLUID_FAILED;
}

static int seek_file(void *file, fluid_long_long_t offset, int origin) {
  return fseeko(file, offset, origin) == 0 ? FLUID_OK : FLUID_FAILED;
}

static int close_file(void *file) { return fclose(file) == 0 ? FLUID_OK : FLUID_FAILED; }

static fluid_long_long_t tell_file(void *file) { return ftello(file); }

static bool add_loader(fluid_settings_t *settings, fluid_synth_t *synth) {
  fluid_sfloader_t *loader = new_fluid_defsfloader(settings);
  if (!loader) return false;
  fluid_sfloader_set_callbacks(loader, open_file, read_file, seek_file, tell_file, close_file);
  fluid_synth_add_sfloader(synth, loader);
  return true;
}

// --- Effects -----------------------------------------------------------------------------------

// Replaces libgomp's function. FluidSynth's effects, and the loading of compressed samples, are
// parallel regions of OpenMP, for which libgomp allocates a team of threads in each block, even a
// team of one. Here each region runs in its caller. The executable exports the function.
void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags);

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags) {
  (void)threads;
  (void)flags;
  body(data);
}

// --- Control -----------------------------------------------------------------------------------

fluid_synth_t *synth_make(double sample_rate, int polyphony) {
  take_messages();
  fluid_settings_t *settings = new_fluid_settings();
  if (!settings) return NULL;
  fluid_settings_setnum(settings, "synth.sample-rate", sample_rate);
  fluid_settings_setint(settings, "synth.polyphony", polyphony);
  fluid_settings_setint(settings, "synth.midi-channels", SYNTH_PART_COUNT);
  // Only the render thread calls it while it sounds.
  fluid_settings_setint(settings, "synth.threadsafe-api", 0);
  // The sandbox limits locked memory.
  fluid_settings_setint(settings, "synth.lock-memory", 0);
  fluid_synth_t *synth = new_fluid_synth(settings);
  if (synth && add_loader(settings, synth)) return synth;
  if (synth) delete_fluid_synth(synth);
  delete_fluid_settings(settings);
  return NULL;
}

void synth_free(fluid_synth_t *synth) {
  fluid_settings_t *settings = fluid_synth_get_settings(synth);
  delete_fluid_synth(synth);
  delete_fluid_settings(settings);
}

int synth_load_font(
    fluid_synth_t *synth, const char *path, int descriptor, char *reason, size_t capacity) {
  wanted_reason = reason;
  wanted_capacity = capacity;
  wanted_file = descriptor;
  int font = fluid_synth_sfload(synth, path, 1);
  wanted_file = -1;
  wanted_reason = NULL;
  if (font == FLUID_FAILED) return -1;
  float block[2][SYNTH_BLOCK_FRAMES];
  synth_render(synth, SYNTH_BLOCK_FRAMES, block[0], block[1]);
  return font;
}

// --- Render ------------------------------------------------------------------------------------

void synth_channel_message(
    fluid_synth_t *synth, uint8_t status, uint8_t first, uint8_t second) {
  int part = status & 15;
  switch (status >> 4) {
    case 0x8: fluid_synth_noteoff(synth, part, first); break;
    case 0x9: fluid_synth_noteon(synth, part, first, second); break;
    case 0xA: fluid_synth_key_pressure(synth, part, first, second); break;
    case 0xB: fluid_synth_cc(synth, part, first, second); break;
    case 0xC: fluid_synth_program_change(synth, part, first); break;
    case 0xD: fluid_synth_channel_pressure(synth, part, first); break;
    case 0xE: fluid_synth_pitch_bend(synth, part, second << 7 | first); break;
    default: break;
  }
}

void synth_system_exclusive(fluid_synth_t *synth, const uint8_t *bytes, int count) {
  fluid_synth_sysex(synth, (const char *)bytes, count, NULL, NULL, NULL, 0);
}

void synth_select(fluid_synth_t *synth, int part, int bank, int program) {
  int type = bank == SYNTH_DRUM_BANK ? CHANNEL_TYPE_DRUM : CHANNEL_TYPE_MELODIC;
  fluid_synth_set_channel_type(synth, part, type);
  fluid_synth_bank_select(synth, part, bank);
  fluid_synth_program_change(synth, part, program);
}

uint32_t synth_program(fluid_synth_t *synth, int part) {
  int font = 0, bank = 0, program = 0;
  fluid_synth_get_program(synth, part, &font, &bank, &program);
  return (uint32_t)bank << 16 | (uint32_t)(program & 127);
}

void synth_render(fluid_synth_t *synth, int frames, float *left, float *right) {
  fluid_synth_write_float(synth, frames, left, 0, 1, right, 0, 1);
}

// Voices end when a block is rendered; after an earlier reset they would continue.
void synth_reset(fluid_synth_t *synth) {
  float block[2][SYNTH_BLOCK_FRAMES];
  fluid_synth_all_sounds_off(synth, -1);
  synth_render(synth, SYNTH_BLOCK_FRAMES, block[0], block[1]);
  fluid_synth_system_reset(synth);
  for (int i = 0; i < 2; i++) synth_render(synth, SYNTH_BLOCK_FRAMES, block[0], block[1]);
}

// Commands and data entry are not part of the state.
static bool is_state(int controller) {
  return controller != 0 && controller != 6 && controller != 32 && controller != 38 &&
         !(controller >= 96 && controller <= 101) && controller < 120;
}

void synth_copy_controllers(fluid_synth_t *synth, fluid_synth_t *other) {
  for (int part = 0; part < SYNTH_PART_COUNT; part++) {
    int value = 0;
    for (int controller = 0; controller < 128; controller++)
      if (is_state(controller) && fluid_synth_get_cc(other, part, controller, &value) == FLUID_OK)
        fluid_synth_cc(synth, part, controller, value);
    if (fluid_synth_get_pitch_wheel_sens(other, part, &value) == FLUID_OK)
      fluid_synth_pitch_wheel_sens(synth, part, value);
    if (fluid_synth_get_pitch_bend(other, part, &value) == FLUID_OK)
      fluid_synth_pitch_bend(synth, part, value);
  }
}

void synth_set_gain(fluid_synth_t *synth, float gain) { fluid_synth_set_gain(synth, gain); }

void synth_set_polyphony(fluid_synth_t *synth, int voices) {
  fluid_synth_set_polyphony(synth, voices);
}

// The calls for a single value read its range from the settings, which locks; this call is
// lock-free.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
void synth_set_reverb(
    fluid_synth_t *synth, bool is_on, double room, double damp, double width, double level) {
  fluid_synth_reverb_on(synth, -1, is_on);
  fluid_synth_set_reverb(synth, room, damp, width, level);
}

void synth_set_chorus(
    fluid_synth_t *synth, bool is_on, int voices, double level, double speed, double depth,
    int shape) {
  fluid_synth_chorus_on(synth, -1, is_on);
  fluid_synth_set_chorus(synth, voices, level, speed, depth, shape);
}
#pragma clang diagnostic pop

void synth_set_tuning(fluid_synth_t *synth, int part, float semitones, float cents) {
  fluid_synth_set_gen(synth, part, GEN_COARSETUNE, semitones);
  fluid_synth_set_gen(synth, part, GEN_FINETUNE, cents);
}
