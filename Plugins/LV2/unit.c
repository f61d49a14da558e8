#include "unit.h"
#include <lv2/state/state.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/code.h"
#include "bridge/log.h"
#include "files.h"
#include "kernel.h"
#include "patch.h"

plugin *served_plugin;

#define STATE_URI "urn:tenuto:state"

void *unit_open(tenuto_host *host) {
  unit *u = calloc(1, sizeof *u);
  if (!u) return NULL;
  u->host = host;
  u->plugin = served_plugin;
  return u;
}

void unit_close(void *unit_) {
  unit *u = unit_;
  if (u) free(u->waiting);
  free(u);
}

// --- State -----------------------------------------------------------------------------------

// The state functions of an instance, with the bridge's mapping of paths first: lilv appends its
// own, and some plug-ins take the last feature of a name.
typedef struct state_access {
  LilvInstance instance;
  LV2_Descriptor descriptor;
  const LV2_Feature *list[MOST_FEATURES + 2];
} state_access;

static const LV2_State_Interface *plugin_state;
static const LV2_Feature *const *state_features;

static LV2_State_Status save_with_files(
    LV2_Handle instance, LV2_State_Store_Function store, LV2_State_Handle handle, uint32_t flags,
    const LV2_Feature *const *features) {
  (void)features;
  return plugin_state->save(instance, store, handle, flags, state_features);
}

static LV2_State_Status restore_with_files(
    LV2_Handle instance, LV2_State_Retrieve_Function retrieve, LV2_State_Handle handle,
    uint32_t flags, const LV2_Feature *const *features) {
  (void)features;
  return plugin_state->restore(instance, retrieve, handle, flags, state_features);
}

static const void *state_extension(const char *uri) {
  static const LV2_State_Interface interface = {save_with_files, restore_with_files};
  return strcmp(uri, LV2_STATE__interface) ? NULL : &interface;
}

// False if the plug-in has no state. `to` lasts as long as the instance is used.
static bool open_state(const kernel *k, state_access *to) {
  static LV2_Feature map = {LV2_STATE__mapPath, &files_map_path};
  plugin_state = lilv_instance_get_extension_data(k->instance, LV2_STATE__interface);
  if (!plugin_state) return false;
  uint32_t count = 0;
  to->list[count++] = &map;
  for (uint32_t i = 0; k->features.list[i]; i++) to->list[count++] = k->features.list[i];
  to->list[count] = NULL;
  state_features = to->list;
  to->descriptor = *k->instance->lv2_descriptor;
  to->descriptor.extension_data = state_extension;
  to->instance = (LilvInstance){&to->descriptor, k->instance->lv2_handle, NULL};
  return true;
}

// Turtle, to be freed; NULL if the plug-in has no state.
static char *saved_text(const unit *u) {
  state_access access;
  if (!open_state(u->kernel, &access)) return NULL;
  LilvState *state = lilv_state_new_from_instance(
      u->plugin->lilv, &access.instance, &urid_map, NULL, NULL, NULL, NULL, NULL, NULL,
      LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, access.list);
  char *text = NULL;
  if (state && lilv_state_get_num_properties(state) > 0)
    text = lilv_state_to_string(u->plugin->world, &urid_map, &urid_unmap, state, STATE_URI, NULL);
  lilv_state_free(state);
  return text;
}

// The state with its files, to be freed; NULL without a state, or if a file cannot be read.
static char *saved(const unit *u, bool carries_users, size_t *count) {
  files_begin_save(carries_users);
  char *text = saved_text(u), *bytes = NULL;
  FILE *to = text ? open_memstream(&bytes, count) : NULL;
  bool is_whole = to && fputs(text, to) >= 0 && fputc(0, to) == 0 && files_write(to);
  if (to) fclose(to);
  free(text);
  if (!is_whole) {
    free(bytes);
    return NULL;
  }
  // Without files it is the text alone.
  if (*count == strlen(bytes) + 1) --*count;
  return bytes;
}

static void restore(const unit *u, const LilvState *state) {
  kernel *k = u->kernel;
  state_access access;
  if (!open_state(k, &access)) return;
  kernel_pause(k);
  lilv_state_restore(state, &access.instance, NULL, NULL, 0, access.list);
  kernel_resume(k);
}

static LilvState *parsed(const unit *u, const char *text) {
  return lilv_state_new_from_string(u->plugin->world, &urid_map, text);
}

// Restores Turtle and files; `bytes` ends with a zero that does not count.
static bool restore_bytes(const unit *u, const char *bytes, size_t count) {
  size_t text = strlen(bytes);
  if (!files_take(bytes + text + (text < count), count - text - (text < count))) return false;
  LilvState *state = parsed(u, bytes);
  if (state) restore(u, state);
  lilv_state_free(state);
  return state != NULL;
}

static LV2_URID map_to_digest(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  return (LV2_URID)digest_of(uri) | 1;
}

// Returns whether the text is a state, without mapping its URIs. The plug-in must map URIs first,
// since states are written in the order of their numbers, and the same state must give the same
// text.
static bool is_state(const unit *u, const char *text) {
  LV2_URID_Map digests = {NULL, map_to_digest};
  LilvState *state = lilv_state_new_from_string(u->plugin->world, &digests, text);
  lilv_state_free(state);
  return state != NULL;
}

// Takes the ownership of `bytes`.
static void keep(unit *u, char *bytes, size_t count) {
  free(u->waiting);
  u->waiting = bytes;
  u->waiting_count = bytes ? count : 0;
}

void unit_save(void *unit_, tenuto_scope scope, tenuto_output *output) {
  unit *u = unit_;
  if (!u->kernel) {
    if (u->waiting) tenuto_write(output, u->waiting, u->waiting_count);
    return;
  }
  size_t count = 0;
  char *bytes = saved(u, scope == TENUTO_SCOPE_DOCUMENT, &count);
  if (bytes) tenuto_write(output, bytes, count);
  free(bytes);
}

bool unit_load(void *unit_, uint32_t version, const void *bytes, size_t count) {
  (void)version;
  unit *u = unit_;
  if (count == 0) return true;  // a plug-in without state
  char *copy = calloc(1, count + 1);
  if (!copy) return false;
  memcpy(copy, bytes, count);
  bool is_taken = is_state(u, copy) && files_are_whole(copy, count);
  if (is_taken && u->kernel) is_taken = restore_bytes(u, copy, count);
  if (is_taken && !u->kernel) keep(u, copy, count);
  else free(copy);
  return is_taken;
}

void unit_select(void *unit_, int32_t number) {
  unit *u = unit_;
  LilvNode *preset = u->plugin->presets[number];
  LilvState *state = lilv_state_new_from_world(u->plugin->world, &urid_map, preset);
  if (!state) return;
  if (u->kernel) {
    restore(u, state);
  } else {
    char *text = lilv_state_to_string(
        u->plugin->world, &urid_map, &urid_unmap, state, STATE_URI, NULL);
    keep(u, text, text ? strlen(text) : 0);
  }
  lilv_state_free(state);
}

// The initial state of a plug-in that requests it (`state:loadDefaultState`).
static void restore_default(const unit *u) {
  LilvNode *feature = node_of(u->plugin->world, LV2_STATE__loadDefaultState);
  bool is_wanted = lilv_plugin_has_feature(u->plugin->lilv, feature);
  lilv_node_free(feature);
  LilvState *state = is_wanted ? lilv_state_new_from_world(
                                     u->plugin->world, &urid_map,
                                     lilv_plugin_get_uri(u->plugin->lilv))
                               : NULL;
  if (state) restore(u, state);
  lilv_state_free(state);
}

void unit_attach(unit *u, kernel *k) {
  u->kernel = k;
  if (!u->waiting || !restore_bytes(u, u->waiting, u->waiting_count)) restore_default(u);
  keep(u, NULL, 0);
}

void unit_detach(unit *u) {
  size_t count = 0;
  char *bytes = saved(u, false, &count);
  keep(u, bytes, count);
  u->kernel = NULL;
}

// --- Messages --------------------------------------------------------------------------------

// "URI VALUE": a patch:Set of a property that is not a number.
bool unit_message(void *unit_, const void *bytes, size_t count, tenuto_output *reply) {
  (void)reply;
  unit *u = unit_;
  const char *text = bytes;
  const char *space = memchr(text, ' ', count);
  if (!u->kernel || !space || count > MOST_PATCH_BYTES) return false;
  char *uri = strndup(text, (size_t)(space - text));
  char *value = strndup(space + 1, count - (size_t)(space + 1 - text));
  bool is_set = uri && value && patch_send_text(u->kernel, uri, value);
  free(uri);
  free(value);
  return is_set;
}

// --- Every now and then ----------------------------------------------------------------------

void unit_tick(void *unit_) {
  unit *u = unit_;
  log_flush();
  if (!u->kernel) return;
  if (atomic_exchange(&u->kernel->reports.has_state_changed, false)) tenuto_state_changed(u->host);
  if (kernel_has_new_latency(u->kernel)) tenuto_format_changed(u->host);
}
