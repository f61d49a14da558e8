#include "kernel.h"
#include <math.h>
#include <lv2/morph/morph.h>
#include <lv2/options/options.h>
#include <lv2/worker/worker.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "blocks.h"
#include "bridge/log.h"
#include "events.h"
#include "midi.h"
#include "patch.h"

// In bytes, for the widest vectors.
enum { ALIGNMENT = 64, METERS_PER_SECOND = 30 };

// --- Making it -------------------------------------------------------------------------------

static bool wants_worker(const plugin *p) {
  LilvNode *feature = node_of(p->world, LV2_WORKER__schedule);
  bool does = lilv_plugin_has_feature(p->lilv, feature);
  lilv_node_free(feature);
  return does;
}

static uint32_t largest_sequence(const plugin *p) {
  uint32_t bytes = 0;
  for (uint32_t i = 0; i < p->port_count; i++)
    if (p->ports[i].sequence_bytes > bytes) bytes = p->ports[i].sequence_bytes;
  return bytes;
}

// The first of the host's channels of each bus, or -1 for an unused bus.
static int32_t first_channel(const uint16_t *busses, uint32_t bus) {
  int32_t first = 0;
  for (uint32_t i = 0; i < bus; i++) first += busses[i];
  return busses[bus] ? first : -1;
}

static bool make_signal(kernel *k, uint32_t index, const tenuto_setup *setup) {
  const port *port = &k->plugin->ports[index];
  const uint16_t *busses = port->is_input ? setup->input_channels : setup->output_channels;
  int32_t first = first_channel(busses, port->bus);
  k->channels[index] = first < 0 ? -1 : first + (int32_t)port->channel;
  size_t bytes = (setup->maximum_frame_count * sizeof(float) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  k->signals[index] = aligned_alloc(ALIGNMENT, bytes);
  if (k->signals[index]) memset(k->signals[index], 0, bytes);
  return k->signals[index] != NULL;
}

static bool make_port(kernel *k, uint32_t index, const tenuto_setup *setup) {
  const port *port = &k->plugin->ports[index];
  k->channels[index] = -1;
  switch (port->kind) {
    case PORT_AUDIO:
    case PORT_CV: return make_signal(k, index, setup);
    case PORT_ATOM:
    case PORT_EVENT:
      k->sequences[index] = calloc(1, port->sequence_bytes);
      if (port->is_input && port->kind == PORT_ATOM &&
          (k->control_port < 0 || port->is_control || (!port->takes_midi && !k->plugin->ports[k->control_port].is_control)))
        k->control_port = (int32_t)index;
      return k->sequences[index] != NULL;
    case PORT_CONTROL:
      k->controls[index] = port->role == ROLE_ENABLED ? port->maximum : port->default_value;
      if (port->role == ROLE_LATENCY) k->latency_port = (int32_t)index;
      return true;
    case PORT_UNKNOWN: return true;
  }
  return false;
}

static void connect(const kernel *k) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    void *data = NULL;
    switch (k->plugin->ports[i].kind) {
      case PORT_CONTROL: data = &k->controls[i]; break;
      case PORT_AUDIO:
      case PORT_CV:
        data = k->plugin->ports[i].is_optional && k->channels[i] < 0 ? NULL : k->signals[i];
        break;
      case PORT_ATOM:
      case PORT_EVENT: data = k->sequences[i]; break;
      case PORT_UNKNOWN: break;
    }
    lilv_instance_connect_port(k->instance, i, data);
  }
}

static bool make_memory(kernel *k, const tenuto_setup *setup) {
  size_t count = k->plugin->port_count + 1u, properties = k->plugin->property_count + 1u;
  k->controls = calloc(count, sizeof *k->controls);
  k->meters = calloc(count, sizeof *k->meters);
  k->signals = calloc(count, sizeof *k->signals);
  k->sequences = calloc(count, sizeof *k->sequences);
  k->channels = calloc(count, sizeof *k->channels);
  k->property_values = calloc(properties, sizeof *k->property_values);
  k->is_property_wanted = calloc(properties, sizeof *k->is_property_wanted);
  if (!k->controls || !k->meters || !k->signals || !k->sequences || !k->channels || !k->property_values ||
      !k->is_property_wanted)
    return false;
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (!make_port(k, i, setup)) return false;
  return true;
}

// Some plug-ins with a latency port write it only in `run`, for which a run of 0 frames suffices.
static void learn_latency(kernel *k) {
  if (k->latency_port >= 0 && !k->block_frames) {
    events_begin(k, NULL, 0);
    lilv_instance_run(k->instance, 0);
  }
  atomic_store(&k->reports.latency, kernel_latency_now(k));
}

// Switches the ports that have a type of the bridge's besides their own (`morph:MorphPort`).
static bool set_types(const kernel *k) {
  const LV2_Options_Interface *options =
      lilv_instance_get_extension_data(k->instance, LV2_OPTIONS__interface);
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    if (!k->plugin->ports[i].morph_type) continue;
    LV2_URID type = urid_of(k->plugin->ports[i].morph_type);
    const LV2_Options_Option wanted[] = {
        {LV2_OPTIONS_PORT, i, urid_of(LV2_MORPH__currentType), sizeof type,
         common_urids()->atom_urid, &type},
        {0}};
    if (!options || options->set(lilv_instance_get_handle(k->instance), wanted)) return false;
  }
  return true;
}

static bool start(kernel *k, const tenuto_setup *setup) {
  if (!make_memory(k, setup)) return false;
  k->worker = wants_worker(k->plugin) ? worker_make() : NULL;
  if (k->worker) k->features.schedule = (LV2_Worker_Schedule){k->worker, worker_schedule};
  features_make(
      &k->features, setup->sample_rate, setup->maximum_frame_count, k->block_frames,
      largest_sequence(k->plugin));
  k->instance = lilv_plugin_instantiate(k->plugin->lilv, setup->sample_rate, k->features.list);
  if (!k->instance || !set_types(k)) return false;
  if (k->worker)
    worker_attach(
        k->worker, k->instance,
        lilv_instance_get_extension_data(k->instance, LV2_WORKER__interface));
  connect(k);
  unit_attach(k->unit, k);
  lilv_instance_activate(k->instance);
  learn_latency(k);
  return true;
}

static void free_memory(kernel *k) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    if (k->signals) free(k->signals[i]);
    if (k->sequences) free(k->sequences[i]);
  }
  free(k->controls);
  free(k->meters);
  free(k->signals);
  free(k->sequences);
  free(k->channels);
  free(k->property_values);
  free(k->is_property_wanted);
  free(k);
}

void *kernel_create(const tenuto_setup *setup) {
  kernel *k = calloc(1, sizeof *k);
  if (!k || !setup->unit) return NULL;
  k->unit = setup->unit;
  k->plugin = k->unit->plugin;
  k->sample_rate = setup->sample_rate;
  k->maximum_frame_count = setup->maximum_frame_count;
  k->block_frames = k->plugin->wants_blocks ? block_length(setup->maximum_frame_count) : 0;
  k->latency_port = k->control_port = -1;
  lv2_atom_forge_init(&k->forge, &urid_map);
  atomic_flag_clear(&k->is_busy);
  if (start(k, setup)) return k;
  worker_free(k->worker);
  free_memory(k);
  return NULL;
}

void kernel_destroy(void *kernel_) {
  kernel *k = kernel_;
  unit_detach(k->unit);
  lilv_instance_deactivate(k->instance);
  worker_free(k->worker);
  lilv_instance_free(k->instance);
  free_memory(k);
}

// --- What the host asks ----------------------------------------------------------------------

uint32_t kernel_latency_now(const kernel *k) {
  float frames = k->latency_port < 0 ? 0 : k->controls[k->latency_port];
  return (frames > 0 && frames < 1 << 24 ? (uint32_t)lrintf(frames) : 0) + k->block_frames;
}

uint32_t kernel_latency(const void *kernel_) {
  return atomic_load(&((kernel *)kernel_)->reports.latency);
}

bool kernel_has_new_latency(kernel *k) {
  return atomic_exchange(&k->reports.is_latency_new, false);
}

// LV2 cannot declare a tail, so an effect has an infinite one.
double kernel_tail(const void *kernel_) {
  return ((const kernel *)kernel_)->plugin->component.input_count ? INFINITY : 0;
}

void kernel_pause(kernel *k) {
  struct timespec nap = {0, 100000};
  while (atomic_flag_test_and_set_explicit(&k->is_busy, memory_order_acquire)) nanosleep(&nap, NULL);
}

void kernel_resume(kernel *k) { atomic_flag_clear_explicit(&k->is_busy, memory_order_release); }

// --- Rendering -------------------------------------------------------------------------------

void kernel_parameter(void *kernel_, uint64_t address, float value) {
  kernel *k = kernel_;
  const parameter_location *location = location_of(k->plugin, address);
  if (!location) return;
  if (location->port >= 0) {
    const port *port = &k->plugin->ports[location->port];
    // Hosts see the range at the usual rate.
    float most = port->scales_with_rate ? port->maximum * (float)(k->sample_rate / USUAL_RATE)
                                        : port->maximum;
    k->controls[location->port] = fminf(value, most);
  } else {
    k->property_values[location->property] = value;
    k->is_property_wanted[location->property] = true;
  }
}

// LV2 has no reset, so the plug-in is restarted, and notes are ended explicitly, since some
// plug-ins keep them.
void kernel_reset(void *kernel_) {
  kernel *k = kernel_;
  if (atomic_flag_test_and_set_explicit(&k->is_busy, memory_order_acquire)) return;
  lilv_instance_deactivate(k->instance);
  lilv_instance_activate(k->instance);
  k->pending_bytes = 0;
  k->position.is_known = false;
  if (k->block_frames) blocks_reset(k);
  midi_silence(k);
  kernel_resume(k);
}

static bool is_aligned(const void *samples) { return (uintptr_t)samples % ALIGNMENT == 0; }

// A call that begins within a cycle has unaligned samples, which some plug-ins cannot process.
// These samples are copied to aligned memory.
static void connect_signals(
    const kernel *k, const float *const *inputs, float *const *outputs, uint32_t frame_count) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    if (k->channels[i] < 0) continue;
    bool is_input = k->plugin->ports[i].is_input;
    // LV2's ports are not const; a plug-in that writes to its inputs is faulty.
    float *samples = is_input ? (float *)inputs[k->channels[i]] : outputs[k->channels[i]];
    if (!is_aligned(samples)) {
      if (is_input) memcpy(k->signals[i], samples, frame_count * sizeof *samples);
      samples = k->signals[i];
    }
    lilv_instance_connect_port(k->instance, i, samples);
  }
}

// Not a sample that a plug-in writes: NaN with a distinctive payload.
static const uint32_t unwritten = 0x7fd4e056;

// The memory that an output writes to.
static float *target(const kernel *k, uint32_t port, float *const *outputs) {
  float *samples = outputs[k->channels[port]];
  return is_aligned(samples) ? samples : k->signals[port];
}

static void mark_outputs(const kernel *k, float *const *outputs, uint32_t frame_count) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (k->channels[i] >= 0 && !k->plugin->ports[i].is_input)
      memcpy(&target(k, i, outputs)[frame_count - 1], &unwritten, sizeof unwritten);
}

// Some plug-ins write nothing until they have enough input (Rubber Band, Calf Reverse Delay): that
// must be silence, not the memory's previous content.
static void copy_outputs(const kernel *k, float *const *outputs, uint32_t frame_count) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    if (k->channels[i] < 0 || k->plugin->ports[i].is_input) continue;
    float *samples = outputs[k->channels[i]], *written = target(k, i, outputs);
    if (!memcmp(&written[frame_count - 1], &unwritten, sizeof unwritten))
      memset(samples, 0, frame_count * sizeof *samples);
    else if (written != samples)
      memcpy(samples, written, frame_count * sizeof *samples);
  }
}

static void silence(const kernel *k, float *const *outputs, uint32_t frame_count) {
  for (uint32_t i = 0; i < k->plugin->port_count; i++)
    if (k->channels[i] >= 0 && !k->plugin->ports[i].is_input)
      memset(outputs[k->channels[i]], 0, frame_count * sizeof(float));
}

// At most thirty times a second, since some plug-ins have a hundred meters that change constantly.
static void send_meters(kernel *k, tenuto_cycle *cycle) {
  int64_t now = tenuto_sample_time(cycle);
  if (now < k->next_meters) return;
  k->next_meters = now + (int64_t)(k->sample_rate / METERS_PER_SECOND);
  for (uint32_t i = 0; i < k->plugin->port_count; i++) {
    const port *port = &k->plugin->ports[i];
    if (port->kind != PORT_CONTROL || port->is_input || port->role == ROLE_LATENCY) continue;
    if (k->controls[i] == k->meters[i] || !isfinite(k->controls[i])) continue;
    k->meters[i] = k->controls[i];
    tenuto_send_parameter(cycle, 0, port->address, k->controls[i]);
  }
}

static void note_latency(kernel *k) {
  if (k->latency_port < 0) return;
  uint32_t now = kernel_latency_now(k);
  if (now == atomic_load_explicit(&k->reports.latency, memory_order_relaxed)) return;
  atomic_store_explicit(&k->reports.latency, now, memory_order_relaxed);
  atomic_store_explicit(&k->reports.is_latency_new, true, memory_order_relaxed);
}

void kernel_run(kernel *k, tenuto_cycle *cycle, uint32_t frame_count, frames of_call) {
  events_begin(k, cycle, frame_count);
  lilv_instance_run(k->instance, frame_count);
  if (k->worker) worker_respond(k->worker);
  events_end(k, cycle, of_call);
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
  if (k->worker) worker_set_offline(k->worker, tenuto_is_offline(cycle));
  if (k->block_frames) {
    blocks_render(k, inputs, outputs, frame_count, cycle);
  } else {
    connect_signals(k, inputs, outputs, frame_count);
    mark_outputs(k, outputs, frame_count);
    kernel_run(k, cycle, frame_count, (frames){0, frame_count});
    copy_outputs(k, outputs, frame_count);
  }
  send_meters(k, cycle);
  note_latency(k);
  is_rendering = false;
  kernel_resume(k);
}
