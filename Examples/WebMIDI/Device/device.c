#include "device.h"

#include <stdlib.h>
#include <string.h>

enum {
  LAYOUT_CAPACITY = 2 << 20,
  HEAD = 3,  // 7D, 54 and the command
  KEYS = 128,
  NOTES = 256,              // that can wait for the next call of render
  PACKETS_PER_CYCLE = 512,  // of a dump: a host reads four events a frame
};

enum { KEEP = 1, ASK = 2, DUMP = 3 };
enum { WHOLE = 0, START = 1, MIDDLE = 2, END = 3 };  // forms of a packet

typedef struct {
  uint32_t word;
  uint32_t frame;
} note;

typedef struct {
  uint8_t *layout, *incoming;  // of LAYOUT_CAPACITY bytes; what comes in is a layout at its end
  size_t layout_count, incoming_count;
  uint8_t head[HEAD];
  bool is_open;           // a message has begun
  size_t head_count;      // bytes of its head so far
  bool is_too_long;
  bool is_dumping;
  size_t dumped_count;    // bytes of the head and the layout that are out
  note notes[NOTES];
  uint32_t note_count;
  uint8_t sounding[KEYS];  // the note that a held key plays, plus 1
} keyboard;

void *device_create(const tenuto_setup *setup) {
  (void)setup;
  keyboard *k = calloc(1, sizeof *k);
  if (!k) return NULL;
  k->layout = calloc(1, LAYOUT_CAPACITY);
  k->incoming = calloc(1, LAYOUT_CAPACITY);
  if (!k->layout || !k->incoming) {
    device_destroy(k);
    return NULL;
  }
  for (uint8_t key = 0; key < KEYS; key++) k->layout[key] = key;
  k->layout_count = KEYS;
  return k;
}

void device_destroy(void *kernel) {
  keyboard *k = kernel;
  free(k->layout);
  free(k->incoming);
  free(k);
}

void device_reset(void *kernel) {
  keyboard *k = kernel;
  k->is_open = k->is_dumping = false;
  k->note_count = 0;
  memset(k->sounding, 0, sizeof k->sounding);
}

// --- What comes in ---------------------------------------------------------------------------

static void take_byte(keyboard *k, uint8_t byte) {
  if (k->head_count < HEAD)
    k->head[k->head_count++] = byte;
  else if (k->incoming_count < LAYOUT_CAPACITY)
    k->incoming[k->incoming_count++] = byte;
  else
    k->is_too_long = true;
}

static void take_message(keyboard *k) {
  if (k->head_count < HEAD || k->head[0] != 0x7D || k->head[1] != 0x54 || k->is_too_long) return;
  if (k->head[2] == KEEP) {
    // A dump that has begun ends with the layout with which it began.
    uint8_t *old = k->layout;
    if (k->is_dumping) return;
    k->layout = k->incoming;
    k->incoming = old;
    k->layout_count = k->incoming_count;
  } else if (k->head[2] == ASK && !k->is_dumping) {
    k->is_dumping = true;
    k->dumped_count = 0;
  }
}

static void take_system_exclusive(keyboard *k, const uint32_t words[4]) {
  unsigned form = words[0] >> 20 & 0xF, count = words[0] >> 16 & 0xF;
  if (count > 6 || form > END) return;
  if (form == WHOLE || form == START) {
    k->is_open = true;
    k->head_count = k->incoming_count = 0;
    k->is_too_long = false;
  }
  if (!k->is_open) return;
  for (unsigned i = 0; i < count; i++) {
    unsigned place = i + 2;
    take_byte(k, words[place / 4] >> (24 - 8 * (place % 4)) & 0x7F);
  }
  if (form != WHOLE && form != END) return;
  k->is_open = false;
  take_message(k);
}

void device_midi(void *kernel, const uint32_t words[4], uint32_t frame) {
  keyboard *k = kernel;
  unsigned type = words[0] >> 28;
  if (type == 3) take_system_exclusive(k, words);
  if (type != 2 || k->note_count == NOTES) return;
  unsigned opcode = words[0] >> 20 & 0xF, key = words[0] >> 8 & 0x7F, velocity = words[0] & 0x7F;
  if (opcode != 0x8 && opcode != 0x9) return;
  bool is_on = opcode == 0x9 && velocity > 0;
  uint8_t played = key < k->layout_count ? k->layout[key] : (uint8_t)key;
  // The release of a key ends the note that it began, even after a change of the layout.
  if (!is_on && k->sounding[key]) played = k->sounding[key] - 1;
  k->sounding[key] = is_on ? played + 1 : 0;
  k->notes[k->note_count++] = (note){(words[0] & 0xF0FF00FF) | (uint32_t)played << 8, frame};
}

// --- What goes out ---------------------------------------------------------------------------

// The byte of the dump at `place`.
static uint8_t dump_byte(const keyboard *k, size_t place) {
  static const uint8_t head[HEAD] = {0x7D, 0x54, DUMP};
  return place < HEAD ? head[place] : k->layout[place - HEAD];
}

// Sends the next packet of the dump; false if the cycle has no room.
static bool send_packet(keyboard *k, tenuto_cycle *cycle) {
  size_t total = HEAD + k->layout_count, rest = total - k->dumped_count;
  unsigned count = rest < 6 ? (unsigned)rest : 6;
  bool is_first = k->dumped_count == 0, is_last = rest <= 6;
  uint32_t form = is_first ? (is_last ? WHOLE : START) : (is_last ? END : MIDDLE);
  uint32_t words[4] = {0x30000000 | form << 20 | count << 16};
  for (unsigned i = 0; i < count; i++) {
    unsigned place = i + 2;
    words[place / 4] |= (uint32_t)dump_byte(k, k->dumped_count + i) << (24 - 8 * (place % 4));
  }
  if (!tenuto_send_midi(cycle, 0, words)) return false;
  k->dumped_count += count;
  k->is_dumping = !is_last;
  return true;
}

void device_render(
    void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle) {
  (void)inputs, (void)outputs;
  keyboard *k = kernel;
  // Notes never interrupt a dump.
  uint32_t limit = 2 * frame_count < PACKETS_PER_CYCLE ? 2 * frame_count : PACKETS_PER_CYCLE;
  for (uint32_t i = 0; i < limit && k->is_dumping; i++)
    if (!send_packet(k, cycle)) return;
  if (k->is_dumping) return;
  for (uint32_t i = 0; i < k->note_count; i++)
    tenuto_send_midi(cycle, k->notes[i].frame, (uint32_t[4]){k->notes[i].word});
  k->note_count = 0;
}
