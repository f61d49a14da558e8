// Counts a Faust program's allocations in each call of the render thread: prints a line `CALL
// COUNT` for each. It is linked to the program's objects instead of the extension's library, and to
// `AllocationCounter/counter.c`.
#include <stdio.h>
#include "tenuto_extension.h"

enum { MOST_FRAMES = 512, MOST_CHANNELS = 16 };

extern long tenuto_allocation_count(void);

static long last, reportCount;

static void report(const char *call) {
  long now = tenuto_allocation_count();
  printf("%s %ld\n", call, now - last);
  fflush(stdout);
  // Allocations for printing are not counted.
  last = tenuto_allocation_count();
}

bool tenuto_send_parameter(tenuto_cycle *cycle, uint32_t frame, uint64_t address, float value) {
  (void)cycle, (void)frame, (void)address, (void)value;
  reportCount++;
  return true;
}

static uint32_t channels(const tenuto_bus *busses, uint16_t count, uint16_t *each) {
  uint32_t sum = 0;
  for (uint16_t i = 0; i < count; i++) sum += each[i] = busses[i].channel_count;
  return sum;
}

static void send(const tenuto_component *c, void *kernel, int status, int first, int second) {
  uint32_t words[4] = {
      0x20000000u | (uint32_t)status << 16 | (uint32_t)first << 8 | (uint32_t)second, 0, 0, 0};
  if (c->midi) c->midi(kernel, words);
}

static void render(const tenuto_component *c, void *kernel, int calls) {
  static float in[MOST_CHANNELS][MOST_FRAMES], out[MOST_CHANNELS][MOST_FRAMES];
  const float *inputs[MOST_CHANNELS];
  float *outputs[MOST_CHANNELS];
  for (int i = 0; i < MOST_CHANNELS; i++) {
    inputs[i] = in[i];
    outputs[i] = out[i];
    for (int frame = 0; frame < MOST_FRAMES; frame++) in[i][frame] = (float)(frame % 37) / 37;
  }
  // Calls of all lengths.
  for (int call = 0; call < calls; call++)
    c->render(kernel, inputs, outputs, (uint32_t)(1 + call * 97 % MOST_FRAMES), NULL);
}

static void play(const tenuto_component *c, void *kernel) {
  for (uint16_t i = 0; i < c->parameter_count; i++) {
    c->parameter(kernel, c->parameters[i].address, c->parameters[i].minimum);
    c->parameter(kernel, c->parameters[i].address, c->parameters[i].maximum);
    c->parameter(kernel, c->parameters[i].address, c->parameters[i].default_value);
  }
  report("parameters");
  for (int note = 20; note < 110; note++) send(c, kernel, 0x90, note, 100);
  report("note-on");
  render(c, kernel, 1000);
  report("render");
  for (int controller = 0; controller < 120; controller++) send(c, kernel, 0xB0, controller, 64);
  send(c, kernel, 0xE0, 0, 70);
  send(c, kernel, 0xD0, 80, 0);
  render(c, kernel, 100);
  report("controllers");
  for (int note = 20; note < 110; note++) send(c, kernel, 0x80, note, 0);
  render(c, kernel, 1000);
  report("note-off");
  send(c, kernel, 0xB0, 120, 0);
  c->reset(kernel);
  render(c, kernel, 10);
  report("reset");
}

int tenuto_extension_main(const tenuto_component *c, size_t count) {
  (void)count;
  static uint16_t inputs[16], outputs[16];
  tenuto_setup setup = {.sample_rate = 48000, .maximum_frame_count = MOST_FRAMES};
  setup.input_channel_count = channels(c->inputs, c->input_count, inputs);
  setup.output_channel_count = channels(c->outputs, c->output_count, outputs);
  setup.input_channels = inputs;
  setup.output_channels = outputs;
  last = tenuto_allocation_count();
  void *kernel = c->create(&setup);
  report("create");
  if (!kernel) return 1;
  for (int pass = 0; pass < 2; pass++) play(c, kernel);
  printf("meters %ld\n", reportCount);
  c->destroy(kernel);
  return 0;
}
