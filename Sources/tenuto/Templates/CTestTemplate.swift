extension Template {
  /// A program that calls the kernel and measures its output.
  static let cInstrumentTests = #"""
    // Compares the sound of «NAME» with theory. Ends with 0 on success.
    #include <math.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include "«NAME»Kernel.h"
    #include "tenuto_midi.h"

    enum { FRAMES = 24000 };
    static float left[FRAMES], right[FRAMES];

    static void expect(bool is_true, const char *what, double value) {
      printf("%s: %s (%g)\n", is_true ? "ok" : "FAILED", what, value);
      if (!is_true) exit(1);
    }

    static void note(void *kernel, uint8_t status) {
      uint32_t words[4];
      tenuto_note_write(words, 0, status, 0, 69, 65535);
      kernel_midi(kernel, words);
    }

    // Renders half a second at 48 kHz with A4 from the start, and its end at `end`.
    static void render(uint32_t end) {
      void *kernel = kernel_create(&(tenuto_setup){.sample_rate = 48000});
      kernel_parameter(kernel, PARAMETER_GAIN, -18);
      kernel_parameter(kernel, PARAMETER_RELEASE, 50);
      note(kernel, TENUTO_MIDI_NOTE_ON);
      kernel_render(kernel, NULL, (float *[]){left, right}, end, NULL);
      note(kernel, TENUTO_MIDI_NOTE_OFF);
      kernel_render(kernel, NULL, (float *[]){left + end, right + end}, FRAMES - end, NULL);
      kernel_destroy(kernel);
    }

    static float peak(int from, int to) {
      float peak = 0;
      for (int i = from; i < to; i++) peak = fmaxf(peak, fabsf(left[i]));
      return peak;
    }

    int main(void) {
      render(FRAMES);
      int crossings = 0;
      for (int i = 4800; i < FRAMES - 1; i++) crossings += left[i] <= 0 && left[i + 1] > 0;
      expect(abs(crossings - 176) <= 1, "440 Hz has 176 periods in 0.4 s", crossings);
      float level = peak(4800, FRAMES);
      expect(fabsf(level - 0.1259f) < 0.001f, "the peak is -18 dB, 0.1259", level);

      render(4800);
      expect(peak(4000, 4800) > 0.1f, "a note sounds until its end", peak(4000, 4800));
      expect(peak(12000, FRAMES) == 0, "and ends in silence", peak(12000, FRAMES));
    }

    """#

  static let cEffectTests = #"""
    // Compares the sound of «NAME» with theory. Ends with 0 on success.
    #include <math.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include "«NAME»Kernel.h"

    enum { FRAMES = 48000 };
    static const double turn = 6.283185307179586;
    static float input[FRAMES], left[FRAMES], right[FRAMES];

    static void expect(bool is_true, const char *what, double value) {
      printf("%s: %s (%g)\n", is_true ? "ok" : "FAILED", what, value);
      if (!is_true) exit(1);
    }

    // The output level in dB of a sine of `frequency`, at 48 kHz.
    static double level(double frequency, float cutoff, float gain) {
      void *kernel = kernel_create(&(tenuto_setup){.sample_rate = FRAMES});
      kernel_parameter(kernel, PARAMETER_CUTOFF, cutoff);
      kernel_parameter(kernel, PARAMETER_GAIN, gain);
      for (int i = 0; i < FRAMES; i++) input[i] = (float)sin(turn * frequency * i / FRAMES);
      const float *inputs[] = {input, input};
      kernel_render(kernel, inputs, (float *[]){left, right}, FRAMES, NULL);
      kernel_destroy(kernel);
      double power = 0;
      for (int i = FRAMES / 2; i < FRAMES; i++) power += (double)right[i] * right[i];
      return 10 * log10(2 * power / (FRAMES / 2));
    }

    // |H| of the low-pass y += a (x - y), in dB.
    static double theory(double frequency, double cutoff) {
      double a = 1 - exp(-turn * cutoff / FRAMES), b = 1 - a;
      return 10 * log10(a * a / (1 - 2 * b * cos(turn * frequency / FRAMES) + b * b));
    }

    int main(void) {
      const double frequencies[] = {100, 1000, 5000};
      for (int i = 0; i < 3; i++) {
        double difference = level(frequencies[i], 1000, 0) - theory(frequencies[i], 1000);
        expect(fabs(difference) < 0.05, "the response is that of its formula, in dB", difference);
      }
      double difference = level(1000, 300, -6) - (theory(1000, 300) - 6);
      expect(fabs(difference) < 0.05, "gain and cutoff are parameters, in dB", difference);
    }

    """#
}
