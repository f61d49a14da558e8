#include "oracle.h"
#include <lilv/lilv.h>
#include <lv2/atom/util.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/event/event-helpers.h>
#include <lv2/event/event.h>
#include <lv2/midi/midi.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/uri-map/uri-map.h>
#include <lv2/urid/urid.h>
#include <stdlib.h>
#include <string.h>

LV2_DISABLE_DEPRECATION_WARNINGS

enum { EVENT_BYTES = 65536, MOST_URIDS = 4096 };

struct oracle {
  LilvWorld *world;
  const LilvPlugin *plugin;
  LilvInstance *instance;
  uint32_t frame_count, port_count, inputs, outputs;
  float *controls;
  LV2_Atom_Sequence **sequences;
  bool *is_input, *is_old;
};

static char *uris[MOST_URIDS];
static uint32_t uri_count;

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  for (uint32_t i = 0; i < uri_count; i++)
    if (!strcmp(uris[i], uri)) return i + 1;
  uris[uri_count] = strdup(uri);
  return ++uri_count;
}

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID urid) {
  (void)handle;
  return urid && urid <= uri_count ? uris[urid - 1] : NULL;
}

static uint32_t old_map(LV2_URI_Map_Callback_Data data, const char *kind, const char *uri) {
  (void)data, (void)kind;
  return map(NULL, uri);
}

static uint32_t nothing(LV2_Event_Callback_Data data, LV2_Event *event) {
  (void)data, (void)event;
  return 1;
}

static bool is_a(const oracle *o, const LilvPort *port, const char *uri) {
  LilvNode *node = lilv_new_uri(o->world, uri);
  bool is = lilv_port_is_a(o->plugin, port, node);
  lilv_node_free(node);
  return is;
}

static void make_port(oracle *o, uint32_t index, const float *values) {
  const LilvPort *port = lilv_plugin_get_port_by_index(o->plugin, index);
  o->is_input[index] = is_a(o, port, LV2_CORE__InputPort);
  o->is_old[index] = is_a(o, port, LV2_EVENT__EventPort);
  if (is_a(o, port, LV2_CORE__ControlPort)) {
    // NaN.
    o->controls[index] = values[index] == values[index] ? values[index] : 0;
    lilv_instance_connect_port(o->instance, index, &o->controls[index]);
  } else if (o->is_old[index] || is_a(o, port, LV2_ATOM__AtomPort)) {
    o->sequences[index] = calloc(1, EVENT_BYTES);
    lilv_instance_connect_port(o->instance, index, o->sequences[index]);
  } else {
    *(o->is_input[index] ? &o->inputs : &o->outputs) += 1;
  }
}

static void clear(oracle *o) {
  for (uint32_t i = 0; i < o->port_count; i++) {
    LV2_Atom_Sequence *s = o->sequences[i];
    if (!s) continue;
    if (o->is_old[i]) {
      LV2_Event_Buffer *buffer = (LV2_Event_Buffer *)s;
      lv2_event_buffer_reset(buffer, LV2_EVENT_AUDIO_STAMP, (uint8_t *)(buffer + 1));
      buffer->capacity = EVENT_BYTES - sizeof *buffer;
    } else if (o->is_input[i]) {
      lv2_atom_sequence_clear(s);
      s->atom.type = map(NULL, LV2_ATOM__Sequence);
    } else {
      s->atom = (LV2_Atom){EVENT_BYTES - sizeof(LV2_Atom), map(NULL, LV2_ATOM__Chunk)};
    }
  }
}

static LilvInstance *instantiate(const oracle *o, double rate) {
  static LV2_URID_Map map_feature = {NULL, map};
  static LV2_URID_Unmap unmap_feature = {NULL, unmap};
  static LV2_URI_Map_Feature old_feature = {NULL, old_map};
  static LV2_Event_Feature event_feature = {NULL, nothing, nothing};
  static int32_t block, least = 1, bytes = EVENT_BYTES;
  static float sample_rate;
  block = (int32_t)o->frame_count;
  sample_rate = (float)rate;
  LV2_URID whole = map(NULL, LV2_ATOM__Int), number = map(NULL, LV2_ATOM__Float);
  LV2_Options_Option options[] = {
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__minBlockLength), 4, whole, &least},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__maxBlockLength), 4, whole, &block},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__nominalBlockLength), 4, whole, &block},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__sequenceSize), 4, whole, &bytes},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_PARAMETERS__sampleRate), 4, number, &sample_rate},
      {0}};
  LV2_Feature features[] = {
      {LV2_URID__map, &map_feature}, {LV2_URID__unmap, &unmap_feature},
      {LV2_URI_MAP_URI, &old_feature}, {LV2_EVENT_URI, &event_feature},
      {LV2_OPTIONS__options, options}, {LV2_BUF_SIZE__boundedBlockLength, NULL}};
  const LV2_Feature *list[7] = {0};
  for (int i = 0; i < 6; i++) list[i] = &features[i];
  return lilv_plugin_instantiate(o->plugin, rate, list);
}

static LilvWorld *load(void) {
  LilvWorld *world = lilv_world_new();
  // A dynamic manifest is code, and some of it crashes.
  LilvNode *no = lilv_new_bool(world, false);
  lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, no);
  lilv_node_free(no);
  lilv_world_load_all(world);
  return world;
}

oracle *oracle_make(const char *uri, double sample_rate, uint32_t frame_count) {
  static LilvWorld *world;
  if (!world) world = load();
  LilvNode *name = lilv_new_uri(world, uri);
  oracle *o = calloc(1, sizeof *o);
  o->world = world;
  o->plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), name);
  lilv_node_free(name);
  o->frame_count = frame_count;
  o->instance = o->plugin ? instantiate(o, sample_rate) : NULL;
  if (!o->instance) {
    free(o);
    return NULL;
  }
  o->port_count = lilv_plugin_get_num_ports(o->plugin);
  o->controls = calloc(o->port_count, sizeof *o->controls);
  o->sequences = calloc(o->port_count, sizeof *o->sequences);
  o->is_input = calloc(o->port_count, sizeof *o->is_input);
  o->is_old = calloc(o->port_count, sizeof *o->is_old);
  float *values = calloc(o->port_count, sizeof *values);
  lilv_plugin_get_port_ranges_float(o->plugin, NULL, NULL, values);
  for (uint32_t i = 0; i < o->port_count; i++) make_port(o, i, values);
  free(values);
  clear(o);
  lilv_instance_activate(o->instance);
  return o;
}

void oracle_free(oracle *o) {
  if (!o) return;
  lilv_instance_deactivate(o->instance);
  lilv_instance_free(o->instance);
  for (uint32_t i = 0; i < o->port_count; i++) free(o->sequences[i]);
  free(o->controls);
  free(o->sequences);
  free(o->is_input);
  free(o->is_old);
  free(o);
}

void oracle_set(oracle *o, const char *symbol, float value) {
  LilvNode *name = lilv_new_string(o->world, symbol);
  const LilvPort *port = lilv_plugin_get_port_by_symbol(o->plugin, name);
  if (port) o->controls[lilv_port_get_index(o->plugin, port)] = value;
  lilv_node_free(name);
}

static void send_to(
    oracle *o, uint32_t port, uint32_t frame, const uint8_t *bytes, uint32_t size) {
  LV2_URID type = map(NULL, LV2_MIDI__MidiEvent);
  if (o->is_old[port]) {
    LV2_Event_Iterator place;
    lv2_event_begin(&place, (LV2_Event_Buffer *)o->sequences[port]);
    while (lv2_event_is_valid(&place)) lv2_event_increment(&place);
    lv2_event_write(&place, frame, 0, (uint16_t)type, (uint16_t)size, bytes);
    return;
  }
  struct { LV2_Atom_Event event; uint8_t bytes[8]; } message = {{{frame}, {size, type}}, {0}};
  memcpy(message.bytes, bytes, size);
  lv2_atom_sequence_append_event(o->sequences[port], EVENT_BYTES, &message.event);
}

void oracle_send(oracle *o, uint32_t frame, const uint8_t *bytes, uint32_t size) {
  for (uint32_t i = 0; i < o->port_count; i++)
    if (o->sequences[i] && o->is_input[i]) return send_to(o, i, frame, bytes, size);
}

void oracle_run(oracle *o, const float *inputs, float *outputs) {
  for (uint32_t i = 0; i < o->port_count; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(o->plugin, i);
    if (o->sequences[i] || is_a(o, port, LV2_CORE__ControlPort)) continue;
    void *place = o->is_input[i] ? (void *)inputs : outputs;
    if (o->is_input[i]) inputs += o->frame_count;
    else outputs += o->frame_count;
    lilv_instance_connect_port(o->instance, i, place);
  }
  lilv_instance_run(o->instance, o->frame_count);
  clear(o);
}

uint32_t oracle_input_count(const oracle *o) { return o->inputs; }
uint32_t oracle_output_count(const oracle *o) { return o->outputs; }
