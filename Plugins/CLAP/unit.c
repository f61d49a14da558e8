#include "unit.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/log.h"
#include "describe.h"
#include "host.h"
#include "kernel.h"

plugin *served_plugin;
unit *first_unit;

// Greatest number of callbacks in a row that a plug-in may request from within one.
enum { MOST_ROUNDS = 16 };

// --- Making it -------------------------------------------------------------------------------

static void find_extensions(unit *u) {
  const clap_plugin *p = u->instance;
  u->extensions = (extensions){
      .params = extension_of(p, CLAP_EXT_PARAMS, NULL),
      .state = extension_of(p, CLAP_EXT_STATE, NULL),
      .state_context = extension_of(p, CLAP_EXT_STATE_CONTEXT, NULL),
      .latency = extension_of(p, CLAP_EXT_LATENCY, NULL),
      .tail = extension_of(p, CLAP_EXT_TAIL, NULL),
      .render = extension_of(p, CLAP_EXT_RENDER, NULL),
      .note_ports = extension_of(p, CLAP_EXT_NOTE_PORTS, NULL),
      .audio_ports = extension_of(p, CLAP_EXT_AUDIO_PORTS, NULL),
      .configs = extension_of(p, CLAP_EXT_AUDIO_PORTS_CONFIG, NULL),
      .configurable = extension_of(
          p, CLAP_EXT_CONFIGURABLE_AUDIO_PORTS, CLAP_EXT_CONFIGURABLE_AUDIO_PORTS_COMPAT),
      .activation = extension_of(
          p, CLAP_EXT_AUDIO_PORTS_ACTIVATION, CLAP_EXT_AUDIO_PORTS_ACTIVATION_COMPAT),
      .thread_pool = extension_of(p, CLAP_EXT_THREAD_POOL, NULL),
      .timers = extension_of(p, CLAP_EXT_TIMER_SUPPORT, NULL),
      .descriptors = extension_of(p, CLAP_EXT_POSIX_FD_SUPPORT, NULL),
      .preset_load = extension_of(p, CLAP_EXT_PRESET_LOAD, CLAP_EXT_PRESET_LOAD_COMPAT),
      .remote_controls =
          extension_of(p, CLAP_EXT_REMOTE_CONTROLS, CLAP_EXT_REMOTE_CONTROLS_COMPAT),
      .track_info = extension_of(p, CLAP_EXT_TRACK_INFO, CLAP_EXT_TRACK_INFO_COMPAT),
  };
}

unit *unit_make(const plugin *p) {
  unit *u = calloc(1, sizeof *u);
  if (!u) return NULL;
  u->plugin = p;
  host_make(u);
  const clap_plugin_factory *factory = p->library->factory;
  u->instance = factory->create_plugin(factory, &u->clap_host, p->descriptor->id);
  if (!u->instance) {
    free(u);
    return NULL;
  }
  if (!u->instance->init(u->instance)) {
    unit_free(u);
    return NULL;
  }
  find_extensions(u);
  return u;
}

void unit_free(unit *u) {
  u->instance->destroy(u->instance);
  free(u->known);
  free(u);
}

void *unit_open(tenuto_host *host) {
  unit *u = first_unit ? first_unit : unit_make(served_plugin);
  first_unit = NULL;
  if (!u) return NULL;
  u->host = host;
  if (!u->known) u->known = calloc(u->plugin->parameter_count + 1u, sizeof *u->known);
  if (u->known) {
    unit_pull_values(u);
    unit_settle(u);
    return u;
  }
  unit_free(u);
  return NULL;
}

void unit_close(void *unit_) {
  if (unit_) unit_free(unit_);
}

// --- Values ----------------------------------------------------------------------------------

static double value_of(const unit *u, uint32_t index) {
  double value;
  clap_id id = u->plugin->parameters[index].id;
  bool is_read = u->extensions.params->get_value(u->instance, id, &value) && isfinite(value);
  return is_read ? value : (double)atomic_load(&u->known[index]);
}

void unit_pull_values(unit *u) {
  for (uint32_t i = 0; u->host && i < u->plugin->parameter_count; i++) {
    double value = value_of(u, i);
    atomic_store(&u->known[i], value);
    clap_id id = u->plugin->parameters[i].id;
    if ((float)value != tenuto_get_parameter(u->host, id))
      tenuto_set_parameter(u->host, id, (float)value);
  }
}

// Flushes the host's changed values to the plug-in.
static void push_values(unit *u) {
  uint32_t count = 0;
  clap_event_param *values = calloc(u->plugin->parameter_count + 1u, sizeof *values);
  for (uint32_t i = 0; values && i < u->plugin->parameter_count; i++) {
    const parameter *p = &u->plugin->parameters[i];
    float value = tenuto_get_parameter(u->host, p->id);
    if (p->flags & CLAP_PARAM_IS_READONLY || (float)atomic_load(&u->known[i]) == value) continue;
    atomic_store(&u->known[i], value);
    values[count++] = parameter_event(p->id, value);
  }
  if (count) kernel_flush(u, values, count);
  free(values);
}

// --- State -----------------------------------------------------------------------------------

static int64_t write_bytes(const clap_ostream *stream, const void *bytes, uint64_t size) {
  tenuto_write(stream->ctx, bytes, size);
  return (int64_t)size;
}

typedef struct source {
  const uint8_t *bytes;
  uint64_t count, position;
} source;

static int64_t read_bytes(const clap_istream *stream, void *bytes, uint64_t size) {
  source *from = stream->ctx;
  uint64_t left = from->count - from->position, taken = size < left ? size : left;
  memcpy(bytes, from->bytes + from->position, taken);
  from->position += taken;
  return (int64_t)taken;
}

void unit_save(void *unit_, tenuto_scope scope, tenuto_output *output) {
  unit *u = unit_;
  if (!u || !u->extensions.state) return;
  push_values(u);
  clap_ostream stream = {output, write_bytes};
  uint32_t context = scope == TENUTO_SCOPE_PRESET ? CLAP_STATE_CONTEXT_FOR_PRESET
                                                  : CLAP_STATE_CONTEXT_FOR_PROJECT;
  bool is_saved = u->extensions.state_context
                      ? u->extensions.state_context->save(u->instance, &stream, context)
                      : u->extensions.state->save(u->instance, &stream);
  if (!is_saved) log_line("error: the plug-in has not saved its state");
  unit_settle(u);
}

bool unit_load(void *unit_, uint32_t version, const void *bytes, size_t count) {
  (void)version;
  unit *u = unit_;
  if (count == 0) return true;  // the plug-in has no state
  if (!u || !u->extensions.state) return false;
  source from = {bytes, count, 0};
  clap_istream stream = {&from, read_bytes};
  bool is_loaded = u->extensions.state->load(u->instance, &stream);
  if (is_loaded) unit_pull_values(u);
  unit_settle(u);
  return is_loaded;
}

void unit_select(void *unit_, int32_t number) {
  unit *u = unit_;
  for (uint32_t i = 0; u && i < u->plugin->preset_count; i++)
    if (u->plugin->presets[i].number == number) preset_load(u, &u->plugin->presets[i]);
  if (!u) return;
  unit_pull_values(u);
  unit_settle(u);
}

// --- Words -----------------------------------------------------------------------------------

bool unit_text(void *unit_, uint64_t address, float value, char *words, size_t capacity) {
  const unit *u = unit_;
  int32_t index = u ? parameter_index(u->plugin, address) : -1;
  char text[CLAP_NAME_SIZE] = "";
  if (index < 0 || !u->extensions.params->value_to_text(
                       u->instance, (clap_id)address, value, text, sizeof text))
    return false;
  text[sizeof text - 1] = 0;
  char *clean = clean_text(text, NULL);
  bool fits = clean && *clean && strlen(clean) < capacity;
  if (fits) memcpy(words, clean, strlen(clean) + 1);
  free(clean);
  return fits;
}

bool unit_value(void *unit_, uint64_t address, const char *words, float *value) {
  const unit *u = unit_;
  double number;
  int32_t index = u ? parameter_index(u->plugin, address) : -1;
  if (index < 0 || !u->extensions.params->text_to_value(
                       u->instance, (clap_id)address, words, &number) ||
      !isfinite(number))
    return false;
  *value = (float)number;
  return true;
}

void unit_context_name(void *unit_, const char *name) {
  unit *u = unit_;
  if (!u) return;
  snprintf(u->track_name, sizeof u->track_name, "%s", name);
  if (u->extensions.track_info) u->extensions.track_info->changed(u->instance);
  unit_settle(u);
}

// --- Every now and then ----------------------------------------------------------------------

static bool is_wanted(atomic_bool *wish) {
  return atomic_load_explicit(wish, memory_order_relaxed) && atomic_exchange(wish, false);
}

void unit_settle(unit *u) {
  requests *w = &u->requests;
  for (int i = 0; i < MOST_ROUNDS && is_wanted(&w->callback); i++)
    u->instance->on_main_thread(u->instance);
  if (is_wanted(&w->restart) && u->kernel) {
    kernel_restart(u->kernel);
    atomic_store(&w->format, true);
  }
  if (!u->host) return;
  if (is_wanted(&w->flush)) {
    kernel_flush(u, NULL, 0);
    atomic_store(&w->values, true);
  }
  if (is_wanted(&w->values)) unit_pull_values(u);
  if (is_wanted(&w->dirty)) tenuto_state_changed(u->host);
  if (is_wanted(&w->format) && u->kernel) tenuto_format_changed(u->host);
}

static void set_mode(unit *u) {
  bool is_offline = u->kernel && atomic_load(&u->kernel->is_offline);
  if (!u->extensions.render || is_offline == u->kernel->has_offline_mode) return;
  u->kernel->has_offline_mode = is_offline;
  u->extensions.render->set(
      u->instance, is_offline ? CLAP_RENDER_OFFLINE : CLAP_RENDER_REALTIME);
}

void unit_tick(void *unit_) {
  unit *u = unit_;
  log_flush();
  if (!u) return;
  served_plugin->component.tick_interval = host_run_events(u);
  unit_settle(u);
  if (!u->kernel) return;
  set_mode(u);
  kernel_send_gestures(u->kernel);
}
