// A plug-in that lives, with its host: what lives as long as the instance.
#pragma once
#include <stdatomic.h>
#include "plugin.h"

enum { MOST_TIMERS = 32, MOST_DESCRIPTORS = 32 };

// The plug-in's side of the extensions; NULL for what it has not.
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

// What the plug-in, on any thread, wants of the control thread.
typedef struct wishes {
  atomic_bool callback, restart, flush, values, dirty, format;
} wishes;

typedef struct timer {
  bool is_used;
  double period, next;  // seconds
} timer;

typedef struct watched {
  int descriptor;  // -1: a free place
  uint32_t flags;  // CLAP_POSIX_FD_*
} watched;

typedef struct unit {
  tenuto_host *host;  // NULL while it is only described
  const plugin *plugin;
  const clap_plugin *instance;
  clap_host clap_host;
  extensions extensions;
  wishes wishes;
  timer timers[MOST_TIMERS];
  watched watched[MOST_DESCRIPTORS];
  char track_name[CLAP_NAME_SIZE];
  // What the plug-in has for each parameter, as far as is known.
  _Atomic double *known;
  struct kernel *kernel;  // NULL while not allocated
} unit;

// Makes an instance of the plug-in; NULL where it refuses. Thread: control.
unit *unit_make(const plugin *p);
void unit_free(unit *u);

// Reads all values from the plug-in; tells the host those that are new to it. Thread: control.
void unit_pull_values(unit *u);
// Has the plug-in work with the channels of the main busses; false where it does not. It is not
// active. Thread: control.
bool unit_choose_channels(unit *u, const tenuto_setup *setup);
// Does what the plug-in has asked for meanwhile. Thread: control.
void unit_settle(unit *u);

// The plug-in of this process, and the instance that it was described by, which the first unit
// takes: after it no code can be mapped. `main` sets both before anything else runs.
extern plugin *served_plugin;
extern unit *first_unit;

// The functions of the component beside those of all bridges. Thread: control.
void unit_context_name(void *unit, const char *name);
bool unit_text(void *unit, uint64_t address, float value, char *words, size_t capacity);
bool unit_value(void *unit, uint64_t address, const char *words, float *value);
