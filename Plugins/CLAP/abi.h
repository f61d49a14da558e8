// CLAP's binary interface, version 1: the library, the plug-in, its host, a call of `process`.
//
// Follows the specification (https://github.com/free-audio/clap) as far as the bridge needs it,
// with the same names. Every offset is asserted, on machines with 64-bit pointers.
#pragma once
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CLAP_AT(type, field, offset) \
  static_assert(offsetof(type, field) == (offset), #type "." #field)
#define CLAP_SIZE(type, size) static_assert(sizeof(type) == (size), #type)

enum { CLAP_NAME_SIZE = 256, CLAP_PATH_SIZE = 1024 };

typedef uint32_t clap_id;
#define CLAP_INVALID_ID UINT32_MAX

typedef struct clap_version {
  uint32_t major, minor, revision;
} clap_version;
CLAP_SIZE(clap_version, 12);

typedef struct clap_plugin clap_plugin;
typedef struct clap_host clap_host;
typedef struct clap_process clap_process;

// --- The library -----------------------------------------------------------------------------

// The symbol `clap_entry`.
typedef struct clap_plugin_entry {
  clap_version version;
  bool (*init)(const char *path);
  void (*deinit)(void);
  const void *(*get_factory)(const char *id);
} clap_plugin_entry;
CLAP_AT(clap_plugin_entry, init, 16);
CLAP_AT(clap_plugin_entry, deinit, 24);
CLAP_AT(clap_plugin_entry, get_factory, 32);
CLAP_SIZE(clap_plugin_entry, 40);

typedef struct clap_plugin_descriptor {
  clap_version version;
  const char *id, *name;  // both are required
  const char *vendor, *url, *manual_url, *support_url;
  const char *version_text;
  const char *description;
  const char *const *features;  // ends with NULL
} clap_plugin_descriptor;
CLAP_AT(clap_plugin_descriptor, id, 16);
CLAP_AT(clap_plugin_descriptor, name, 24);
CLAP_AT(clap_plugin_descriptor, vendor, 32);
CLAP_AT(clap_plugin_descriptor, url, 40);
CLAP_AT(clap_plugin_descriptor, manual_url, 48);
CLAP_AT(clap_plugin_descriptor, support_url, 56);
CLAP_AT(clap_plugin_descriptor, version_text, 64);
CLAP_AT(clap_plugin_descriptor, description, 72);
CLAP_AT(clap_plugin_descriptor, features, 80);
CLAP_SIZE(clap_plugin_descriptor, 88);

#define CLAP_PLUGIN_FACTORY_ID "clap.plugin-factory"

typedef struct clap_plugin_factory clap_plugin_factory;
struct clap_plugin_factory {
  uint32_t (*get_plugin_count)(const clap_plugin_factory *factory);
  const clap_plugin_descriptor *(*get_plugin_descriptor)(
      const clap_plugin_factory *factory, uint32_t index);
  const clap_plugin *(*create_plugin)(
      const clap_plugin_factory *factory, const clap_host *host, const char *id);
};
CLAP_AT(clap_plugin_factory, get_plugin_descriptor, 8);
CLAP_AT(clap_plugin_factory, create_plugin, 16);
CLAP_SIZE(clap_plugin_factory, 24);

// --- The plug-in and its host ----------------------------------------------------------------

typedef int32_t clap_process_status;
enum { CLAP_PROCESS_ERROR = 0 };

struct clap_plugin {
  const clap_plugin_descriptor *desc;
  void *plugin_data;
  bool (*init)(const clap_plugin *plugin);
  void (*destroy)(const clap_plugin *plugin);
  bool (*activate)(
      const clap_plugin *plugin, double sample_rate, uint32_t min_frames, uint32_t max_frames);
  void (*deactivate)(const clap_plugin *plugin);
  bool (*start_processing)(const clap_plugin *plugin);
  void (*stop_processing)(const clap_plugin *plugin);
  void (*reset)(const clap_plugin *plugin);
  clap_process_status (*process)(const clap_plugin *plugin, const clap_process *process);
  const void *(*get_extension)(const clap_plugin *plugin, const char *id);
  void (*on_main_thread)(const clap_plugin *plugin);
};
CLAP_AT(clap_plugin, plugin_data, 8);
CLAP_AT(clap_plugin, init, 16);
CLAP_AT(clap_plugin, destroy, 24);
CLAP_AT(clap_plugin, activate, 32);
CLAP_AT(clap_plugin, deactivate, 40);
CLAP_AT(clap_plugin, start_processing, 48);
CLAP_AT(clap_plugin, stop_processing, 56);
CLAP_AT(clap_plugin, reset, 64);
CLAP_AT(clap_plugin, process, 72);
CLAP_AT(clap_plugin, get_extension, 80);
CLAP_AT(clap_plugin, on_main_thread, 88);
CLAP_SIZE(clap_plugin, 96);

struct clap_host {
  clap_version version;
  void *host_data;
  const char *name, *vendor, *url, *version_text;
  const void *(*get_extension)(const clap_host *host, const char *id);
  void (*request_restart)(const clap_host *host);
  void (*request_process)(const clap_host *host);
  void (*request_callback)(const clap_host *host);
};
CLAP_AT(clap_host, host_data, 16);
CLAP_AT(clap_host, name, 24);
CLAP_AT(clap_host, vendor, 32);
CLAP_AT(clap_host, url, 40);
CLAP_AT(clap_host, version_text, 48);
CLAP_AT(clap_host, get_extension, 56);
CLAP_AT(clap_host, request_restart, 64);
CLAP_AT(clap_host, request_process, 72);
CLAP_AT(clap_host, request_callback, 80);
CLAP_SIZE(clap_host, 88);

// --- A call of `process` ---------------------------------------------------------------------

typedef struct clap_audio_buffer {
  float **data32;
  double **data64;
  uint32_t channel_count;
  uint32_t latency;
  uint64_t constant_mask;
} clap_audio_buffer;
CLAP_AT(clap_audio_buffer, data64, 8);
CLAP_AT(clap_audio_buffer, channel_count, 16);
CLAP_AT(clap_audio_buffer, latency, 20);
CLAP_AT(clap_audio_buffer, constant_mask, 24);
CLAP_SIZE(clap_audio_buffer, 32);

typedef struct clap_event_header clap_event_header;
typedef struct clap_event_transport clap_event_transport;

typedef struct clap_input_events clap_input_events;
struct clap_input_events {
  void *ctx;
  uint32_t (*size)(const clap_input_events *list);
  const clap_event_header *(*get)(const clap_input_events *list, uint32_t index);
};
CLAP_AT(clap_input_events, size, 8);
CLAP_AT(clap_input_events, get, 16);
CLAP_SIZE(clap_input_events, 24);

typedef struct clap_output_events clap_output_events;
struct clap_output_events {
  void *ctx;
  bool (*try_push)(const clap_output_events *list, const clap_event_header *event);
};
CLAP_AT(clap_output_events, try_push, 8);
CLAP_SIZE(clap_output_events, 16);

struct clap_process {
  int64_t steady_time;  // frames, never decreasing
  uint32_t frames_count;
  const clap_event_transport *transport;
  const clap_audio_buffer *audio_inputs;
  clap_audio_buffer *audio_outputs;
  uint32_t audio_inputs_count, audio_outputs_count;
  const clap_input_events *in_events;
  const clap_output_events *out_events;
};
CLAP_AT(clap_process, frames_count, 8);
CLAP_AT(clap_process, transport, 16);
CLAP_AT(clap_process, audio_inputs, 24);
CLAP_AT(clap_process, audio_outputs, 32);
CLAP_AT(clap_process, audio_inputs_count, 40);
CLAP_AT(clap_process, audio_outputs_count, 44);
CLAP_AT(clap_process, in_events, 48);
CLAP_AT(clap_process, out_events, 56);
CLAP_SIZE(clap_process, 64);
