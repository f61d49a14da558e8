extension Template {
  static let cEffectHeader = #"""
    // A stereo effect: a low-pass of the first order, and a gain.
    #pragma once
    #include "tenuto_extension.h"

    enum { PARAMETER_CUTOFF = 0, PARAMETER_GAIN = 1 };

    // Thread: control.
    void *kernel_create(const tenuto_setup *setup);
    void kernel_destroy(void *kernel);
    double kernel_tail(const void *kernel);

    // Thread: render. No allocation, no lock, no input or output, no waiting.
    void kernel_parameter(void *kernel, uint64_t address, float value);
    void kernel_render(
        void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
        tenuto_cycle *cycle);
    void kernel_reset(void *kernel);

    """#

  static let cEffect = #"""
    #include "«NAME»Kernel.h"
    #include <math.h>
    #include <stdlib.h>

    typedef struct effect {
      double sample_rate;
      float glide;             // movement towards the targets in one frame, 0...1
      float share, share_aim;  // movement towards the input in one frame, 0...1
      float gain, gain_aim;
      float states[2];         // the low-pass of each channel
    } effect;

    void *kernel_create(const tenuto_setup *setup) {
      effect *self = calloc(1, sizeof *self);
      if (!self) return NULL;
      self->sample_rate = setup->sample_rate;
      self->glide = (float)(1 - exp(-6.9 / (0.02 * setup->sample_rate)));
      return self;
    }

    void kernel_destroy(void *kernel) { free(kernel); }

    // Seconds until the filter has decayed at its lowest cut-off.
    double kernel_tail(const void *kernel) {
      (void)kernel;
      return 0.2;
    }

    void kernel_reset(void *kernel) {
      effect *self = kernel;
      self->states[0] = self->states[1] = 0;
    }

    void kernel_parameter(void *kernel, uint64_t address, float value) {
      effect *self = kernel;
      switch (address) {
        case PARAMETER_CUTOFF:
          self->share_aim = (float)(1 - exp(-6.283185307179586 * value / self->sample_rate));
          break;
        case PARAMETER_GAIN: self->gain_aim = powf(10, value / 20); break;
      }
    }

    // One step of the low-pass; resets NaN and infinity, which would otherwise stay forever.
    static float step(float state, float input, float share) {
      float next = state + (input - state) * share;
      return fabsf(next) < 1e6f && fabsf(next) > 1e-15f ? next : 0;
    }

    void kernel_render(
        void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
        tenuto_cycle *cycle) {
      (void)cycle;
      effect *self = kernel;
      for (uint32_t frame = 0; frame < frame_count; frame++) {
        self->share += (self->share_aim - self->share) * self->glide;
        self->gain += (self->gain_aim - self->gain) * self->glide;
        for (int channel = 0; channel < 2; channel++) {
          float input = inputs[channel][frame];
          self->states[channel] = step(self->states[channel], input, self->share);
          outputs[channel][frame] = self->states[channel] * self->gain;
        }
      }
    }

    """#
}
