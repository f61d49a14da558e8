// Converts packets to CLAP's notes and expressions or to bytes of MIDI 1.0, or passes them as they
// are.
#include "notes.h"
#include <string.h>
#include "tenuto_midi.h"

enum { SYSTEM = 1, VOICE_1 = 2, DATA_64 = 3, VOICE_2 = 4 };
enum { USUAL_BEND = 2, MEMBER_BEND = 48 };  // semitones
enum {  // controllers
  MODULATION = 1, PITCH = 3, VOLUME = 7, PAN = 10, EXPRESSION = 11, BRIGHTNESS = 74, VIBRATO = 77,
  ALL_SOUND_OFF = 120, ALL_NOTES_OFF = 123,
};
// Registered controllers of bank 0, and the note attribute for pitch.
enum { BEND_RANGE = 0, MPE_CONFIGURATION = 6, NOTE_BEND_RANGE = 7, PITCH_ATTRIBUTE = 3 };

// --- The queue -------------------------------------------------------------------------------

event *queue_add(event_queue *q, uint32_t frame, uint16_t type, size_t size) {
  if (q->count == MOST_EVENTS) return NULL;
  event *e = &q->events[q->count++];
  memset(e, 0, sizeof *e);
  e->header = (clap_event_header){(uint32_t)size, frame, CLAP_CORE_EVENT_SPACE_ID, type, 0};
  return e;
}

static void add_midi(kernel *k, uint32_t port, const uint8_t bytes[3], uint32_t frame) {
  event *e = queue_add(&k->queue, frame, CLAP_EVENT_MIDI, sizeof e->midi);
  if (!e) return;
  e->midi.port_index = (uint16_t)port;
  memcpy(e->midi.data, bytes, 3);
}

static void add_sysex(kernel *k, uint32_t port, const uint32_t words[4], uint32_t frame) {
  sysex *s = &k->sysex_in[port];
  event_queue *q = &k->queue;
  if (!sysex_take(s, words) || s->size > SYSEX_ROOM - q->sysex_count) return;
  event *e = queue_add(q, frame, CLAP_EVENT_MIDI_SYSEX, sizeof e->sysex);
  if (!e) return;
  uint8_t *place = q->sysex_bytes + q->sysex_count;
  memcpy(place, s->bytes, s->size);
  q->sysex_count += s->size;
  e->sysex.port_index = (uint16_t)port;
  e->sysex.buffer = place;
  e->sysex.size = s->size;
}

static void add_words(kernel *k, uint32_t port, const uint32_t words[4], uint32_t frame) {
  event *e = queue_add(&k->queue, frame, CLAP_EVENT_MIDI2, sizeof e->midi2);
  if (!e) return;
  e->midi2.port_index = (uint16_t)port;
  memcpy(e->midi2.data, words, sizeof e->midi2.data);
}

// --- Channels --------------------------------------------------------------------------------

// The notes that a message addresses.
typedef struct address {
  uint32_t port;
  int16_t channel, key;  // -1: all
} address;

static channel_state *channel_of(kernel *k, uint32_t port, int channel) {
  return &k->ports[port].channels[channel & 15];
}

static bool is_lower_member(const port_state *p, int channel) {
  return channel >= 1 && channel <= (int)p->lower_members;
}

static bool is_upper_member(const port_state *p, int channel) {
  return channel <= 14 && channel >= 15 - (int)p->upper_members;
}

static bool is_member(const port_state *p, int channel) {
  return is_lower_member(p, channel) || is_upper_member(p, channel);
}

static bool is_master(const port_state *p, int channel) {
  return (channel == 0 && p->lower_members) || (channel == 15 && p->upper_members);
}

static int master_of(const port_state *p, int channel) {
  return is_lower_member(p, channel) ? 0 : is_upper_member(p, channel) ? 15 : channel;
}

void notes_reset(kernel *k) {
  for (uint32_t i = 0; i < MOST_NOTE_PORTS; i++) {
    port_state *p = &k->ports[i];
    p->lower_members = p->upper_members = 0;
    for (int j = 0; j < CHANNELS; j++) {
      p->channels[j] = (channel_state){0, USUAL_BEND, MEMBER_BEND, -1, -1, {0}};
      for (int key = 0; key < KEYS; key++) p->channels[j].note_ids[key] = -1;
    }
  }
}

// --- Expressions -----------------------------------------------------------------------------

static double part(uint32_t value) { return value / (double)UINT32_MAX; }

static double signed_part(uint32_t value) { return ((double)value - 0x80000000u) / 0x80000000u; }

static void add_expression(kernel *k, address to, int32_t id, double value, uint32_t frame) {
  event *e = queue_add(&k->queue, frame, CLAP_EVENT_NOTE_EXPRESSION, sizeof e->expression);
  if (!e) return;
  e->expression.expression_id = id;
  e->expression.note_id = to.key < 0 ? -1 : channel_of(k, to.port, to.channel)->note_ids[to.key];
  e->expression.port_index = (int16_t)to.port;
  e->expression.channel = to.channel;
  e->expression.key = to.key;
  e->expression.value = value;
}

// Returns a channel's bend in semitones, including that of its zone.
static double bend_of(kernel *k, uint32_t port, int channel) {
  const channel_state *own = channel_of(k, port, channel);
  int master = master_of(&k->ports[port], channel);
  const channel_state *zone = channel_of(k, port, master);
  return own->bend * own->bend_range + (master == channel ? 0 : zone->bend * zone->bend_range);
}

static void add_bend(kernel *k, uint32_t port, int channel, uint32_t frame) {
  address to = {port, (int16_t)channel, -1};
  add_expression(k, to, CLAP_NOTE_EXPRESSION_TUNING, bend_of(k, port, channel), frame);
}

// Returns the expression of a controller, or -1.
static int32_t expression_of(uint32_t controller) {
  switch (controller) {
    case VOLUME: return CLAP_NOTE_EXPRESSION_VOLUME;
    case PAN: return CLAP_NOTE_EXPRESSION_PAN;
    case EXPRESSION: return CLAP_NOTE_EXPRESSION_EXPRESSION;
    case BRIGHTNESS: return CLAP_NOTE_EXPRESSION_BRIGHTNESS;
    case MODULATION:
    case VIBRATO: return CLAP_NOTE_EXPRESSION_VIBRATO;
    default: return -1;
  }
}

// --- Notes -----------------------------------------------------------------------------------

static void add_note(
    kernel *k, address to, uint16_t type, int32_t note_id, double velocity, uint32_t frame) {
  event *e = queue_add(&k->queue, frame, type, sizeof e->note);
  if (!e) return;
  e->note.note_id = note_id;
  e->note.port_index = (int16_t)to.port;
  e->note.channel = to.channel;
  e->note.key = to.key;
  e->note.velocity = velocity;
}

// A new note begins with the current expressions of its channel.
static void begin_note(kernel *k, address to, const tenuto_voice_message *m, uint32_t attribute,
                       uint32_t frame) {
  channel_state *c = channel_of(k, to.port, to.channel);
  int32_t id = c->note_ids[to.key] = k->next_note_id++ & INT32_MAX;
  add_note(k, to, CLAP_EVENT_NOTE_ON, id, m->velocity / (double)UINT16_MAX, frame);
  double tuning = bend_of(k, to.port, to.channel);
  // 7 bits of key and 9 bits of fraction.
  if (attribute == PITCH_ATTRIBUTE) tuning += (m->data & 0xFFFF) / 512.0 - to.key;
  if (tuning != 0) add_expression(k, to, CLAP_NOTE_EXPRESSION_TUNING, tuning, frame);
  if (c->pressure > 0) add_expression(k, to, CLAP_NOTE_EXPRESSION_PRESSURE, c->pressure, frame);
  if (c->timbre >= 0) add_expression(k, to, CLAP_NOTE_EXPRESSION_BRIGHTNESS, c->timbre, frame);
}

static void take_registered_per_note(
    kernel *k, address to, uint32_t controller, uint32_t value, uint32_t frame) {
  int32_t id = expression_of(controller);
  if (controller == PITCH)
    add_expression(
        k, to, CLAP_NOTE_EXPRESSION_TUNING, value / (double)(1 << 25) - to.key, frame);
  else if (id >= 0)
    add_expression(k, to, id, part(value), frame);
}

// An assignable per-note controller modulates the parameter with its number over the whole range.
static void take_assignable_per_note(
    kernel *k, address to, uint32_t controller, uint32_t value, uint32_t frame) {
  const uint32_t per_note =
      CLAP_PARAM_IS_MODULATABLE_PER_NOTE_ID | CLAP_PARAM_IS_MODULATABLE_PER_KEY;
  int32_t index = parameter_index(k->plugin, controller);
  if (index < 0 || !(k->plugin->parameters[index].flags & per_note)) return;
  const parameter *p = &k->plugin->parameters[index];
  event *e = queue_add(&k->queue, frame, CLAP_EVENT_PARAM_MOD, sizeof e->param);
  if (!e) return;
  e->param.param_id = p->id;
  e->param.note_id = channel_of(k, to.port, to.channel)->note_ids[to.key];
  e->param.port_index = (int16_t)to.port;
  e->param.channel = to.channel;
  e->param.key = to.key;
  e->param.value = signed_part(value) * (p->maximum - p->minimum);
}

// --- Messages of a channel -------------------------------------------------------------------

static bool takes_bytes(const kernel *k, uint32_t port) {
  return k->plugin->notes_in[port].dialects & (CLAP_NOTE_DIALECT_MIDI | CLAP_NOTE_DIALECT_MIDI_MPE);
}

static void set_zone(port_state *p, int channel, uint32_t members) {
  if (channel != 0 && channel != 15) return;
  uint32_t *own = channel == 0 ? &p->lower_members : &p->upper_members;
  uint32_t *other = channel == 0 ? &p->upper_members : &p->lower_members;
  *own = members < 15 ? members : 15;
  // A new zone takes channels from the earlier one.
  if (*own + *other > 14) *other = *own < 14 ? 14 - *own : 0;
  for (int i = 0; i < CHANNELS; i++)
    p->channels[i].bend_range = is_member(p, i) ? MEMBER_BEND : USUAL_BEND;
}

static void take_registered(kernel *k, uint32_t port, const uint32_t words[4]) {
  if (words[0] >> 8 & 127) return;  // another bank
  int channel = words[0] >> 16 & 15;
  port_state *p = &k->ports[port];
  double semitones = (words[1] >> 25) + (words[1] >> 18 & 127) / 100.0;
  uint32_t index = words[0] & 127;
  if (index == MPE_CONFIGURATION) set_zone(p, channel, words[1] >> 25);
  if (index == NOTE_BEND_RANGE) p->channels[channel].note_bend_range = semitones;
  if (index != BEND_RANGE) return;
  // The bend range of one member applies to its whole zone.
  for (int i = 0; i < CHANNELS; i++)
    if (i == channel || (is_member(p, channel) && is_member(p, i) &&
                         master_of(p, i) == master_of(p, channel)))
      p->channels[i].bend_range = semitones;
}

static void take_bend(
    kernel *k, uint32_t port, int channel, uint32_t value, uint32_t frame) {
  port_state *p = &k->ports[port];
  p->channels[channel].bend = signed_part(value);
  add_bend(k, port, channel, frame);
  for (int i = 0; is_master(p, channel) && i < CHANNELS; i++)
    if (i != channel && is_member(p, i) && master_of(p, i) == channel) add_bend(k, port, i, frame);
}

static void take_controller(
    kernel *k, uint32_t port, int channel, uint32_t controller, uint32_t value, uint32_t frame) {
  address all = {port, (int16_t)channel, -1};
  if (controller == ALL_SOUND_OFF) add_note(k, all, CLAP_EVENT_NOTE_CHOKE, -1, 0, frame);
  if (controller == ALL_NOTES_OFF) add_note(k, all, CLAP_EVENT_NOTE_OFF, -1, 0, frame);
  int32_t id = expression_of(controller);
  if (id < 0) return;
  if (controller == BRIGHTNESS) channel_of(k, port, channel)->timbre = part(value);
  add_expression(k, all, id, part(value), frame);
}

// Sends a message for a whole channel as MIDI 1.0 bytes, with less resolution.
static void take_as_bytes(
    kernel *k, uint32_t port, const tenuto_voice_message *m, uint32_t frame) {
  uint32_t bend = m->data >> 18;
  uint8_t bytes[3] = {(uint8_t)(m->status << 4 | m->channel), m->index, (uint8_t)(m->data >> 25)};
  if (m->status == TENUTO_MIDI_PITCH_BEND) bytes[1] = bend & 127, bytes[2] = (uint8_t)(bend >> 7);
  if (m->status == TENUTO_MIDI_CHANNEL_PRESSURE) bytes[1] = bytes[2], bytes[2] = 0;
  if (m->status == TENUTO_MIDI_PROGRAM_CHANGE) bytes[1] = m->data >> 24 & 127, bytes[2] = 0;
  add_midi(k, port, bytes, frame);
}

// Whether a message for a whole channel applies to its notes: in a zone, or if the port has no
// other way to receive it.
static bool is_for_notes(const kernel *k, uint32_t port, const tenuto_voice_message *m) {
  if (m->status == TENUTO_MIDI_PROGRAM_CHANGE) return false;
  bool is_end = m->status == TENUTO_MIDI_CONTROL_CHANGE &&
                (m->index == ALL_SOUND_OFF || m->index == ALL_NOTES_OFF);
  bool is_note_like = m->status != TENUTO_MIDI_CONTROL_CHANGE || m->index == BRIGHTNESS;
  const port_state *p = &k->ports[port];
  bool is_in_zone = is_member(p, m->channel) ||
                    (is_master(p, m->channel) && m->status == TENUTO_MIDI_PITCH_BEND);
  return is_end || !takes_bytes(k, port) || (is_in_zone && is_note_like);
}

static void take_channel(
    kernel *k, uint32_t port, const tenuto_voice_message *m, uint32_t frame) {
  if (!is_for_notes(k, port, m)) {
    if (takes_bytes(k, port)) take_as_bytes(k, port, m, frame);
  } else if (m->status == TENUTO_MIDI_PITCH_BEND) {
    take_bend(k, port, m->channel, m->data, frame);
  } else if (m->status == TENUTO_MIDI_CHANNEL_PRESSURE) {
    channel_of(k, port, m->channel)->pressure = part(m->data);
    address all = {port, m->channel, -1};
    add_expression(k, all, CLAP_NOTE_EXPRESSION_PRESSURE, part(m->data), frame);
  } else {
    take_controller(k, port, m->channel, m->index, m->data, frame);
  }
}

static void take_voice(kernel *k, uint32_t port, const uint32_t words[4], uint32_t frame) {
  tenuto_voice_message m;
  if (!tenuto_voice_message_read(words, &m)) return;
  address to = {port, m.channel, m.index};
  channel_state *c = channel_of(k, port, m.channel);
  switch (m.status) {
    case TENUTO_MIDI_NOTE_ON: begin_note(k, to, &m, words[0] & 255, frame); break;
    case TENUTO_MIDI_NOTE_OFF:
      add_note(
          k, to, CLAP_EVENT_NOTE_OFF, c->note_ids[m.index], m.velocity / (double)UINT16_MAX, frame);
      break;
    case TENUTO_MIDI_POLY_PRESSURE:
      add_expression(k, to, CLAP_NOTE_EXPRESSION_PRESSURE, part(m.data), frame);
      break;
    case TENUTO_MIDI_PER_NOTE_PITCH_BEND: {
      double semitones = signed_part(m.data) * c->note_bend_range + bend_of(k, port, m.channel);
      add_expression(k, to, CLAP_NOTE_EXPRESSION_TUNING, semitones, frame);
      break;
    }
    case TENUTO_MIDI_REGISTERED_PER_NOTE:
      take_registered_per_note(k, to, words[0] & 127, m.data, frame);
      break;
    case TENUTO_MIDI_ASSIGNABLE_PER_NOTE:
      take_assignable_per_note(k, to, words[0] & 127, m.data, frame);
      break;
    case TENUTO_MIDI_REGISTERED_CONTROL: take_registered(k, port, words); break;
    case TENUTO_MIDI_CONTROL_CHANGE:
    case TENUTO_MIDI_PROGRAM_CHANGE:
    case TENUTO_MIDI_CHANNEL_PRESSURE:
    case TENUTO_MIDI_PITCH_BEND: take_channel(k, port, &m, frame); break;
    default: break;
  }
}

// --- MIDI 1.0 for a port that takes notes ----------------------------------------------------

// Scales 7 bits to 32, preserving both ends and the middle (M2-115).
static uint32_t wide(uint32_t value) {
  if (value <= 64) return value << 25;
  uint32_t rest = value & 63;
  return value << 25 | rest << 19 | rest << 13 | rest << 7 | rest << 1 | rest >> 5;
}

static void widen(const uint32_t words[4], uint32_t wider[4]) {
  uint32_t status = words[0] >> 20 & 15, first = words[0] >> 8 & 127, second = words[0] & 127;
  if (status == TENUTO_MIDI_NOTE_ON && second == 0) status = TENUTO_MIDI_NOTE_OFF;
  bool has_index = status <= TENUTO_MIDI_CONTROL_CHANGE;
  bool is_note = status <= TENUTO_MIDI_NOTE_ON;
  wider[0] = (uint32_t)VOICE_2 << 28 | (words[0] & 0x0F0F0000u) | status << 20 |
             (has_index ? first << 8 : 0);
  wider[1] = is_note ? wide(second) & 0xFFFF0000u : wide(has_index ? second : first);
  if (status == TENUTO_MIDI_PROGRAM_CHANGE) wider[1] = first << 24;
  if (status == TENUTO_MIDI_PITCH_BEND) wider[1] = (second << 7 | first) << 18;
  wider[2] = wider[3] = 0;
}

// --- All -------------------------------------------------------------------------------------

static void take_notes(kernel *k, uint32_t port, const uint32_t words[4], uint32_t frame) {
  uint32_t wider[4];
  uint8_t bytes[3];
  switch (words[0] >> 28) {
    case VOICE_2: take_voice(k, port, words, frame); break;
    case VOICE_1:
      widen(words, wider);
      take_voice(k, port, wider, frame);
      break;
    case SYSTEM:
      if (takes_bytes(k, port) && midi_bytes(words, bytes)) add_midi(k, port, bytes, frame);
      break;
    default: break;
  }
}

void notes_take(kernel *k, const uint32_t words[4], uint32_t frame) {
  const plugin *p = k->plugin;
  if (p->note_in_count == 0) return;
  uint32_t group = words[0] >> 24 & 15, port = group < p->note_in_count ? group : 0;
  uint32_t dialect = p->notes_in[port].dialect;
  uint8_t bytes[3];
  if (words[0] >> 28 == DATA_64) {
    if (p->notes_in[port].dialects & ~(uint32_t)CLAP_NOTE_DIALECT_CLAP)
      add_sysex(k, port, words, frame);
  } else if (dialect == CLAP_NOTE_DIALECT_CLAP) {
    take_notes(k, port, words, frame);
  } else if (dialect == CLAP_NOTE_DIALECT_MIDI2) {
    add_words(k, port, words, frame);
  } else if (midi_bytes(words, bytes)) {
    add_midi(k, port, bytes, frame);
  }
}
