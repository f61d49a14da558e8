// One plug-in of a library and its description.
#pragma once
#include "abi_extensions.h"
#include "abi_presets.h"
#include "bridge/text.h"
#include "tenuto_extension.h"

enum { MOST_NOTE_PORTS = 16, MOST_AUDIO_PORTS = 64 };

// The library, open.
typedef struct library {
  const char *path;
  const clap_plugin_entry *entry;
  const clap_plugin_factory *factory;
} library;

// Opens the library. Returns NULL, or the reason of a failure.
const char *library_load(library *l, const char *path);

typedef struct parameter {
  clap_id id;      // its address
  uint32_t flags;  // CLAP_PARAM_*
  double minimum, maximum;
} parameter;

typedef struct note_port {
  uint32_t dialects;  // CLAP_NOTE_DIALECT_*, all supported ones
  uint32_t dialect;   // the dialect that it receives
} note_port;

typedef struct audio_port {
  uint32_t channel_count;
  bool is_optional;
} audio_port;

typedef struct port_list {
  audio_port ports[MOST_AUDIO_PORTS];
  uint32_t count;
} port_list;

// Location of a factory preset.
typedef struct preset_location {
  int32_t number;
  uint32_t kind;         // CLAP_PRESET_DISCOVERY_LOCATION_*
  const char *name, *location, *load_key;
} preset_location;

typedef struct plugin {
  const library *library;
  const clap_plugin_descriptor *descriptor;
  parameter *parameters;  // in the order of ids
  uint32_t parameter_count;
  note_port notes_in[MOST_NOTE_PORTS], notes_out[MOST_NOTE_PORTS];
  uint32_t note_in_count, note_out_count;
  port_list inputs, outputs;
  preset_location *presets;
  uint32_t preset_count;
  const char *fault;  // the reason why it cannot be used, or NULL
  tenuto_component component;
} plugin;

// Returns the index of the parameter `id`, or -1. Thread: any.
int32_t parameter_index(const plugin *p, uint64_t id);

// Returns the extension under the first of its two names that the plug-in supports.
const void *extension_of(const clap_plugin *plugin, const char *id, const char *other_id);
