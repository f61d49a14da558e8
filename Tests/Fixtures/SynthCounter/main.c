// Counts FluidSynth's allocator and mutex calls in each call of the render thread: prints a line
// `CALL ALLOCATIONS FREES LOCKS` for each. Usage: SynthCounter FONT.sf2
//
// Written in C, because it replaces functions of the C library.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include "synth.h"

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static long allocations, frees, locks;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  allocations++;
  return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
  if (memory) frees++;
  __libc_free(memory);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  static int (*lock)(pthread_mutex_t *);
  if (!lock) lock = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
  locks++;
  return lock(mutex);
}

static void report(const char *call) {
  long counts[] = {allocations, frees, locks};
  printf("%s %ld %ld %ld\n", call, counts[0], counts[1], counts[2]);
  fflush(stdout);
  allocations = frees = locks = 0;
}

static void render(fluid_synth_t *synth, int blocks) {
  float left[SYNTH_BLOCK_FRAMES], right[SYNTH_BLOCK_FRAMES];
  for (int i = 0; i < blocks; i++) synth_render(synth, SYNTH_BLOCK_FRAMES, left, right);
}

static void send_all(fluid_synth_t *synth, int status, int first, int end, int second) {
  for (int part = 0; part < SYNTH_PART_COUNT; part++)
    for (int value = first; value < end; value++)
      synth_channel_message(synth, (uint8_t)(status | part), (uint8_t)value, (uint8_t)second);
}

static void play(fluid_synth_t *synth, fluid_synth_t *other) {
  send_all(synth, 0x90, 20, 110, 100);
  report("note-on");
  render(synth, 1000);
  report("render");
  send_all(synth, 0x80, 20, 110, 0);
  report("note-off");
  send_all(synth, 0xB0, 0, 128, 64);
  report("controllers");
  send_all(synth, 0xC0, 0, 128, 0);
  for (int part = 0; part < SYNTH_PART_COUNT; part++) synth_select(synth, part, 0, 5);
  report("programs");
  send_all(synth, 0xA0, 60, 61, 9);
  send_all(synth, 0xD0, 60, 61, 0);
  send_all(synth, 0xE0, 60, 61, 70);
  report("wheel-and-pressures");
  synth_set_gain(synth, 0.3f);
  for (int part = 0; part < SYNTH_PART_COUNT; part++) synth_set_tuning(synth, part, 1, 20);
  synth_set_reverb(synth, true, 0.5, 0.2, 1, 0.5);
  synth_set_chorus(synth, true, 5, 2, 0.4, 9, 1);
  render(synth, 1);
  report("parameters");
  synth_set_polyphony(synth, 50);
  render(synth, 1);
  synth_set_polyphony(synth, 256);
  render(synth, 1);
  report("polyphony");
  synth_reset(synth);
  report("reset");
  synth_copy_controllers(other, synth);
  report("copy-controllers");
  const uint8_t general[] = {0x7E, 0x7F, 0x09, 0x01};
  const uint8_t standard[] = {0x41, 0x7F, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41};
  synth_system_exclusive(synth, general, sizeof general);
  synth_system_exclusive(synth, standard, sizeof standard);
  report("resets");
}

int main(int count, char **arguments) {
  int file = count > 1 ? open(arguments[1], O_RDONLY | O_CLOEXEC) : -1;
  fluid_synth_t *synth = synth_make(48000, 256), *other = synth_make(48000, 256);
  char reason[256] = "";
  if (file < 0 || !synth || !other ||
      synth_load_font(synth, arguments[1], file, reason, sizeof reason) < 0) {
    fprintf(stderr, "SynthCounter: %s\n", reason);
    return 1;
  }
  report("load");
  for (int pass = 0; pass < 2; pass++) play(synth, other);
  return 0;
}
