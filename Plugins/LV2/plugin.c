#include "plugin.h"
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/event/event.h>
#include <lv2/midi/midi.h>
#include <lv2/morph/morph.h>
#include <lv2/options/options.h>
#include <lv2/patch/patch.h>
#include <lv2/port-groups/port-groups.h>
#include <lv2/port-props/port-props.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/time/time.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "blocks.h"
#include "bridge/code.h"
#include "describe.h"

enum { SEQUENCE_BYTES = 65536, LARGEST_SEQUENCE = 1 << 26 };

LilvNode *node_of(LilvWorld *world, const char *uri) { return lilv_new_uri(world, uri); }

char *first_text(LilvWorld *world, const LilvNode *subject, const char *predicate) {
  LilvNode *key = node_of(world, predicate);
  LilvNode *found = lilv_world_get(world, subject, key, NULL);
  char *text = found ? strdup(lilv_node_as_string(found)) : NULL;
  lilv_node_free(found);
  lilv_node_free(key);
  return text;
}

// --- Ports -----------------------------------------------------------------------------------

static bool is_a(const plugin *p, const LilvPort *from, const char *class) {
  LilvNode *node = node_of(p->world, class);
  bool is = lilv_port_is_a(p->lilv, from, node);
  lilv_node_free(node);
  return is;
}

static bool has_property(const plugin *p, const LilvPort *from, const char *uri) {
  LilvNode *node = node_of(p->world, uri);
  bool has = lilv_port_has_property(p->lilv, from, node);
  lilv_node_free(node);
  return has;
}

static bool supports(const plugin *p, const LilvPort *from, const char *event) {
  LilvNode *node = node_of(p->world, event);
  bool does = lilv_port_supports_event(p->lilv, from, node);
  lilv_node_free(node);
  return does;
}

static LilvNode *value_of(const plugin *p, const LilvPort *from, const char *predicate) {
  LilvNode *key = node_of(p->world, predicate);
  LilvNode *value = lilv_port_get(p->lilv, from, key);
  lilv_node_free(key);
  return value;
}

static port_kind kind_of(const plugin *p, const LilvPort *from) {
  // A CV port may also declare itself an audio port, for hosts without CV.
  if (is_a(p, from, LV2_CORE__CVPort)) return PORT_CV;
  if (is_a(p, from, LV2_CORE__AudioPort)) return PORT_AUDIO;
  if (is_a(p, from, LV2_CORE__ControlPort)) return PORT_CONTROL;
  if (is_a(p, from, LV2_ATOM__AtomPort)) return PORT_ATOM;
  if (is_a(p, from, LV2_EVENT__EventPort)) return PORT_EVENT;
  return PORT_UNKNOWN;
}

// A known type for a port whose own type the bridge does not know (`morph:MorphPort`).
static void morph(plugin *p, port *to, const LilvPort *from) {
  static const struct { const char *uri; port_kind kind; } kinds[] = {
      {LV2_CORE__ControlPort, PORT_CONTROL}, {LV2_CORE__AudioPort, PORT_AUDIO},
      {LV2_CORE__CVPort, PORT_CV}};
  if (to->kind != PORT_UNKNOWN || !is_a(p, from, LV2_MORPH__MorphPort)) return;
  LilvNode *key = node_of(p->world, LV2_MORPH__supportsType);
  LilvNodes *types = lilv_port_get_value(p->lilv, from, key);
  lilv_node_free(key);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !to->morph_type; i++) {
    LilvNode *wanted = node_of(p->world, kinds[i].uri);
    if (types && lilv_nodes_contains(types, wanted)) {
      to->kind = kinds[i].kind;
      to->morph_type = kinds[i].uri;
    }
    lilv_node_free(wanted);
  }
  lilv_nodes_free(types);
}

static port_role role_of(const char *uri) {
  static const struct { const char *uri; port_role role; } roles[] = {
      {LV2_CORE__latency, ROLE_LATENCY}, {LV2_CORE__freeWheeling, ROLE_FREEWHEEL},
      {LV2_CORE__enabled, ROLE_ENABLED}, {LV2_TIME__beatsPerMinute, ROLE_TEMPO},
      {LV2_TIME__speed, ROLE_SPEED}, {LV2_TIME__frame, ROLE_FRAME}, {LV2_TIME__bar, ROLE_BAR},
      {LV2_TIME__barBeat, ROLE_BAR_BEAT}, {LV2_TIME__beat, ROLE_BEAT},
      {LV2_TIME__beatUnit, ROLE_BEAT_UNIT}, {LV2_TIME__beatsPerBar, ROLE_BEATS_PER_BAR}};
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (!strcmp(uri, roles[i].uri)) return roles[i].role;
  return ROLE_NONE;
}

static void read_designation(plugin *p, port *to, const LilvPort *from) {
  LilvNode *designation = value_of(p, from, LV2_CORE__designation);
  if (designation && lilv_node_is_uri(designation)) {
    const char *uri = lilv_node_as_uri(designation);
    to->is_control = !strcmp(uri, LV2_CORE__control);
    to->role = role_of(uri);
  }
  lilv_node_free(designation);
  if (has_property(p, from, LV2_CORE__reportsLatency)) to->role = ROLE_LATENCY;
  // The host feeds the inputs; outputs are meters, except the latency.
  if (to->kind != PORT_CONTROL || to->is_input == (to->role == ROLE_LATENCY)) to->role = ROLE_NONE;
}

static float number_or(const LilvNode *node, float fallback) {
  float value = node && (lilv_node_is_float(node) || lilv_node_is_int(node))
                    ? lilv_node_as_float(node)
                    : node && lilv_node_is_bool(node) ? (float)lilv_node_as_bool(node) : NAN;
  return isfinite(value) ? value : fallback;
}

static void read_range(plugin *p, port *to, const LilvPort *from) {
  LilvNode *value = NULL, *least = NULL, *most = NULL;
  lilv_port_get_range(p->lilv, from, &value, &least, &most);
  to->scales_with_rate = has_property(p, from, LV2_CORE__sampleRate);
  float scale = to->scales_with_rate ? USUAL_RATE : 1;
  float wanted = number_or(value, NAN);
  to->minimum = number_or(least, isfinite(wanted) ? fminf(0, wanted) : 0) * scale;
  to->maximum = number_or(most, isfinite(wanted) ? fmaxf(1, wanted) : 1) * scale;
  if (to->maximum < to->minimum) to->maximum = to->minimum;
  if (!isfinite(to->maximum - to->minimum)) to->minimum = -1e9f, to->maximum = 1e9f;
  to->default_value = isfinite(wanted) ? wanted * scale : to->minimum;
  to->default_value = fminf(fmaxf(to->default_value, to->minimum), to->maximum);
  lilv_node_free(value);
  lilv_node_free(least);
  lilv_node_free(most);
}

static void read_events(plugin *p, port *to, const LilvPort *from) {
  to->takes_midi = supports(p, from, LV2_MIDI__MidiEvent);
  to->takes_position = supports(p, from, LV2_TIME__Position);
  to->takes_patch = supports(p, from, LV2_PATCH__Message);
  LilvNode *size = value_of(p, from, LV2_RESIZE_PORT__minimumSize);
  long long least = size && lilv_node_is_int(size) ? lilv_node_as_int(size) : 0;
  lilv_node_free(size);
  if (least > LARGEST_SEQUENCE) p->fault = "a port wants sequences of more than 64 MiB";
  to->sequence_bytes = least > SEQUENCE_BYTES ? (uint32_t)least : SEQUENCE_BYTES;
}

static void read_port(plugin *p, uint32_t index) {
  const LilvPort *from = lilv_plugin_get_port_by_index(p->lilv, index);
  port *to = &p->ports[index];
  to->kind = kind_of(p, from);
  morph(p, to, from);
  to->is_input = is_a(p, from, LV2_CORE__InputPort);
  to->is_optional = has_property(p, from, LV2_CORE__connectionOptional);
  to->is_side_chain = has_property(p, from, LV2_CORE_PREFIX "isSideChain");
  to->symbol = lilv_node_as_string(lilv_port_get_symbol(p->lilv, from));
  to->address = digest_of(to->symbol);
  read_designation(p, to, from);
  if (to->kind == PORT_CONTROL) read_range(p, to, from);
  if (to->kind == PORT_ATOM || to->kind == PORT_EVENT) read_events(p, to, from);
  if (to->kind == PORT_UNKNOWN && !to->is_optional)
    p->fault = "a port is of a kind that this host does not know";
}

// --- What it needs ---------------------------------------------------------------------------

static void lack(plugin *p, const char *uri) {
  size_t length = strlen(uri) + 64;
  char *fault = malloc(length);
  if (fault) snprintf(fault, length, "it requires <%s>, which this host lacks", uri);
  p->fault = fault;
}

static void check_features(plugin *p) {
  LilvNodes *required = lilv_plugin_get_required_features(p->lilv);
  LILV_FOREACH(nodes, i, required) {
    const char *uri = lilv_node_as_uri(lilv_nodes_get(required, i));
    p->wants_blocks |= is_block_feature(uri);
    if (!is_feature_known(uri)) lack(p, uri);
  }
  lilv_nodes_free(required);
}

static void check_options(plugin *p) {
  LilvNode *key = node_of(p->world, LV2_OPTIONS__requiredOption);
  LilvNodes *required = lilv_plugin_get_value(p->lilv, key);
  lilv_node_free(key);
  LILV_FOREACH(nodes, i, required) {
    const LilvNode *option = lilv_nodes_get(required, i);
    if (lilv_node_is_uri(option) && !is_option_known(lilv_node_as_uri(option)))
      lack(p, lilv_node_as_uri(option));
  }
  lilv_nodes_free(required);
}

static void number_midi_ports(plugin *p) {
  uint32_t counts[2] = {0, 0};
  for (uint32_t i = 0; i < p->port_count; i++)
    if (p->ports[i].takes_midi) p->ports[i].midi_index = counts[p->ports[i].is_input]++;
}

// Uses the type in the Turtle, since classes are known only if all of LV2's own bundles are loaded.
static bool is_instrument(const plugin *p) {
  LilvNode *type = node_of(p->world, LILV_NS_RDF "type");
  LilvNode *instrument = node_of(p->world, LV2_CORE__InstrumentPlugin);
  bool is = lilv_world_ask(p->world, lilv_plugin_get_uri(p->lilv), type, instrument);
  lilv_node_free(instrument);
  lilv_node_free(type);
  return is;
}

plugin *plugin_read(LilvWorld *world, const LilvPlugin *lilv) {
  plugin *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->world = world;
  p->lilv = lilv;
  p->uri = lilv_node_as_uri(lilv_plugin_get_uri(lilv));
  if (!lilv_plugin_verify(lilv)) p->fault = "its Turtle lacks a name or a port's data";
  check_features(p);
  check_options(p);
  if (p->fault) return p;
  p->port_count = lilv_plugin_get_num_ports(lilv);
  p->ports = calloc(p->port_count + 1u, sizeof *p->ports);
  if (!p->ports) return NULL;
  for (uint32_t i = 0; i < p->port_count; i++) read_port(p, i);
  number_midi_ports(p);
  p->is_instrument = is_instrument(p);
  if (!p->fault) describe(p);
  return p;
}
