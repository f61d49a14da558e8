// A plug-in instance and its host, with the lifetime of the extension's instance.
#pragma once
#include <stdatomic.h>
#include "plugin.h"

enum { MOST_TIMERS = 32, MOST_DESCRIPTORS = 32 };

// The plug-in's side of the extensions; NULL for unsupported ones.
typedef struct extensions {
  const clap_plugin_params *params;
  const clap_plugin_state *state;
  const clap_plugin_state_context *state_context;
  const clap_plugin_frames *latency, *tail;
  const clap_plugin_render *render;
  const clap_plugin_note_ports *note_ports;
  const clap_plugin_audio_ports *audio_ports;
  const clap_plugin_audio_ports_config *configs;
  const clap_plugin_configurable_audio_ports *configurable;
  const clap_plugin_audio_ports_activation *activation;
  const clap_plugin_thread_pool *thread_pool;
  const clap_plugin_timer_support *timers;
  const clap_plugin_posix_fd_support *descriptors;
  const clap_plugin_preset_load *preset_load;
  const clap_plugin_remote_controls *remote_controls;
  const clap_plugin_track_info *track_info;
} extensions;

// Requests of the plug-in, from any thread, to the control thread.
typedef struct requests {
  atomic_bool callback, restart, flush, values, dirty, format;
} requests;

typedef struct timer {
  bool is_used;
  double period, next;  // seconds
} timer;

typedef struct watched {
  int descriptor;  // -1: a free slot
  uint32_t flags;  // CLAP_POSIX_FD_*
} watched;

typedef struct unit {
  tenuto_host *host;  // NULL for a unit that only describes
  const plugin *plugin;
  const clap_plugin *instance;
  clap_host clap_host;
  extensions extensions;
  requests requests;
  timer timers[MOST_TIMERS];
  watched watched[MOST_DESCRIPTORS];
  char track_name[CLAP_NAME_SIZE];
  // The last known value of each parameter in the plug-in.
  _Atomic double *known;
  struct kernel *kernel;  // NULL while not allocated
} unit;

// Creates an instance of the plug-in, or returns NULL on failure. Thread: control.
unit *unit_make(const plugin *p);
void unit_free(unit *u);

// Reads all values from the plug-in and reports changed ones to the host. Thread: control.
void unit_pull_values(unit *u);
// Configures the inactive plug-in for the channels of the main busses; returns false if it refuses.
// Thread: control.
bool unit_choose_channels(unit *u, const tenuto_setup *setup);
// Handles the pending requests of the plug-in. Thread: control.
void unit_settle(unit *u);

// The plug-in of this process, and the instance that described it. The first unit reuses this
// instance, since no code can be mapped later. `main` sets both before anything else runs.
extern plugin *served_plugin;
extern unit *first_unit;

// The component's functions that only this bridge has. Thread: control.
void unit_context_name(void *unit, const char *name);
bool unit_text(void *unit, uint64_t address, float value, char *words, size_t capacity);
bool unit_value(void *unit, uint64_t address, const char *words, float *value);
