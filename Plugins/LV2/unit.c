#include "unit.h"
#include <lv2/state/state.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/code.h"
#include "bridge/log.h"
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

// Returns the Turtle, which the caller frees, or NULL if the plug-in has no state of its own.
static char *saved(const unit *u) {
  kernel *k = u->kernel;
  if (!lilv_instance_get_extension_data(k->instance, LV2_STATE__interface)) return NULL;
  LilvState *state = lilv_state_new_from_instance(
      u->plugin->lilv, k->instance, &urid_map, NULL, NULL, NULL, NULL, NULL, NULL,
      LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE, k->features.list);
  char *text = NULL;
  if (state && lilv_state_get_num_properties(state) > 0)
    text = lilv_state_to_string(u->plugin->world, &urid_map, &urid_unmap, state, STATE_URI, NULL);
  lilv_state_free(state);
  return text;
}

static void restore(const unit *u, const LilvState *state) {
  kernel *k = u->kernel;
  kernel_pause(k);
  lilv_state_restore(state, k->instance, NULL, NULL, 0, k->features.list);
  kernel_resume(k);
}

static LilvState *parsed(const unit *u, const char *text) {
  return lilv_state_new_from_string(u->plugin->world, &urid_map, text);
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

void unit_save(void *unit_, tenuto_scope scope, tenuto_output *output) {
  (void)scope;
  unit *u = unit_;
  char *text = u->kernel ? saved(u) : NULL;
  const char *kept = u->kernel ? text : u->waiting;
  if (kept) tenuto_write(output, kept, strlen(kept));
  free(text);
}

bool unit_load(void *unit_, uint32_t version, const void *bytes, size_t count) {
  (void)version;
  unit *u = unit_;
  if (count == 0) return true;  // the plug-in has no state of its own
  char *text = calloc(1, count + 1);
  if (!text) return false;
  memcpy(text, bytes, count);
  bool is_taken = is_state(u, text);
  if (is_taken && u->kernel) {
    LilvState *state = parsed(u, text);
    restore(u, state);
    lilv_state_free(state);
  }
  if (is_taken && !u->kernel) {
    free(u->waiting);
    u->waiting = text;
  } else {
    free(text);
  }
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
    free(u->waiting);
    u->waiting = lilv_state_to_string(
        u->plugin->world, &urid_map, &urid_unmap, state, STATE_URI, NULL);
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
  LilvState *state = u->waiting ? parsed(u, u->waiting) : NULL;
  if (state)
    restore(u, state);
  else
    restore_default(u);
  lilv_state_free(state);
  free(u->waiting);
  u->waiting = NULL;
}

void unit_detach(unit *u) {
  free(u->waiting);
  u->waiting = saved(u);
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
  if (atomic_exchange(&u->kernel->news.has_state_changed, false)) tenuto_state_changed(u->host);
  if (kernel_has_new_latency(u->kernel)) tenuto_format_changed(u->host);
}
