extension Template {
  static let cInstrumentHeader = #"""
    // An instrument: 16 voices of a sine, each with an envelope.
    #pragma once
    #include "tenuto_extension.h"

    enum { PARAMETER_GAIN = 0, PARAMETER_RELEASE = 1 };

    // Thread: control.
    void *kernel_create(const tenuto_setup *setup);
    void kernel_destroy(void *kernel);
    double kernel_tail(const void *kernel);

    // Thread: render. No allocation, no lock, no input or output, no waiting.
    void kernel_midi(void *kernel, const uint32_t words[4]);
    void kernel_parameter(void *kernel, uint64_t address, float value);
    void kernel_render(
        void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
        tenuto_cycle *cycle);
    void kernel_reset(void *kernel);

    """#

  static let cInstrument = #"""
    #include "«NAME»Kernel.h"
    #include <math.h>
    #include <stdlib.h>
    #include <string.h>
    #include "tenuto_midi.h"

    enum { VOICES = 16, ALL_SOUND_OFF = 120, ALL_NOTES_OFF = 123 };

    // One note.
    typedef struct voice {
      int note, channel;
      uint32_t serial;
      bool is_held;
      float level, peak;   // the envelope, 0...1
      double phase, step;  // in periods
    } voice;

    typedef struct instrument {
      double sample_rate;
      voice voices[VOICES];
      uint32_t note_count;   // counts notes, to find the oldest voice
      float gain, gain_aim;  // the gain follows its target without a click
      float glide, attack, release;
    } instrument;

    // The movement per frame that leaves 0.1 % of the distance after `seconds`.
    static float approach(double seconds, double sample_rate) {
      return (float)(1 - exp(-6.9 / (seconds * sample_rate)));
    }

    void *kernel_create(const tenuto_setup *setup) {
      instrument *self = calloc(1, sizeof *self);
      if (!self) return NULL;
      self->sample_rate = setup->sample_rate;
      self->glide = approach(0.02, setup->sample_rate);
      self->attack = approach(0.01, setup->sample_rate);
      return self;
    }

    void kernel_destroy(void *kernel) { free(kernel); }

    // Seconds until an ended voice is silent.
    double kernel_tail(const void *kernel) {
      (void)kernel;
      return 10;
    }

    void kernel_reset(void *kernel) {
      instrument *self = kernel;
      memset(self->voices, 0, sizeof self->voices);
    }

    void kernel_parameter(void *kernel, uint64_t address, float value) {
      instrument *self = kernel;
      switch (address) {
        case PARAMETER_GAIN: self->gain_aim = powf(10, value / 20); break;
        case PARAMETER_RELEASE: self->release = approach(value / 1000, self->sample_rate); break;
      }
    }

    static bool is_sounding(const voice *v) { return v->is_held || v->level > 0; }

    // A free voice, or else the oldest one.
    static voice *next_voice(instrument *self) {
      voice *oldest = self->voices;
      for (voice *v = self->voices; v < self->voices + VOICES; v++) {
        if (!is_sounding(v)) return v;
        if (v->serial < oldest->serial) oldest = v;
      }
      return oldest;
    }

    static void start(instrument *self, const tenuto_voice_message *m) {
      voice *v = next_voice(self);
      // A stolen voice continues from its level, without a click.
      if (!is_sounding(v)) v->phase = 0;
      v->note = m->index;
      v->channel = m->channel;
      v->serial = ++self->note_count;
      v->is_held = true;
      v->peak = (float)m->velocity / 65535;
      v->step = 440 * exp2((m->index - 69) / 12.0) / self->sample_rate;
    }

    // Ends a note, or all notes of the channel if `note` is negative.
    static void stop(instrument *self, int channel, int note) {
      for (voice *v = self->voices; v < self->voices + VOICES; v++)
        if (v->channel == channel && (note < 0 || v->note == note)) v->is_held = false;
    }

    void kernel_midi(void *kernel, const uint32_t words[4]) {
      tenuto_voice_message m;
      if (!tenuto_voice_message_read(words, &m)) return;
      switch (m.status) {
        case TENUTO_MIDI_NOTE_ON: start(kernel, &m); break;
        case TENUTO_MIDI_NOTE_OFF: stop(kernel, m.channel, m.index); break;
        case TENUTO_MIDI_CONTROL_CHANGE:
          if (m.index == ALL_SOUND_OFF || m.index == ALL_NOTES_OFF) stop(kernel, m.channel, -1);
          break;
      }
    }

    static float next(voice *v, float attack, float release) {
      v->level += v->is_held ? (v->peak - v->level) * attack : -v->level * release;
      if (!v->is_held && v->level < 1e-5f) v->level = 0;
      v->phase += v->step;
      if (v->phase >= 1) v->phase -= 1;
      return (float)sin(6.283185307179586 * v->phase) * v->level;
    }

    void kernel_render(
        void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
        tenuto_cycle *cycle) {
      (void)inputs, (void)cycle;
      instrument *self = kernel;
      for (uint32_t frame = 0; frame < frame_count; frame++) {
        self->gain += (self->gain_aim - self->gain) * self->glide;
        float sample = 0;
        for (voice *v = self->voices; v < self->voices + VOICES; v++)
          if (is_sounding(v)) sample += next(v, self->attack, self->release);
        outputs[0][frame] = outputs[1][frame] = sample * self->gain;
      }
    }

    """#
}
