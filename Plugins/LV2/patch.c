#include "patch.h"
#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/patch/patch.h>
#include <stdlib.h>
#include <string.h>
#include "events.h"

static void forge_number(LV2_Atom_Forge *forge, LV2_URID type, float value) {
  const urids *u = common_urids();
  if (type == u->atom_bool) lv2_atom_forge_bool(forge, value >= 0.5f);
  else if (type == u->atom_int) lv2_atom_forge_int(forge, (int32_t)value);
  else if (type == u->atom_long) lv2_atom_forge_long(forge, (int64_t)value);
  else if (type == u->atom_double) lv2_atom_forge_double(forge, value);
  else lv2_atom_forge_float(forge, value);
}

// Begins a patch:Set of `key`, to be followed by the value and ended by `send`.
static void begin(LV2_Atom_Forge *forge, LV2_Atom_Forge_Frame *frame, LV2_URID key) {
  const urids *u = common_urids();
  lv2_atom_forge_object(forge, frame, 0, u->patch_set);
  lv2_atom_forge_key(forge, u->patch_property);
  lv2_atom_forge_urid(forge, key);
  lv2_atom_forge_key(forge, u->patch_value);
}

static void send(kernel *k, LV2_Atom_Forge *forge, LV2_Atom_Forge_Frame *frame) {
  const LV2_Atom *atom = (const LV2_Atom *)forge->buf;
  lv2_atom_forge_pop(forge, frame);
  sequence_add(k, k->control_port, 0, atom->type, atom + 1, atom->size);
}

void patch_send_wanted(kernel *k) {
  _Alignas(8) uint8_t bytes[256];
  for (uint32_t i = 0; i < k->plugin->property_count; i++) {
    if (!k->is_property_wanted[i]) continue;
    k->is_property_wanted[i] = false;
    LV2_Atom_Forge forge = k->forge;
    LV2_Atom_Forge_Frame frame;
    lv2_atom_forge_set_buffer(&forge, bytes, sizeof bytes);
    begin(&forge, &frame, k->plugin->properties[i].key);
    forge_number(&forge, k->plugin->properties[i].type, k->property_values[i]);
    send(k, &forge, &frame);
  }
  if (!atomic_load_explicit(&k->text.is_full, memory_order_acquire)) return;
  LV2_Atom_Forge forge = k->forge;
  LV2_Atom_Forge_Frame frame;
  lv2_atom_forge_set_buffer(&forge, k->text.bytes, sizeof k->text.bytes);
  begin(&forge, &frame, k->text.key);
  lv2_atom_forge_typed_string(
      &forge, k->text.type, k->text.value, (uint32_t)strlen(k->text.value));
  send(k, &forge, &frame);
  atomic_store_explicit(&k->text.is_full, false, memory_order_release);
}

// --- From the plug-in ------------------------------------------------------------------------

static bool read_number(const LV2_Atom *atom, float *value) {
  const urids *u = common_urids();
  const void *body = atom + 1;
  if (atom->type == u->atom_float && atom->size == 4) *value = *(const float *)body;
  else if (atom->type == u->atom_double && atom->size == 8) *value = (float)*(const double *)body;
  else if ((atom->type == u->atom_int || atom->type == u->atom_bool) && atom->size == 4)
    *value = (float)*(const int32_t *)body;
  else if (atom->type == u->atom_long && atom->size == 8) *value = (float)*(const int64_t *)body;
  else return false;
  return true;
}

static void take_value(
    kernel *k, tenuto_cycle *cycle, uint32_t frame, LV2_URID key, const LV2_Atom *value) {
  float number;
  for (uint32_t i = 0; i < k->plugin->property_count; i++) {
    if (k->plugin->properties[i].key != key) continue;
    if (!read_number(value, &number) || number == k->property_values[i]) return;
    k->property_values[i] = number;
    tenuto_send_parameter(cycle, frame, k->plugin->properties[i].address, number);
    return;
  }
  // Not a parameter, but a loaded file or a name, which is part of the state.
  atomic_store_explicit(&k->reports.has_state_changed, true, memory_order_relaxed);
}

void patch_take(kernel *k, tenuto_cycle *cycle, uint32_t frame, const LV2_Atom_Object *object) {
  const urids *u = common_urids();
  if (object->body.otype == u->state_changed)
    atomic_store_explicit(&k->reports.has_state_changed, true, memory_order_relaxed);
  if (object->body.otype == u->patch_set) {
    const LV2_Atom *property = NULL, *value = NULL;
    lv2_atom_object_get(object, u->patch_property, &property, u->patch_value, &value, 0);
    if (property && value && property->type == u->atom_urid)
      take_value(k, cycle, frame, ((const LV2_Atom_URID *)property)->body, value);
  }
  if (object->body.otype == u->patch_put) {
    const LV2_Atom_Object *body = NULL;
    lv2_atom_object_get(object, u->patch_body, (const LV2_Atom **)&body, 0);
    if (!body || (body->atom.type != u->atom_object && body->atom.type != u->atom_blank)) return;
    LV2_ATOM_OBJECT_FOREACH(body, item) take_value(k, cycle, frame, item->key, &item->value);
  }
}

// --- Texts -----------------------------------------------------------------------------------

// Returns the type of a writable text property, or 0 for any other property.
static LV2_URID text_type(const kernel *k, const char *uri) {
  const urids *u = common_urids();
  LilvNode *writable = node_of(k->plugin->world, LV2_PATCH__writable);
  LilvNode *property = node_of(k->plugin->world, uri);
  LilvNodes *all = lilv_plugin_get_value(k->plugin->lilv, writable);
  char *range = lilv_nodes_contains(all, property)
                    ? first_text(k->plugin->world, property,
                                 "http://www.w3.org/2000/01/rdf-schema#range")
                    : NULL;
  LV2_URID type = range ? urid_of(range) : 0;
  free(range);
  lilv_nodes_free(all);
  lilv_node_free(property);
  lilv_node_free(writable);
  return type == u->atom_path || type == u->atom_string || type == u->atom_uri ? type : 0;
}

bool patch_send_text(kernel *k, const char *uri, const char *value) {
  LV2_URID type = text_type(k, uri);
  if (!type || strlen(value) >= sizeof k->text.value ||
      atomic_load_explicit(&k->text.is_full, memory_order_acquire))
    return false;
  k->text.key = urid_of(uri);
  k->text.type = type;
  strcpy(k->text.value, value);
  atomic_store_explicit(&k->text.is_full, true, memory_order_release);
  return true;
}
