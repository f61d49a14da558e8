#include "events.h"
#include <lv2/atom/util.h>
#include <lv2/event/event-helpers.h>
#include <string.h>
#include "midi.h"
#include "patch.h"
#include "position.h"

LV2_DISABLE_DEPRECATION_WARNINGS  // the old event extension, which is still in use

// --- In --------------------------------------------------------------------------------------

static bool add_atom(
    LV2_Atom_Sequence *sequence, uint32_t capacity, uint32_t frame, LV2_URID type,
    const void *body, uint32_t size) {
  uint32_t padded = lv2_atom_pad_size((uint32_t)sizeof(LV2_Atom_Event) + size);
  uint32_t used = (uint32_t)sizeof(LV2_Atom) + sequence->atom.size;
  if (used + padded > capacity) return false;
  LV2_Atom_Event *event = (LV2_Atom_Event *)((uint8_t *)sequence + used);
  event->time.frames = frame;
  event->body.type = type;
  event->body.size = size;
  memcpy(event + 1, body, size);
  sequence->atom.size += padded;
  return true;
}

static bool add_old(
    LV2_Event_Buffer *buffer, uint32_t frame, LV2_URID type, const void *body, uint32_t size) {
  uint32_t padded = lv2_event_pad_size((uint16_t)(sizeof(LV2_Event) + size));
  if (type > UINT16_MAX || size > UINT16_MAX / 2 || buffer->capacity - buffer->size < padded)
    return false;
  LV2_Event *event = (LV2_Event *)(buffer->data + buffer->size);
  *event = (LV2_Event){frame, 0, (uint16_t)type, (uint16_t)size};
  memcpy(event + 1, body, size);
  buffer->size += padded;
  buffer->event_count++;
  return true;
}

bool sequence_add(
    kernel *k, int32_t port, uint32_t frame, LV2_URID type, const void *body, uint32_t size) {
  if (port < 0) return false;
  const struct port *to = &k->plugin->ports[port];
  if (to->kind == PORT_EVENT) return add_old(k->sequences[port], frame, type, body, size);
  return add_atom(k->sequences[port], to->sequence_bytes, frame, type, body, size);
}

static void clear(kernel *k, uint32_t index) {
  const struct port *port = &k->plugin->ports[index];
  if (port->kind == PORT_EVENT) {
    LV2_Event_Buffer *buffer = k->sequences[index];
    lv2_event_buffer_reset(buffer, LV2_EVENT_AUDIO_STAMP, (uint8_t *)(buffer + 1));
    buffer->capacity = port->sequence_bytes - (uint32_t)sizeof *buffer;
    return;
  }
  LV2_Atom_Sequence *sequence = k->sequences[index];
  const urids *u = common_urids();
  if (port->is_input) {
    sequence->atom = (LV2_Atom){sizeof sequence->body, u->atom_sequence};
    sequence->body = (LV2_Atom_Sequence_Body){0, 0};
  } else {
    // An output port receives the size of its buffer.
    sequence->atom = (LV2_Atom){port->sequence_bytes - (uint32_t)sizeof(LV2_Atom), u->atom_chunk};
  }
}

static int32_t midi_port(const plugin *p, uint32_t midi_index) {
  int32_t first = -1;
  for (uint32_t i = 0; i < p->port_count; i++) {
    if (!p->ports[i].takes_midi || !p->ports[i].is_input) continue;
    if (first < 0) first = (int32_t)i;
    if (p->ports[i].midi_index == midi_index) return (int32_t)i;
  }
  return first;
}

// Events after these frames wait for the next block.
static void add_pending(kernel *k, uint32_t frame_count) {
  uint32_t kept = 0;
  for (uint32_t offset = 0; offset < k->pending_bytes;) {
    pending_event event;
    memcpy(&event, k->pending + offset, sizeof event);
    uint8_t *bytes = k->pending + offset + sizeof event;
    offset += (uint32_t)sizeof event + event.size;
    if (k->block_frames && event.frame >= frame_count) {
      event.frame -= frame_count;
      memmove(k->pending + kept + sizeof event, bytes, event.size);
      memcpy(k->pending + kept, &event, sizeof event);
      kept += (uint32_t)sizeof event + event.size;
      continue;
    }
    sequence_add(
        k, midi_port(k->plugin, event.port), event.frame, common_urids()->midi_event, bytes,
        event.size);
  }
  k->pending_bytes = kept;
}

void events_begin(kernel *k, tenuto_cycle *cycle, uint32_t frame_count) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (k->sequences[i]) clear(k, i);
  if (!cycle) return;
  position_send(k, cycle, frame_count);
  patch_send_wanted(k);
  add_pending(k, frame_count);
}

// --- Out -------------------------------------------------------------------------------------

// A frame of a run in the call of `render`.
static uint32_t frame_in(frames of_call, int64_t frame) {
  int64_t at = (frame < 0 ? 0 : frame) + of_call.first;
  return at < of_call.count ? (uint32_t)at : of_call.count - 1;
}

static void take_atoms(kernel *k, uint32_t index, tenuto_cycle *cycle, frames of_call) {
  const struct port *port = &k->plugin->ports[index];
  const LV2_Atom_Sequence *sequence = k->sequences[index];
  const urids *u = common_urids();
  // A plug-in without output leaves the chunk.
  if (sequence->atom.type != u->atom_sequence ||
      sequence->atom.size > port->sequence_bytes - sizeof(LV2_Atom) ||
      sequence->atom.size < sizeof sequence->body)
    return;
  LV2_ATOM_SEQUENCE_FOREACH(sequence, event) {
    uint32_t at = frame_in(of_call, event->time.frames);
    if (event->body.type == u->midi_event)
      midi_send(cycle, at, port->midi_index, (const uint8_t *)(event + 1), event->body.size);
    else if (event->body.type == u->atom_object || event->body.type == u->atom_blank)
      patch_take(k, cycle, at, (const LV2_Atom_Object *)&event->body);
  }
}

static void take_old(kernel *k, uint32_t index, tenuto_cycle *cycle, frames of_call) {
  LV2_Event_Buffer *buffer = k->sequences[index];
  uint32_t offset = 0;
  while (offset + sizeof(LV2_Event) <= buffer->size && buffer->size <= buffer->capacity) {
    const LV2_Event *event = (const LV2_Event *)(buffer->data + offset);
    uint32_t at = frame_in(of_call, event->frames);
    offset += lv2_event_pad_size((uint16_t)(sizeof *event + event->size));
    if (offset > buffer->size) return;
    if (event->type == common_urids()->midi_event)
      midi_send(
          cycle, at, k->plugin->ports[index].midi_index, (const uint8_t *)(event + 1),
          event->size);
  }
}

void events_end(kernel *k, tenuto_cycle *cycle, frames of_call) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    if (!k->sequences[i] || k->plugin->ports[i].is_input) continue;
    if (k->plugin->ports[i].kind == PORT_EVENT)
      take_old(k, i, cycle, of_call);
    else
      take_atoms(k, i, cycle, of_call);
  }
}
