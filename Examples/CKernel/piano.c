#include "piano.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tenuto_midi.h"
#include "tuning.h"

enum { VOICES = 32, CHANNELS = 16 };
enum { SUSTAIN = 64, ALL_SOUND_OFF = 120, ALL_NOTES_OFF = 123 };  // controllers

static const float tine_ratio = 14;
static const float tine_seconds = 0.12f;    // to 1/e
static const float release_seconds = 0.06f;
static const float attack_seconds = 0.002f;
static const float silence = 1e-4f;         // -80 dB
static const float level = 0.25f;           // of one note at full velocity
static const float turn = 6.283185307f;

typedef struct voice {
  bool is_sounding, is_held, is_sustained;
  uint8_t channel, note;
  uint32_t age;       // notes since; the oldest is taken first
  float velocity;     // 0...1
  float phase;        // turns
  float tine_phase;
  float attack;       // 0...1
  float envelope;     // of the tone and of its brightness
  float tine;
} voice;

typedef struct piano {
  float sample_rate;
  const tuning *unit;
  voice voices[VOICES];
  uint32_t age;
  float bend[CHANNELS];  // semitones
  bool sustain[CHANNELS];
  float brightness, decay;
  // A straight line in dB is a constant factor from frame to frame.
  float gain, gain_factor, gain_end;
  uint32_t gain_frames;
} piano;

void *piano_create(const tenuto_setup *setup) {
  piano *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->sample_rate = (float)setup->sample_rate;
  p->unit = setup->unit;
  p->decay = 2;  // the default: the tail is asked for before parameters come
  p->gain = p->gain_factor = 1;
  return p;
}

void piano_destroy(void *kernel) { free(kernel); }

double piano_tail(const void *kernel) {
  const piano *p = kernel;
  return p->decay * 9.2;  // ln(1 / silence)
}

void piano_reset(void *kernel) {
  piano *p = kernel;
  memset(p->voices, 0, sizeof p->voices);
  memset(p->bend, 0, sizeof p->bend);
  memset(p->sustain, 0, sizeof p->sustain);
}

// A piano is a value, apart from its unit, which each process has at another address.
size_t piano_snapshot(const void *kernel, void *bytes, size_t count) {
  piano copy = *(const piano *)kernel;
  copy.unit = NULL;
  if (bytes && count == sizeof copy) memcpy(bytes, &copy, sizeof copy);
  return sizeof copy;
}

bool piano_restore(void *kernel, const void *bytes, size_t count) {
  piano *p = kernel;
  if (count != sizeof *p) return false;
  const tuning *unit = p->unit;
  memcpy(p, bytes, sizeof *p);
  p->unit = unit;
  return true;
}

// --- Parameters ------------------------------------------------------------------------------

static float gain_of(float decibels) { return powf(10, decibels / 20); }

void piano_parameter(void *kernel, uint64_t address, float value) {
  piano *p = kernel;
  switch (address) {
    case PIANO_BRIGHTNESS: p->brightness = value; break;
    case PIANO_DECAY: p->decay = value; break;
    case PIANO_GAIN:
      p->gain = gain_of(value);
      p->gain_frames = 0;
      break;
  }
}

void piano_ramp(void *kernel, uint64_t address, float value, uint32_t frame_count) {
  piano *p = kernel;
  if (address != PIANO_GAIN) return;  // the only one that says it can
  p->gain_end = gain_of(value);
  p->gain_factor = powf(p->gain_end / p->gain, 1.0f / (float)frame_count);
  p->gain_frames = frame_count;
}

static float next_gain(piano *p) {
  float gain = p->gain;
  if (p->gain_frames) p->gain = --p->gain_frames ? p->gain * p->gain_factor : p->gain_end;
  return gain;
}

// --- Notes -----------------------------------------------------------------------------------

static voice *free_voice(piano *p) {
  voice *oldest = &p->voices[0];
  for (voice *v = p->voices; v < p->voices + VOICES; v++) {
    if (!v->is_sounding) return v;
    if (p->age - v->age > p->age - oldest->age) oldest = v;
  }
  return oldest;
}

static void note_on(piano *p, const tenuto_voice_message *m) {
  *free_voice(p) = (voice){
      .is_sounding = true, .is_held = true, .channel = m->channel, .note = m->index,
      .age = p->age++, .velocity = (float)m->velocity / 65535, .envelope = 1, .tine = 1};
}

static void note_off(piano *p, const tenuto_voice_message *m) {
  for (voice *v = p->voices; v < p->voices + VOICES; v++)
    if (v->is_held && v->channel == m->channel && v->note == m->index) {
      v->is_held = false;
      v->is_sustained = p->sustain[m->channel];
    }
}

static void set_sustain(piano *p, uint8_t channel, bool is_down) {
  p->sustain[channel] = is_down;
  for (voice *v = p->voices; v < p->voices + VOICES; v++)
    if (v->channel == channel && !is_down) v->is_sustained = false;
}

static void end_notes(piano *p, uint8_t channel, bool is_sustained) {
  for (voice *v = p->voices; v < p->voices + VOICES; v++)
    if (v->channel == channel && (v->is_held || v->is_sustained)) {
      v->is_held = false;
      v->is_sustained = is_sustained;
    }
}

static void control(piano *p, const tenuto_voice_message *m) {
  switch (m->index) {
    case SUSTAIN: set_sustain(p, m->channel, m->data >= 1u << 31); break;
    case ALL_SOUND_OFF: end_notes(p, m->channel, false); break;
    case ALL_NOTES_OFF: end_notes(p, m->channel, p->sustain[m->channel]); break;
  }
}

void piano_midi(void *kernel, const uint32_t words[4]) {
  piano *p = kernel;
  tenuto_voice_message m;
  if (!tenuto_voice_message_read(words, &m)) return;
  switch (m.status) {
    case TENUTO_MIDI_NOTE_ON: note_on(p, &m); break;
    case TENUTO_MIDI_NOTE_OFF: note_off(p, &m); break;
    case TENUTO_MIDI_PITCH_BEND:
      p->bend[m.channel] = 2 * ((float)m.data / 2147483648.0f - 1);
      break;
    case TENUTO_MIDI_CONTROL_CHANGE: control(p, &m); break;
  }
}

// --- Sound -----------------------------------------------------------------------------------

// The state of a voice from frame to frame.
typedef struct motion {
  float step, tine_step;  // turns
  float attack, decay, tine_decay;
} motion;

static float factor(const piano *p, float seconds) {
  return expf(-1 / (seconds * p->sample_rate));
}

static motion motion_of(const piano *p, const voice *v) {
  float cents = p->unit ? p->unit->cents[v->note % TUNING_NOTES] : 0;
  float note = (float)v->note + p->bend[v->channel] + cents / 100;
  float frequency = 440 * exp2f((note - 69) / 12);
  bool is_ringing = v->is_held || v->is_sustained;
  float tine = frequency * tine_ratio < 0.45f * p->sample_rate ? tine_ratio : 1;
  return (motion){
      frequency / p->sample_rate, tine * frequency / p->sample_rate,
      1 / (attack_seconds * p->sample_rate), factor(p, is_ringing ? p->decay : release_seconds),
      factor(p, tine_seconds)};
}

static float wrapped(float phase) { return phase >= 1 ? phase - 1 : phase; }

static void add_voice(const piano *p, voice *v, float *output, uint32_t frame_count) {
  motion m = motion_of(p, v);
  float index = 3 * p->brightness * v->velocity;
  for (uint32_t i = 0; i < frame_count; i++) {
    float tine = 0.15f * p->brightness * v->tine * sinf(turn * v->tine_phase);
    float modulator = index * v->envelope * sinf(turn * v->phase);
    float tone = sinf(turn * v->phase + modulator + tine);
    output[i] += level * v->velocity * v->attack * v->envelope * tone;
    v->phase = wrapped(v->phase + m.step);
    v->tine_phase = wrapped(v->tine_phase + m.tine_step);
    v->attack = fminf(1, v->attack + m.attack);
    v->envelope *= m.decay;
    v->tine *= m.tine_decay;
  }
  v->is_sounding = v->envelope > silence;
}

void piano_render(
    void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle) {
  (void)inputs, (void)cycle;
  piano *p = kernel;
  float *left = outputs[0], *right = outputs[1];
  memset(left, 0, frame_count * sizeof *left);
  for (voice *v = p->voices; v < p->voices + VOICES; v++)
    if (v->is_sounding) add_voice(p, v, left, frame_count);
  for (uint32_t i = 0; i < frame_count; i++) right[i] = left[i] *= next_gain(p);
}
