/// Programs that run Faust's output with Faust's own headers, for comparison.
enum FaustReference {
  /// Reads and writes stereo sound as Float32, through an effect.
  static let effect =
    header + #"""
      int main() {
        flushToZero();
        mydsp program;
        program.init(48000);
        const int frames = 256;
        float samples[2 * frames], ins[2][frames], outs[2][frames];
        float *inputs[] = {ins[0], ins[1]}, *outputs[] = {outs[0], outs[1]};
        for (size_t count; (count = fread(samples, 2 * sizeof(float), frames, stdin)) > 0;) {
          for (size_t i = 0; i < 2 * count; i++) ins[i % 2][i / 2] = samples[i];
          program.compute(int(count), inputs, outputs);
          for (size_t i = 0; i < 2 * count; i++) samples[i] = outs[i % 2][i / 2];
          fwrite(samples, 2 * sizeof(float), count, stdout);
        }
      }
      """#

  /// Plays the song of `Workshop.writeSong()` on 16 voices, three seconds of it.
  static let voices =
    header + #"""
      #include <faust/dsp/poly-dsp.h>
      #include "effect.hpp"
      std::list<GUI *> GUI::fGuiList;
      ztimedmap GUI::gTimedZoneMap;
      int main() {
        flushToZero();
        mydsp_poly program(new mydsp(), 16, true, true);
        program.init(48000);
        myeffect effect;
        effect.init(48000);
        const int frames = 500;
        float buffers[4][frames];
        float *mix[] = {buffers[0], buffers[1]}, *out[] = {buffers[2], buffers[3]};
        for (int frame = 0; frame < 3 * 48000; frame += frames) {
          // A note of 400 ticks in each half second of 480, the first two of the scale.
          if (frame < 48000 && frame % 24000 == 0) program.keyOn(0, 60 + frame / 24000, 100);
          if (frame < 48000 && frame % 24000 == 20000) program.keyOff(0, 60 + frame / 24000, 0);
          program.compute(frames, nullptr, mix);
          effect.compute(frames, mix, out);
          for (int i = 0; i < 2 * frames; i++) fwrite(&out[i % 2][i / 2], sizeof(float), 1, stdout);
        }
      }
      """#

  private static let header = #"""
    #include <cstdio>
    #include <faust/dsp/dsp.h>
    #include <faust/gui/UI.h>
    #include <faust/gui/meta.h>
    #include "process.hpp"
    #if defined(__x86_64__)
    #include <immintrin.h>
    static void flushToZero() { _mm_setcsr(_mm_getcsr() | 0x8040); }
    #else
    static void flushToZero() {}
    #endif

    """#
}
