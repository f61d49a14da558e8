// Converts a plug-in's output events to packets of MIDI 2.0, or of MIDI 1.0 for MIDI 1.0 events.
#include <math.h>
#include <string.h>
#include "notes.h"
#include "tenuto_midi.h"

enum { PITCH = 3, VOLUME = 7, PAN = 10, EXPRESSION = 11, BRIGHTNESS = 74, VIBRATO = 77 };

static bool send(kernel *k, uint32_t frame, uint32_t first, uint32_t second) {
  uint32_t words[4] = {first, second, 0, 0};
  return tenuto_send_midi(k->cycle, frame, words);
}

static uint32_t head(uint32_t status, int group, int channel, int key, uint32_t index) {
  return 4u << 28 | ((uint32_t)group & 15) << 24 | status << 20 | ((uint32_t)channel & 15) << 16 |
         ((uint32_t)key & 127) << 8 | index;
}

static double within(double value, double least, double most) {
  return value >= least ? (value <= most ? value : most) : least;
}

static bool send_note(kernel *k, const clap_event_note *note, uint32_t frame) {
  if (note->port_index < 0 || note->channel < 0 || note->key < 0) return false;
  bool is_on = note->header.type == CLAP_EVENT_NOTE_ON;
  uint32_t words[4];
  tenuto_note_write(
      words, (uint8_t)note->port_index, is_on ? TENUTO_MIDI_NOTE_ON : TENUTO_MIDI_NOTE_OFF,
      (uint8_t)note->channel, (uint8_t)note->key,
      (uint16_t)lrint(within(note->velocity, 0, 1) * UINT16_MAX));
  return tenuto_send_midi(k->cycle, frame, words);
}

static bool send_expression(
    kernel *k, const clap_event_note_expression *e, uint32_t frame) {
  static const uint8_t controllers[] = {
      VOLUME, PAN, PITCH, VIBRATO, EXPRESSION, BRIGHTNESS, 0};
  if (e->port_index < 0 || e->channel < 0 || e->key < 0 || e->expression_id < 0 ||
      e->expression_id > CLAP_NOTE_EXPRESSION_PRESSURE)
    return false;
  uint32_t value = (uint32_t)llrint(within(e->value, 0, 1) * UINT32_MAX);
  if (e->expression_id == CLAP_NOTE_EXPRESSION_PRESSURE)
    return send(
        k, frame, head(TENUTO_MIDI_POLY_PRESSURE, e->port_index, e->channel, e->key, 0), value);
  if (e->expression_id == CLAP_NOTE_EXPRESSION_TUNING)
    // Pitch with 7 bits of key and 25 bits of fraction.
    value = (uint32_t)llrint(within(e->key + e->value, 0, 127.99) * (1 << 25));
  return send(
      k, frame,
      head(
          TENUTO_MIDI_REGISTERED_PER_NOTE, e->port_index, e->channel, e->key,
          controllers[e->expression_id]),
      value);
}

static bool send_words(kernel *k, const clap_event_midi2 *midi, uint32_t frame) {
  uint32_t words[4];
  memcpy(words, midi->data, sizeof words);
  words[0] = (words[0] & 0xF0FFFFFFu) | ((uint32_t)midi->port_index & 15) << 24;
  return tenuto_send_midi(k->cycle, frame, words);
}

bool notes_send(kernel *k, const clap_event_header *header, uint32_t frame) {
  switch (header->type) {
    case CLAP_EVENT_NOTE_ON:
    case CLAP_EVENT_NOTE_OFF:
    case CLAP_EVENT_NOTE_CHOKE: return send_note(k, (const clap_event_note *)header, frame);
    case CLAP_EVENT_NOTE_EXPRESSION:
      return send_expression(k, (const clap_event_note_expression *)header, frame);
    case CLAP_EVENT_MIDI: {
      const clap_event_midi *midi = (const clap_event_midi *)header;
      midi_send(k->cycle, frame, midi->port_index, midi->data, sizeof midi->data);
      return true;
    }
    case CLAP_EVENT_MIDI_SYSEX: {
      const clap_event_midi_sysex *midi = (const clap_event_midi_sysex *)header;
      if (midi->buffer) midi_send(k->cycle, frame, midi->port_index, midi->buffer, midi->size);
      return true;
    }
    case CLAP_EVENT_MIDI2: return send_words(k, (const clap_event_midi2 *)header, frame);
    default: return true;  // ended voices and unknown events
  }
}
