#include "kernel.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bridge/log.h"
#include "buffers.h"
#include "notes.h"
#include "transport.h"

enum { GESTURE_BYTES = 1 << 12, LARGEST_LATENCY = 1 << 24, FRAMES_OF_SILENCE = 64 };

// --- Making it -------------------------------------------------------------------------------

static void pause_rendering(kernel *k) {
  struct timespec nap = {0, 100000};
  while (atomic_flag_test_and_set_explicit(&k->is_busy, memory_order_acquire)) nanosleep(&nap, NULL);
}

static void resume_rendering(kernel *k) {
  atomic_flag_clear_explicit(&k->is_busy, memory_order_release);
}

static bool activate(kernel *k) {
  if (!k->instance->activate(k->instance, k->sample_rate, 1, k->maximum_frame_count)) return false;
  const clap_plugin_frames *latency = k->unit->extensions.latency;
  uint32_t frames = latency ? latency->get(k->instance) : 0;
  k->latency = frames < LARGEST_LATENCY ? frames : 0;
  return true;
}

// Acts as the render thread, which is stopped at that time.
static void stop_processing(kernel *k) {
  if (!k->is_processing) return;
  is_rendering = true;
  k->instance->stop_processing(k->instance);
  is_rendering = false;
  k->is_processing = false;
}

static clap_process_status process(kernel *k, uint32_t frame_count);
static bool is_started(kernel *k);

// Some plug-ins know their latency only after a call and then ask for reactivation, which would be
// audible in the middle of the music. So they get a call with silence first.
static bool learn_latency(kernel *k) {
  if (!k->unit->extensions.latency) return true;
  uint32_t count = k->maximum_frame_count < FRAMES_OF_SILENCE ? k->maximum_frame_count
                                                              : FRAMES_OF_SILENCE;
  k->frame_count = count;
  is_rendering = true;
  if (is_started(k) && process(k, count) != CLAP_PROCESS_ERROR) k->instance->reset(k->instance);
  is_rendering = false;
  if (!atomic_exchange(&k->unit->requests.restart, false)) return true;
  stop_processing(k);
  k->instance->deactivate(k->instance);
  return activate(k);
}

static void choose_busses(const kernel *k, const tenuto_setup *setup) {
  const clap_plugin_audio_ports_activation *ports = k->unit->extensions.activation;
  for (uint32_t i = 0; ports && i < k->plugin->inputs.count; i++)
    ports->set_active(k->instance, true, i, setup->input_channels[i] > 0, 32);
  for (uint32_t i = 0; ports && i < k->plugin->outputs.count; i++)
    ports->set_active(k->instance, false, i, setup->output_channels[i] > 0, 32);
}

static bool make_memory(kernel *k, const tenuto_setup *setup) {
  uint32_t frames = setup->maximum_frame_count;
  k->gestures = ring_make(GESTURE_BYTES);
  return k->gestures && buffers_make(&k->inputs, &k->plugin->inputs, setup->input_channels, frames) &&
         buffers_make(&k->outputs, &k->plugin->outputs, setup->output_channels, frames);
}

static void free_memory(kernel *k) {
  buffers_free(&k->inputs);
  buffers_free(&k->outputs);
  ring_free(k->gestures);
  free(k);
}

void *kernel_create(const tenuto_setup *setup) {
  unit *u = setup->unit;
  kernel *k = u ? calloc(1, sizeof *k) : NULL;
  if (!k) return NULL;
  k->unit = u;
  k->plugin = u->plugin;
  k->instance = u->instance;
  k->sample_rate = setup->sample_rate;
  k->maximum_frame_count = setup->maximum_frame_count;
  atomic_flag_clear(&k->is_busy);
  notes_reset(k);
  log_start();
  bool is_made = make_memory(k, setup) && unit_choose_channels(u, setup);
  if (is_made) choose_busses(k, setup);
  if (!is_made || !activate(k)) {
    free_memory(k);
    return NULL;
  }
  u->kernel = k;
  k->has_failed = !learn_latency(k);
  return k;
}

void kernel_destroy(void *kernel_) {
  kernel *k = kernel_;
  kernel_send_gestures(k);
  stop_processing(k);
  k->instance->deactivate(k->instance);
  k->unit->kernel = NULL;
  free_memory(k);
}

void kernel_restart(kernel *k) {
  pause_rendering(k);
  stop_processing(k);
  k->instance->deactivate(k->instance);
  k->has_failed = !activate(k);
  resume_rendering(k);
}

// --- What the host asks ----------------------------------------------------------------------

uint32_t kernel_latency(const void *kernel_) { return ((const kernel *)kernel_)->latency; }

// An effect without the extension has an infinite tail.
double kernel_tail(const void *kernel_) {
  const kernel *k = kernel_;
  const clap_plugin_frames *tail = k->unit->extensions.tail;
  if (!tail) return k->plugin->inputs.count ? INFINITY : 0;
  uint32_t frames = tail->get(k->instance);
  return frames >= INT32_MAX ? INFINITY : frames / k->sample_rate;
}

// --- Events in -------------------------------------------------------------------------------

static uint32_t event_count(const clap_input_events *list) {
  return ((const kernel *)list->ctx)->queue.count;
}

static const clap_event_header *event_at(const clap_input_events *list, uint32_t index) {
  const kernel *k = list->ctx;
  return index < k->queue.count ? &k->queue.events[index].header : NULL;
}

void kernel_midi_at(void *kernel_, const uint32_t words[4], uint32_t frame) {
  notes_take(kernel_, words, frame);
}

void kernel_parameter(void *kernel_, uint64_t address, float value) {
  kernel *k = kernel_;
  int32_t index = parameter_index(k->plugin, address);
  // An equal value is skipped, since the plug-in may have it with more precision.
  if (index < 0 || (float)atomic_load_explicit(&k->unit->known[index], memory_order_relaxed) == value)
    return;
  atomic_store_explicit(&k->unit->known[index], value, memory_order_relaxed);
  event *e = queue_add(&k->queue, 0, CLAP_EVENT_PARAM_VALUE, sizeof e->param);
  if (e) e->param = parameter_event(k->plugin->parameters[index].id, value);
}

clap_event_param parameter_event(clap_id id, double value) {
  clap_event_param e = {
      .header = {sizeof e, 0, CLAP_CORE_EVENT_SPACE_ID, CLAP_EVENT_PARAM_VALUE, 0},
      .param_id = id, .note_id = -1, .port_index = -1, .channel = -1, .key = -1, .value = value};
  return e;
}

void kernel_reset(void *kernel_) {
  kernel *k = kernel_;
  if (atomic_flag_test_and_set_explicit(&k->is_busy, memory_order_acquire)) return;
  is_rendering = true;
  if (!k->has_failed) k->instance->reset(k->instance);
  is_rendering = false;
  k->queue.count = k->queue.sysex_count = 0;
  notes_reset(k);
  resume_rendering(k);
}

// --- Events out ------------------------------------------------------------------------------

static bool take_gesture(kernel *k, const clap_event_header *header) {
  const clap_event_param_gesture *g = (const clap_event_param_gesture *)header;
  gesture edit = {g->param_id, header->type == CLAP_EVENT_PARAM_GESTURE_BEGIN};
  return ring_write(k->gestures, &edit, sizeof edit);
}

static bool take_value(kernel *k, const clap_event_param *e, uint32_t frame) {
  int32_t index = parameter_index(k->plugin, e->param_id);
  // Values of single notes do not change the component's parameters.
  if (index < 0 || e->note_id >= 0 || e->key >= 0 || !isfinite(e->value)) return true;
  atomic_store_explicit(&k->unit->known[index], e->value, memory_order_relaxed);
  return tenuto_send_parameter(k->cycle, frame, e->param_id, (float)e->value);
}

static bool take_event(const clap_output_events *list, const clap_event_header *header) {
  kernel *k = list->ctx;
  // The call before the first cycle has no output.
  if (header->space_id != CLAP_CORE_EVENT_SPACE_ID || !k->cycle) return true;
  uint32_t frame = header->time < k->frame_count ? header->time : k->frame_count - 1;
  switch (header->type) {
    case CLAP_EVENT_PARAM_GESTURE_BEGIN:
    case CLAP_EVENT_PARAM_GESTURE_END: return take_gesture(k, header);
    case CLAP_EVENT_PARAM_VALUE: return take_value(k, (const clap_event_param *)header, frame);
    default: return notes_send(k, header, frame);
  }
}

void kernel_send_gestures(kernel *k) {
  gesture edit;
  uint32_t size;
  while (ring_read(k->gestures, &edit, sizeof edit, &size))
    tenuto_gesture(k->unit->host, edit.id, edit.is_touched);
}

// --- Rendering -------------------------------------------------------------------------------

static void silence(const kernel *k, float *const *outputs, uint32_t frame_count) {
  for (uint32_t i = 0; i < k->outputs.channel_count; i++)
    if (k->outputs.sources[i] >= 0)
      memset(outputs[k->outputs.sources[i]], 0, frame_count * sizeof(float));
}

static bool is_started(kernel *k) {
  if (k->is_processing || k->has_failed) return k->is_processing;
  k->is_processing = k->instance->start_processing(k->instance);
  k->has_failed = !k->is_processing;
  return k->is_processing;
}

static clap_process_status process(kernel *k, uint32_t frame_count) {
  clap_event_transport transport;
  bool has_transport = k->cycle && transport_read(k->cycle, k->sample_rate, &transport);
  clap_input_events in = {k, event_count, event_at};
  clap_output_events out = {k, take_event};
  clap_process call = {
      .steady_time = k->cycle ? tenuto_sample_time(k->cycle) : -1, .frames_count = frame_count,
      .transport = has_transport ? &transport : NULL, .audio_inputs = k->inputs.busses,
      .audio_outputs = k->outputs.busses, .audio_inputs_count = k->plugin->inputs.count,
      .audio_outputs_count = k->plugin->outputs.count, .in_events = &in, .out_events = &out};
  return k->instance->process(k->instance, &call);
}

// Notes the mode for the control thread, which sets it in the plug-in at its next tick.
static void note_mode(kernel *k) {
  bool is_offline = tenuto_is_offline(k->cycle);
  atomic_store_explicit(&k->is_offline, is_offline, memory_order_relaxed);
}

void kernel_render(
    void *kernel_, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle) {
  kernel *k = kernel_;
  if (atomic_flag_test_and_set_explicit(&k->is_busy, memory_order_acquire)) {
    silence(k, outputs, frame_count);
    return;
  }
  is_rendering = true;
  k->cycle = cycle;
  k->frame_count = frame_count;
  note_mode(k);
  buffers_take_inputs(&k->inputs, inputs, frame_count);
  buffers_take_outputs(&k->outputs, outputs);
  // A call of `process` replaces a requested flush.
  atomic_store_explicit(&k->unit->requests.flush, false, memory_order_relaxed);
  if (is_started(k) && process(k, frame_count) != CLAP_PROCESS_ERROR)
    buffers_give_outputs(&k->outputs, outputs, frame_count);
  else
    silence(k, outputs, frame_count);
  k->queue.count = k->queue.sysex_count = 0;
  k->cycle = NULL;
  is_rendering = false;
  resume_rendering(k);
}

// --- Flushing --------------------------------------------------------------------------------

typedef struct flushed {
  unit *unit;
  const clap_event_param *values;
  uint32_t count;
} flushed;

static uint32_t flushed_count(const clap_input_events *list) {
  return ((const flushed *)list->ctx)->count;
}

static const clap_event_header *flushed_at(const clap_input_events *list, uint32_t index) {
  const flushed *f = list->ctx;
  return index < f->count ? &f->values[index].header : NULL;
}

// Reports gestures to the host; `unit_pull_values` reports the values.
static bool take_flushed(const clap_output_events *list, const clap_event_header *header) {
  const flushed *f = list->ctx;
  bool is_begin = header->type == CLAP_EVENT_PARAM_GESTURE_BEGIN;
  if (header->space_id == CLAP_CORE_EVENT_SPACE_ID && f->unit->host &&
      (is_begin || header->type == CLAP_EVENT_PARAM_GESTURE_END))
    tenuto_gesture(f->unit->host, ((const clap_event_param_gesture *)header)->param_id, is_begin);
  return true;
}

void kernel_flush(unit *u, const clap_event_param *values, uint32_t count) {
  if (!u->extensions.params) return;
  flushed context = {u, values, count};
  clap_input_events in = {&context, flushed_count, flushed_at};
  clap_output_events out = {&context, take_flushed};
  kernel *k = u->kernel;
  if (k) pause_rendering(k);
  is_rendering = k != NULL;
  u->extensions.params->flush(u->instance, &in, &out);
  is_rendering = false;
  if (k) resume_rendering(k);
}
