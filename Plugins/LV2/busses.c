// Audio, CV and MIDI ports as busses.
#include <lv2/core/lv2.h>
#include <lv2/port-groups/port-groups.h>
#include <stdlib.h>
#include <string.h>
#include "describe.h"

enum { BUS_CHANNELS = 64, ALL_CHANNELS = 256, MIDI_OUTPUTS = 16 };

// A bus under construction; `group` is NULL for ports without a group.
typedef struct draft {
  LilvNode *group;
  bool is_cv, is_side_chain;
  uint16_t channel_count;
  bool is_optional;
  char *name;
} draft;

static LilvNode *group_of(const plugin *p, const LilvPort *from) {
  LilvNode *key = node_of(p->world, LV2_PORT_GROUPS__group);
  LilvNode *group = lilv_port_get(p->lilv, from, key);
  lilv_node_free(key);
  return group;
}

static bool is_side_chain(const plugin *p, const LilvNode *group) {
  char *main = first_text(p->world, group, LV2_PORT_GROUPS__sideChainOf);
  free(main);
  return main != NULL;
}

static char *bus_name(const plugin *p, const draft *bus, const LilvPort *from, bool is_input) {
  if (bus->is_cv) {
    LilvNode *name = lilv_port_get_name(p->lilv, from);
    char *text = clean_text(name ? lilv_node_as_string(name) : NULL, "CV");
    lilv_node_free(name);
    return text;
  }
  char *name = bus->group ? first_text(p->world, bus->group, LV2_CORE__name) : NULL;
  const char *fallback = bus->is_side_chain ? "Side chain" : is_input ? "Input" : "Output";
  char *text = clean_text(name, fallback);
  free(name);
  return text;
}

static bool belongs(const draft *bus, const LilvNode *group, bool is_cv, bool is_side) {
  if (bus->is_cv || is_cv || bus->channel_count >= BUS_CHANNELS) return false;
  if (group || bus->group) return group && bus->group && lilv_node_equals(group, bus->group);
  return bus->is_side_chain == is_side;
}

// Returns the bus of a port, which may be new.
static uint32_t bus_of(const plugin *p, draft *busses, uint32_t *count, uint32_t index) {
  const port *port = &p->ports[index];
  const LilvPort *from = lilv_plugin_get_port_by_index(p->lilv, index);
  LilvNode *group = group_of(p, from);
  bool is_cv = port->kind == PORT_CV;
  bool is_side = port->is_side_chain || (group && is_side_chain(p, group));
  for (uint32_t i = 0; i < *count; i++) {
    if (!belongs(&busses[i], group, is_cv, is_side)) continue;
    lilv_node_free(group);
    return i;
  }
  draft *bus = &busses[*count];
  *bus = (draft){group, is_cv, is_side, 0, true, NULL};
  bus->name = bus_name(p, bus, from, port->is_input);
  return (*count)++;
}

// The main bus first, side chains and CV last, so that the main channels in a chain match.
static int rank(const draft *bus) { return bus->is_cv ? 2 : bus->is_side_chain ? 1 : 0; }

static void sort(plugin *p, draft *busses, uint32_t count, bool is_input, tenuto_bus *sorted) {
  uint32_t next = 0;
  for (int wanted = 0; wanted < 3; wanted++)
    for (uint32_t i = 0; i < count; i++) {
      if (rank(&busses[i]) != wanted) continue;
      for (uint32_t j = 0; j < p->port_count; j++) {
        port *port = &p->ports[j];
        bool is_sound = port->kind == PORT_AUDIO || port->kind == PORT_CV;
        // Unplaced ones have the high bit.
        if (is_sound && port->is_input == is_input && port->bus == (i | 1u << 31))
          port->bus = next;
      }
      bool may_miss = is_input && (p->is_instrument || wanted > 0 ||
                                   (next > 0 && busses[i].is_optional));
      sorted[next++] = (tenuto_bus){busses[i].name, busses[i].channel_count, may_miss};
    }
}

static uint16_t make_busses(plugin *p, bool is_input, const tenuto_bus **list) {
  draft *busses = calloc(p->port_count + 1u, sizeof *busses);
  uint32_t count = 0, channels = 0;
  for (uint32_t i = 0; busses && i < p->port_count; i++) {
    port *port = &p->ports[i];
    if ((port->kind != PORT_AUDIO && port->kind != PORT_CV) || port->is_input != is_input) continue;
    uint32_t bus = bus_of(p, busses, &count, i);
    port->bus = bus | 1u << 31;
    port->channel = busses[bus].channel_count++;
    busses[bus].is_optional &= port->is_optional;
    channels++;
  }
  if (channels > ALL_CHANNELS) p->fault = "it has more than 256 audio channels on one side";
  tenuto_bus *sorted = calloc(count + 1u, sizeof *sorted);
  if (busses && sorted) sort(p, busses, count, is_input, sorted);
  *list = sorted;
  free(busses);
  return (uint16_t)count;
}

static void describe_midi(plugin *p) {
  const char **names = calloc(MIDI_OUTPUTS, sizeof *names);
  for (uint32_t i = 0; names && i < p->port_count; i++) {
    const port *port = &p->ports[i];
    if (!port->takes_midi || port->is_input || p->component.midi_output_count >= MIDI_OUTPUTS)
      continue;
    LilvNode *name = lilv_port_get_name(p->lilv, lilv_plugin_get_port_by_index(p->lilv, i));
    names[p->component.midi_output_count++] =
        clean_text(name ? lilv_node_as_string(name) : NULL, port->symbol);
    lilv_node_free(name);
  }
  p->component.midi_outputs = names;
}

void describe_busses(plugin *p) {
  p->component.input_count = make_busses(p, true, &p->component.inputs);
  p->component.output_count = make_busses(p, false, &p->component.outputs);
  describe_midi(p);
}
