// Presets (`pset:Preset`) as factory presets, in the order of their URIs.
#include <lv2/presets/presets.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "describe.h"
#include "urids.h"

enum { MOST_PRESETS = 4096 };

typedef struct draft {
  plugin *plugin;
  tenuto_value *values;
  uint16_t count;
} draft;

static int by_uri(const void *a, const void *b) {
  return strcmp(lilv_node_as_uri(*(LilvNode *const *)a), lilv_node_as_uri(*(LilvNode *const *)b));
}

static LilvNode **sorted(const LilvNodes *found, uint32_t *count) {
  LilvNode **list = calloc(lilv_nodes_size(found) + 1u, sizeof *list);
  *count = 0;
  LILV_FOREACH(nodes, i, found)
    if (list && *count < MOST_PRESETS && lilv_node_is_uri(lilv_nodes_get(found, i)))
      list[(*count)++] = lilv_node_duplicate(lilv_nodes_get(found, i));
  if (list) qsort(list, *count, sizeof *list, by_uri);
  return list;
}

static float as_float(const void *value, uint32_t size, uint32_t type) {
  const urids *u = common_urids();
  float result = NAN;
  if (type == u->atom_float && size == 4) memcpy(&result, value, 4);
  if (type == u->atom_double && size == 8) {
    double number;
    memcpy(&number, value, 8);
    result = (float)number;
  }
  if ((type == u->atom_int || type == u->atom_bool) && size == 4) {
    int32_t number;
    memcpy(&number, value, 4);
    result = (float)number;
  }
  return result;
}

// Some presets have two values for a port; the last one applies.
static void add_value(draft *to, tenuto_value value) {
  uint16_t i = 0;
  while (i < to->count && to->values[i].address != value.address) i++;
  to->values[i] = value;
  if (i == to->count) to->count++;
}

static void take_value(
    const char *symbol, void *context, const void *value, uint32_t size, uint32_t type) {
  draft *to = context;
  float number = as_float(value, size, type);
  for (uint32_t i = 0; i < to->plugin->port_count; i++) {
    const port *port = &to->plugin->ports[i];
    bool is_set = port->kind == PORT_CONTROL && port->is_input && !strcmp(port->symbol, symbol);
    if (!is_set || !isfinite(number) || !location_of(to->plugin, port->address)) continue;
    number = fminf(fmaxf(number, port->minimum), port->maximum);
    add_value(to, (tenuto_value){port->address, number});
    return;
  }
}

static bool read_preset(plugin *p, LilvNode *node, int32_t number, tenuto_preset *to) {
  lilv_world_load_resource(p->world, node);
  char *label = first_text(p->world, node, "http://www.w3.org/2000/01/rdf-schema#label");
  LilvState *state = lilv_state_new_from_world(p->world, &urid_map, node);
  draft values = {p, calloc(p->port_count + 1u, sizeof *values.values), 0};
  if (state && values.values) lilv_state_emit_port_values(state, take_value, &values);
  *to = (tenuto_preset){number, clean_text(label, "Unnamed"), values.values, values.count};
  free(label);
  lilv_state_free(state);
  return state != NULL;
}

void describe_presets(plugin *p) {
  LilvNode *class = node_of(p->world, LV2_PRESETS__Preset);
  LilvNodes *found = lilv_plugin_get_related(p->lilv, class);
  lilv_node_free(class);
  uint32_t count = 0;
  p->presets = sorted(found, &count);
  lilv_nodes_free(found);
  tenuto_preset *presets = calloc(count + 1u, sizeof *presets);
  for (uint32_t i = 0; p->presets && presets && i < count; i++) {
    tenuto_preset *to = &presets[p->component.preset_count];
    if (!read_preset(p, p->presets[i], (int32_t)i, to)) continue;
    p->component.preset_count++;
  }
  p->component.presets = presets;
}
