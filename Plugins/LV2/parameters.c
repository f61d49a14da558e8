// Control ports and patch:writable properties as parameters.
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/patch/patch.h>
#include <lv2/port-groups/port-groups.h>
#include <lv2/port-props/port-props.h>
#include <lv2/units/units.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/code.h"
#include "describe.h"
#include "urids.h"

#define RDFS "http://www.w3.org/2000/01/rdf-schema#"

enum { MOST_VALUE_NAMES = 256, MOST_PARAMETERS = 4096 };

static bool has_property(const plugin *p, const LilvPort *from, const char *uri) {
  LilvNode *node = node_of(p->world, uri);
  bool has = lilv_port_has_property(p->lilv, from, node);
  lilv_node_free(node);
  return has;
}

// --- Units -----------------------------------------------------------------------------------

static uint32_t known_unit(const char *name) {
  static const struct { const char *name; uint32_t unit; } units[] = {
      {"pc", TENUTO_UNIT_PERCENT}, {"s", TENUTO_UNIT_SECONDS}, {"ms", TENUTO_UNIT_MILLISECONDS},
      {"hz", TENUTO_UNIT_HERTZ}, {"cent", TENUTO_UNIT_CENTS}, {"db", TENUTO_UNIT_DECIBELS},
      {"semitone12TET", TENUTO_UNIT_SEMITONES}, {"midiNote", TENUTO_UNIT_MIDI_NOTE},
      {"coef", TENUTO_UNIT_RATIO}, {"frame", TENUTO_UNIT_SAMPLE_FRAMES}};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (!strcmp(name, units[i].name)) return units[i].unit;
  return TENUTO_UNIT_CUSTOM;
}

static const char *custom_symbol(const char *name) {
  static const char *const symbols[][2] = {
      {"khz", "kHz"}, {"mhz", "MHz"}, {"bpm", "BPM"}, {"degree", "°"}, {"min", "min"},
      {"m", "m"}, {"cm", "cm"}, {"mm", "mm"}, {"km", "km"}, {"oct", "oct"}, {"beat", "beats"},
      {"bar", "bars"}, {"inch", "in"}};
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (!strcmp(name, symbols[i][0])) return symbols[i][1];
  return NULL;
}

static void read_unit(const plugin *p, const LilvNode *unit, tenuto_parameter *to) {
  if (!unit) return;
  char *symbol = first_text(p->world, unit, LV2_UNITS__symbol);
  const char *uri = lilv_node_is_uri(unit) ? lilv_node_as_uri(unit) : "";
  if (!strncmp(uri, LV2_UNITS_PREFIX, strlen(LV2_UNITS_PREFIX))) {
    const char *name = uri + strlen(LV2_UNITS_PREFIX);
    to->unit = known_unit(name);
    if (to->unit == TENUTO_UNIT_CUSTOM)
      to->unit_name = clean_text(custom_symbol(name), name);
  } else if (symbol && *symbol) {
    to->unit = TENUTO_UNIT_CUSTOM;
    to->unit_name = clean_text(symbol, NULL);
  }
  free(symbol);
}

// --- Names of values -------------------------------------------------------------------------

static bool is_whole(float value) { return value == floorf(value); }

static char *name_of(const LilvScalePoints *points, float value) {
  LILV_FOREACH(scale_points, i, points) {
    const LilvScalePoint *point = lilv_scale_points_get(points, i);
    if (lilv_node_as_float(lilv_scale_point_get_value(point)) == value)
      return clean_text(lilv_node_as_string(lilv_scale_point_get_label(point)), "–");
  }
  char number[32];
  snprintf(number, sizeof number, "%g", value);
  return clean_text(number, "–");
}

static bool are_points_whole(const LilvScalePoints *points) {
  LILV_FOREACH(scale_points, i, points) {
    const LilvNode *value = lilv_scale_point_get_value(lilv_scale_points_get(points, i));
    if (!is_whole(lilv_node_as_float(value))) return false;
  }
  return true;
}

// Reads names of integer values: of an enumeration, an integer, or scale points that are all
// integers.
static void read_points(const plugin *p, const LilvPort *from, tenuto_parameter *to) {
  LilvScalePoints *points = lilv_port_get_scale_points(p->lilv, from);
  bool is_listed = to->unit == TENUTO_UNIT_INDEXED ||
                   has_property(p, from, LV2_CORE__enumeration);
  float count = to->maximum - to->minimum + 1;
  if (points && is_listed && are_points_whole(points) && is_whole(to->minimum) && count >= 1 &&
      count <= MOST_VALUE_NAMES) {
    const char **names = calloc((size_t)count, sizeof *names);
    for (int i = 0; names && i < (int)count; i++) names[i] = name_of(points, to->minimum + (float)i);
    to->value_names = names;
    to->value_name_count = names ? (uint16_t)count : 0;
    to->unit = TENUTO_UNIT_INDEXED;
  }
  lilv_scale_points_free(points);
}

// --- Groups ----------------------------------------------------------------------------------

// Returns the path of the port's group, adding a new group, or NULL.
static const char *group_path(plugin *p, const LilvPort *from) {
  LilvNode *key = node_of(p->world, LV2_PORT_GROUPS__group);
  LilvNode *group = lilv_port_get(p->lilv, from, key);
  lilv_node_free(key);
  char *symbol = group ? first_text(p->world, group, LV2_CORE__symbol) : NULL;
  tenuto_group *groups = (tenuto_group *)p->component.groups;
  const char *path = NULL;
  for (int i = 0; symbol && i < p->component.group_count; i++)
    if (!strcmp(groups[i].path, symbol)) path = groups[i].path;
  if (symbol && !path) {
    char *name = first_text(p->world, group, LV2_CORE__name);
    path = clean_text(symbol, "group");
    groups[p->component.group_count++] = (tenuto_group){path, clean_text(name, symbol)};
    free(name);
  }
  free(symbol);
  lilv_node_free(group);
  return path;
}

// --- Control ports ---------------------------------------------------------------------------

static bool is_steered_by_host(const port *port) {
  return port->role >= ROLE_TEMPO || port->role == ROLE_FREEWHEEL || port->role == ROLE_LATENCY;
}

static uint32_t flags_of(const plugin *p, const LilvPort *from, const port *port) {
  uint32_t flags = 0;
  if (!port->is_input) flags |= TENUTO_PARAMETER_READ_ONLY;
  if (has_property(p, from, LV2_PORT_PROPS__logarithmic) && port->minimum > 0)
    flags |= TENUTO_PARAMETER_LOGARITHMIC;
  if (has_property(p, from, LV2_PORT_PROPS__notOnGUI) || port->role == ROLE_ENABLED)
    flags |= TENUTO_PARAMETER_HIDDEN;
  if (has_property(p, from, LV2_PORT_PROPS__expensive) ||
      has_property(p, from, LV2_PORT_PROPS__causesArtifacts) ||
      has_property(p, from, LV2_PORT_PROPS__notAutomatic))
    flags |= TENUTO_PARAMETER_NOT_AUTOMATABLE;
  return flags;
}

static bool is_identifier_used(const tenuto_component *c, const char *identifier) {
  for (int i = 0; i < c->parameter_count; i++)
    if (!strcmp(c->parameters[i].identifier, identifier)) return true;
  return false;
}

// Returns the symbol; a second port with the same symbol, which LV2 forbids, gets its index
// appended.
static char *identifier_of(const plugin *p, uint32_t index) {
  const char *symbol = p->ports[index].symbol;
  if (!is_identifier_used(&p->component, symbol)) return clean_text(symbol, "_");
  char text[256];
  snprintf(text, sizeof text, "%.200s.%u", symbol, index);
  p->ports[index].address = digest_of(text);
  return clean_text(text, "_");
}

static void read_port(plugin *p, uint32_t index, tenuto_parameter *to) {
  const LilvPort *from = lilv_plugin_get_port_by_index(p->lilv, index);
  port *port = &p->ports[index];
  to->identifier = identifier_of(p, index);
  to->address = port->address;
  LilvNode *name = lilv_port_get_name(p->lilv, from);
  to->name = clean_text(name ? lilv_node_as_string(name) : NULL, port->symbol);
  lilv_node_free(name);
  to->group = group_path(p, from);
  to->minimum = port->minimum;
  to->maximum = port->maximum;
  to->default_value = port->role == ROLE_ENABLED ? port->maximum : port->default_value;
  LilvNode *key = node_of(p->world, LV2_UNITS__unit);
  LilvNode *unit = lilv_port_get(p->lilv, from, key);
  read_unit(p, unit, to);
  lilv_node_free(unit);
  lilv_node_free(key);
  if (has_property(p, from, LV2_CORE__integer)) to->unit = TENUTO_UNIT_INDEXED;
  if (has_property(p, from, LV2_CORE__toggled)) to->unit = TENUTO_UNIT_BOOLEAN;
  // A fractional value must not be rounded.
  if (to->unit == TENUTO_UNIT_INDEXED && !is_whole(to->default_value))
    to->unit = TENUTO_UNIT_GENERIC;
  to->flags = flags_of(p, from, port);
  if (to->unit != TENUTO_UNIT_BOOLEAN) read_points(p, from, to);
}

// --- Properties ------------------------------------------------------------------------------

static LV2_URID number_type(const char *range) {
  const urids *u = common_urids();
  LV2_URID type = range ? urid_of(range) : 0;
  bool is_number = type == u->atom_float || type == u->atom_double || type == u->atom_int ||
                   type == u->atom_long || type == u->atom_bool;
  return is_number ? type : 0;
}

static float number(LilvWorld *world, const LilvNode *subject, const char *predicate, float other) {
  char *text = first_text(world, subject, predicate);
  float value = text ? strtof(text, NULL) : other;
  if (text && !strcmp(text, "true")) value = 1;
  free(text);
  return isfinite(value) ? value : other;
}

// Whether the property is a number; messages set other properties.
static bool read_property(plugin *p, const LilvNode *node, tenuto_parameter *to) {
  char *range = first_text(p->world, node, RDFS "range");
  LV2_URID type = number_type(range);
  free(range);
  if (!type) return false;
  const char *uri = lilv_node_as_uri(node);
  const char *short_name = strrchr(uri, '#') ? strrchr(uri, '#') : strrchr(uri, '/');
  char *label = first_text(p->world, node, RDFS "label");
  to->address = digest_of(uri);
  to->identifier = clean_text(uri, "_");
  to->name = clean_text(label, short_name ? short_name + 1 : uri);
  free(label);
  to->minimum = number(p->world, node, LV2_CORE__minimum, 0);
  to->maximum = fmaxf(number(p->world, node, LV2_CORE__maximum, 1), to->minimum);
  float value = number(p->world, node, LV2_CORE__default, to->minimum);
  to->default_value = fminf(fmaxf(value, to->minimum), to->maximum);
  const urids *u = common_urids();
  if (type == u->atom_bool) to->unit = TENUTO_UNIT_BOOLEAN;
  if (type == u->atom_int || type == u->atom_long) to->unit = TENUTO_UNIT_INDEXED;
  LilvNode *key = node_of(p->world, LV2_UNITS__unit);
  LilvNode *unit = lilv_world_get(p->world, node, key, NULL);
  if (!to->unit) read_unit(p, unit, to);
  lilv_node_free(unit);
  lilv_node_free(key);
  p->properties[p->property_count++] = (property){urid_of(uri), type, to->address};
  return true;
}

// --- All -------------------------------------------------------------------------------------

static int by_address(const void *a, const void *b) {
  uint64_t first = ((const parameter_location *)a)->address;
  uint64_t second = ((const parameter_location *)b)->address;
  return (first > second) - (first < second);
}

const parameter_location *location_of(const plugin *p, uint64_t address) {
  parameter_location key = {.address = address};
  return bsearch(&key, p->locations, p->location_count, sizeof key, by_address);
}

static void add(plugin *p, const tenuto_parameter *parameter, int32_t port, int32_t property) {
  ((tenuto_parameter *)p->component.parameters)[p->component.parameter_count++] = *parameter;
  p->locations[p->location_count++] = (parameter_location){parameter->address, port, property};
}

static void add_properties(plugin *p) {
  LilvNode *key = node_of(p->world, LV2_PATCH__writable);
  LilvNodes *writable = lilv_plugin_get_value(p->lilv, key);
  lilv_node_free(key);
  p->properties = calloc(lilv_nodes_size(writable) + 1u, sizeof *p->properties);
  LILV_FOREACH(nodes, i, writable) {
    tenuto_parameter parameter = {0};
    const LilvNode *node = lilv_nodes_get(writable, i);
    if (p->properties && p->component.parameter_count < MOST_PARAMETERS &&
        read_property(p, node, &parameter))
      add(p, &parameter, -1, (int32_t)p->property_count - 1);
  }
  lilv_nodes_free(writable);
}

void describe_parameters(plugin *p) {
  size_t most = p->port_count + MOST_PARAMETERS + 1u;
  p->component.parameters = calloc(most, sizeof *p->component.parameters);
  p->component.groups = calloc(most, sizeof *p->component.groups);
  p->locations = calloc(most, sizeof *p->locations);
  if (!p->component.parameters || !p->component.groups || !p->locations) {
    p->fault = "out of memory";
    return;
  }
  for (uint32_t i = 0; i < p->port_count; i++) {
    if (p->ports[i].kind != PORT_CONTROL || is_steered_by_host(&p->ports[i])) continue;
    if (p->component.parameter_count >= MOST_PARAMETERS) break;
    tenuto_parameter parameter = {0};
    read_port(p, i, &parameter);
    add(p, &parameter, (int32_t)i, -1);
  }
  add_properties(p);
  qsort(p->locations, p->location_count, sizeof *p->locations, by_address);
}
