// Sends messages to FluidSynth at the starts of its blocks, without its player, and writes its
// output as interleaved floats. A message is a line `FRAME STATUS FIRST SECOND`, in order. Usage:
// feed FONT BLOCKS <messages >sound.raw
#include <fluidsynth.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 64 };

static void send(fluid_synth_t *synth, unsigned status, int first, int second) {
  int part = status & 15;
  switch (status >> 4) {
    case 0x8: fluid_synth_noteoff(synth, part, first); break;
    case 0x9: fluid_synth_noteon(synth, part, first, second); break;
    case 0xB: fluid_synth_cc(synth, part, first, second); break;
    case 0xC: fluid_synth_program_change(synth, part, first); break;
    case 0xE: fluid_synth_pitch_bend(synth, part, second << 7 | first); break;
    default: exit(2);
  }
}

int main(int count, char **arguments) {
  fluid_settings_t *settings = new_fluid_settings();
  fluid_settings_setnum(settings, "synth.sample-rate", 48000);
  fluid_settings_setint(settings, "synth.lock-memory", 0);
  fluid_synth_t *synth = new_fluid_synth(settings);
  if (count != 3 || fluid_synth_sfload(synth, arguments[1], 1) < 0) return 1;
  float sound[2 * BLOCK];
  // Tenuto renders a block while it loads a font; this advances reverb and chorus equally.
  fluid_synth_write_float(synth, BLOCK, sound, 0, 2, sound, 1, 2);
  long frame = 0;
  unsigned status = 0;
  int first = 0, second = 0;
  int more = scanf("%ld %u %d %d", &frame, &status, &first, &second) == 4;
  for (long block = 0, blocks = atol(arguments[2]); block < blocks; block++) {
    for (; more && frame <= block * BLOCK; more = scanf("%ld %u %d %d", &frame, &status, &first, &second) == 4)
      send(synth, status, first, second);
    fluid_synth_write_float(synth, BLOCK, sound, 0, 2, sound, 1, 2);
    fwrite(sound, sizeof *sound, 2 * BLOCK, stdout);
  }
  return 0;
}
