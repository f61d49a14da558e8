// CLAP's extensions of plug-ins and hosts.
#pragma once
#include "abi.h"

// A second name is that of the last draft, which is otherwise the same.
#define CLAP_EXT_PARAMS "clap.params"
#define CLAP_EXT_STATE "clap.state"
#define CLAP_EXT_STATE_CONTEXT "clap.state-context/2"
#define CLAP_EXT_LATENCY "clap.latency"
#define CLAP_EXT_TAIL "clap.tail"
#define CLAP_EXT_RENDER "clap.render"
#define CLAP_EXT_NOTE_PORTS "clap.note-ports"
#define CLAP_EXT_AUDIO_PORTS "clap.audio-ports"
#define CLAP_EXT_AUDIO_PORTS_CONFIG "clap.audio-ports-config"
#define CLAP_EXT_CONFIGURABLE_AUDIO_PORTS "clap.configurable-audio-ports/1"
#define CLAP_EXT_CONFIGURABLE_AUDIO_PORTS_COMPAT "clap.configurable-audio-ports.draft1"
#define CLAP_EXT_AUDIO_PORTS_ACTIVATION "clap.audio-ports-activation/2"
#define CLAP_EXT_AUDIO_PORTS_ACTIVATION_COMPAT "clap.audio-ports-activation/draft-2"
#define CLAP_EXT_LOG "clap.log"
#define CLAP_EXT_THREAD_CHECK "clap.thread-check"
#define CLAP_EXT_THREAD_POOL "clap.thread-pool"
#define CLAP_EXT_TIMER_SUPPORT "clap.timer-support"
#define CLAP_EXT_POSIX_FD_SUPPORT "clap.posix-fd-support"
#define CLAP_EXT_PRESET_LOAD "clap.preset-load/2"
#define CLAP_EXT_PRESET_LOAD_COMPAT "clap.preset-load.draft/2"
#define CLAP_EXT_REMOTE_CONTROLS "clap.remote-controls/2"
#define CLAP_EXT_REMOTE_CONTROLS_COMPAT "clap.remote-controls.draft/2"
#define CLAP_EXT_TRACK_INFO "clap.track-info/1"
#define CLAP_EXT_TRACK_INFO_COMPAT "clap.track-info.draft/1"

// --- Parameters ------------------------------------------------------------------------------

enum {
  CLAP_PARAM_IS_STEPPED = 1 << 0,
  CLAP_PARAM_IS_HIDDEN = 1 << 2,
  CLAP_PARAM_IS_READONLY = 1 << 3,
  CLAP_PARAM_IS_BYPASS = 1 << 4,
  CLAP_PARAM_IS_AUTOMATABLE = 1 << 5,
  CLAP_PARAM_IS_MODULATABLE_PER_NOTE_ID = 1 << 11,
  CLAP_PARAM_IS_MODULATABLE_PER_KEY = 1 << 12,
  CLAP_PARAM_REQUIRES_PROCESS = 1 << 15,
  CLAP_PARAM_IS_ENUM = 1 << 16,
};

typedef struct clap_param_info {
  clap_id id;
  uint32_t flags;
  void *cookie;
  char name[CLAP_NAME_SIZE];
  char module[CLAP_PATH_SIZE];
  double min_value, max_value, default_value;
} clap_param_info;
CLAP_AT(clap_param_info, flags, 4);
CLAP_AT(clap_param_info, cookie, 8);
CLAP_AT(clap_param_info, name, 16);
CLAP_AT(clap_param_info, module, 272);
CLAP_AT(clap_param_info, min_value, 1296);
CLAP_AT(clap_param_info, max_value, 1304);
CLAP_AT(clap_param_info, default_value, 1312);
CLAP_SIZE(clap_param_info, 1320);

typedef struct clap_plugin_params {
  uint32_t (*count)(const clap_plugin *plugin);
  bool (*get_info)(const clap_plugin *plugin, uint32_t index, clap_param_info *info);
  bool (*get_value)(const clap_plugin *plugin, clap_id id, double *value);
  bool (*value_to_text)(
      const clap_plugin *plugin, clap_id id, double value, char *text, uint32_t capacity);
  bool (*text_to_value)(const clap_plugin *plugin, clap_id id, const char *text, double *value);
  void (*flush)(
      const clap_plugin *plugin, const clap_input_events *in, const clap_output_events *out);
} clap_plugin_params;
CLAP_AT(clap_plugin_params, get_info, 8);
CLAP_AT(clap_plugin_params, get_value, 16);
CLAP_AT(clap_plugin_params, value_to_text, 24);
CLAP_AT(clap_plugin_params, text_to_value, 32);
CLAP_AT(clap_plugin_params, flush, 40);
CLAP_SIZE(clap_plugin_params, 48);

enum { CLAP_PARAM_RESCAN_VALUES = 1, CLAP_PARAM_RESCAN_ALL = 8 };

typedef struct clap_host_params {
  void (*rescan)(const clap_host *host, uint32_t flags);
  void (*clear)(const clap_host *host, clap_id id, uint32_t flags);
  void (*request_flush)(const clap_host *host);
} clap_host_params;
CLAP_AT(clap_host_params, clear, 8);
CLAP_AT(clap_host_params, request_flush, 16);
CLAP_SIZE(clap_host_params, 24);

enum { CLAP_REMOTE_CONTROLS_COUNT = 8 };

typedef struct clap_remote_controls_page {
  char section_name[CLAP_NAME_SIZE];
  clap_id page_id;
  char page_name[CLAP_NAME_SIZE];
  clap_id param_ids[CLAP_REMOTE_CONTROLS_COUNT];
  bool is_for_preset;
} clap_remote_controls_page;
CLAP_AT(clap_remote_controls_page, page_id, 256);
CLAP_AT(clap_remote_controls_page, page_name, 260);
CLAP_AT(clap_remote_controls_page, param_ids, 516);
CLAP_AT(clap_remote_controls_page, is_for_preset, 548);
CLAP_SIZE(clap_remote_controls_page, 552);

typedef struct clap_plugin_remote_controls {
  uint32_t (*count)(const clap_plugin *plugin);
  bool (*get)(const clap_plugin *plugin, uint32_t index, clap_remote_controls_page *page);
} clap_plugin_remote_controls;
CLAP_AT(clap_plugin_remote_controls, get, 8);
CLAP_SIZE(clap_plugin_remote_controls, 16);

// --- State, latency, tail, offline rendering -------------------------------------------------

typedef struct clap_istream clap_istream;
struct clap_istream {
  void *ctx;
  int64_t (*read)(const clap_istream *stream, void *bytes, uint64_t size);
};
CLAP_AT(clap_istream, read, 8);
CLAP_SIZE(clap_istream, 16);

typedef struct clap_ostream clap_ostream;
struct clap_ostream {
  void *ctx;
  int64_t (*write)(const clap_ostream *stream, const void *bytes, uint64_t size);
};
CLAP_AT(clap_ostream, write, 8);
CLAP_SIZE(clap_ostream, 16);

typedef struct clap_plugin_state {
  bool (*save)(const clap_plugin *plugin, const clap_ostream *stream);
  bool (*load)(const clap_plugin *plugin, const clap_istream *stream);
} clap_plugin_state;
CLAP_AT(clap_plugin_state, load, 8);
CLAP_SIZE(clap_plugin_state, 16);

enum { CLAP_STATE_CONTEXT_FOR_PRESET = 1, CLAP_STATE_CONTEXT_FOR_PROJECT = 3 };

typedef struct clap_plugin_state_context {
  bool (*save)(const clap_plugin *plugin, const clap_ostream *stream, uint32_t context);
  bool (*load)(const clap_plugin *plugin, const clap_istream *stream, uint32_t context);
} clap_plugin_state_context;
CLAP_AT(clap_plugin_state_context, load, 8);
CLAP_SIZE(clap_plugin_state_context, 16);

typedef struct clap_host_state {
  void (*mark_dirty)(const clap_host *host);
} clap_host_state;
CLAP_SIZE(clap_host_state, 8);

// Of `latency` and of `tail`: frames; a tail of INT32_MAX or more has no end.
typedef struct clap_plugin_frames {
  uint32_t (*get)(const clap_plugin *plugin);
} clap_plugin_frames;
CLAP_SIZE(clap_plugin_frames, 8);

// Change notification of `latency`, `tail` and `audio-ports-config`.
typedef struct clap_host_changed {
  void (*changed)(const clap_host *host);
} clap_host_changed;
CLAP_SIZE(clap_host_changed, 8);

enum { CLAP_RENDER_REALTIME = 0, CLAP_RENDER_OFFLINE = 1 };

typedef struct clap_plugin_render {
  bool (*has_hard_realtime_requirement)(const clap_plugin *plugin);
  bool (*set)(const clap_plugin *plugin, int32_t mode);
} clap_plugin_render;
CLAP_AT(clap_plugin_render, set, 8);
CLAP_SIZE(clap_plugin_render, 16);

// --- Ports -----------------------------------------------------------------------------------

enum {
  CLAP_NOTE_DIALECT_CLAP = 1,
  CLAP_NOTE_DIALECT_MIDI = 2,
  CLAP_NOTE_DIALECT_MIDI_MPE = 4,
  CLAP_NOTE_DIALECT_MIDI2 = 8,
};

typedef struct clap_note_port_info {
  clap_id id;
  uint32_t supported_dialects, preferred_dialect;
  char name[CLAP_NAME_SIZE];
} clap_note_port_info;
CLAP_AT(clap_note_port_info, supported_dialects, 4);
CLAP_AT(clap_note_port_info, preferred_dialect, 8);
CLAP_AT(clap_note_port_info, name, 12);
CLAP_SIZE(clap_note_port_info, 268);

typedef struct clap_plugin_note_ports {
  uint32_t (*count)(const clap_plugin *plugin, bool is_input);
  bool (*get)(
      const clap_plugin *plugin, uint32_t index, bool is_input, clap_note_port_info *info);
} clap_plugin_note_ports;
CLAP_AT(clap_plugin_note_ports, get, 8);
CLAP_SIZE(clap_plugin_note_ports, 16);

typedef struct clap_host_note_ports {
  uint32_t (*supported_dialects)(const clap_host *host);
  void (*rescan)(const clap_host *host, uint32_t flags);
} clap_host_note_ports;
CLAP_AT(clap_host_note_ports, rescan, 8);
CLAP_SIZE(clap_host_note_ports, 16);

enum { CLAP_AUDIO_PORT_IS_MAIN = 1 };

typedef struct clap_audio_port_info {
  clap_id id;
  char name[CLAP_NAME_SIZE];
  uint32_t flags;
  uint32_t channel_count;
  const char *port_type;
  clap_id in_place_pair;
} clap_audio_port_info;
CLAP_AT(clap_audio_port_info, name, 4);
CLAP_AT(clap_audio_port_info, flags, 260);
CLAP_AT(clap_audio_port_info, channel_count, 264);
CLAP_AT(clap_audio_port_info, port_type, 272);
CLAP_AT(clap_audio_port_info, in_place_pair, 280);
CLAP_SIZE(clap_audio_port_info, 288);

typedef struct clap_plugin_audio_ports {
  uint32_t (*count)(const clap_plugin *plugin, bool is_input);
  bool (*get)(
      const clap_plugin *plugin, uint32_t index, bool is_input, clap_audio_port_info *info);
} clap_plugin_audio_ports;
CLAP_AT(clap_plugin_audio_ports, get, 8);
CLAP_SIZE(clap_plugin_audio_ports, 16);

typedef struct clap_host_audio_ports {
  bool (*is_rescan_flag_supported)(const clap_host *host, uint32_t flag);
  void (*rescan)(const clap_host *host, uint32_t flags);
} clap_host_audio_ports;
CLAP_AT(clap_host_audio_ports, rescan, 8);
CLAP_SIZE(clap_host_audio_ports, 16);

typedef struct clap_audio_ports_config {
  clap_id id;
  char name[CLAP_NAME_SIZE];
  uint32_t input_port_count, output_port_count;
  bool has_main_input;
  uint32_t main_input_channel_count;
  const char *main_input_port_type;
  bool has_main_output;
  uint32_t main_output_channel_count;
  const char *main_output_port_type;
} clap_audio_ports_config;
CLAP_AT(clap_audio_ports_config, name, 4);
CLAP_AT(clap_audio_ports_config, input_port_count, 260);
CLAP_AT(clap_audio_ports_config, output_port_count, 264);
CLAP_AT(clap_audio_ports_config, has_main_input, 268);
CLAP_AT(clap_audio_ports_config, main_input_channel_count, 272);
CLAP_AT(clap_audio_ports_config, main_input_port_type, 280);
CLAP_AT(clap_audio_ports_config, has_main_output, 288);
CLAP_AT(clap_audio_ports_config, main_output_channel_count, 292);
CLAP_AT(clap_audio_ports_config, main_output_port_type, 296);
CLAP_SIZE(clap_audio_ports_config, 304);

typedef struct clap_plugin_audio_ports_config {
  uint32_t (*count)(const clap_plugin *plugin);
  bool (*get)(const clap_plugin *plugin, uint32_t index, clap_audio_ports_config *config);
  bool (*select)(const clap_plugin *plugin, clap_id id);
} clap_plugin_audio_ports_config;
CLAP_AT(clap_plugin_audio_ports_config, get, 8);
CLAP_AT(clap_plugin_audio_ports_config, select, 16);
CLAP_SIZE(clap_plugin_audio_ports_config, 24);

typedef struct clap_audio_port_configuration_request {
  bool is_input;
  uint32_t port_index;
  uint32_t channel_count;
  const char *port_type;
  const void *port_details;
} clap_audio_port_configuration_request;
CLAP_AT(clap_audio_port_configuration_request, port_index, 4);
CLAP_AT(clap_audio_port_configuration_request, channel_count, 8);
CLAP_AT(clap_audio_port_configuration_request, port_type, 16);
CLAP_AT(clap_audio_port_configuration_request, port_details, 24);
CLAP_SIZE(clap_audio_port_configuration_request, 32);

typedef struct clap_plugin_configurable_audio_ports {
  bool (*can_apply_configuration)(
      const clap_plugin *plugin, const clap_audio_port_configuration_request *requests,
      uint32_t count);
  bool (*apply_configuration)(
      const clap_plugin *plugin, const clap_audio_port_configuration_request *requests,
      uint32_t count);
} clap_plugin_configurable_audio_ports;
CLAP_AT(clap_plugin_configurable_audio_ports, apply_configuration, 8);
CLAP_SIZE(clap_plugin_configurable_audio_ports, 16);

typedef struct clap_plugin_audio_ports_activation {
  bool (*can_activate_while_processing)(const clap_plugin *plugin);
  bool (*set_active)(
      const clap_plugin *plugin, bool is_input, uint32_t port_index, bool is_active,
      uint32_t sample_size);
} clap_plugin_audio_ports_activation;
CLAP_AT(clap_plugin_audio_ports_activation, set_active, 8);
CLAP_SIZE(clap_plugin_audio_ports_activation, 16);

// --- Threads, timers, log --------------------------------------------------------------------

typedef struct clap_host_thread_check {
  bool (*is_main_thread)(const clap_host *host);
  bool (*is_audio_thread)(const clap_host *host);
} clap_host_thread_check;
CLAP_AT(clap_host_thread_check, is_audio_thread, 8);
CLAP_SIZE(clap_host_thread_check, 16);

typedef struct clap_plugin_thread_pool {
  void (*exec)(const clap_plugin *plugin, uint32_t task_index);
} clap_plugin_thread_pool;
CLAP_SIZE(clap_plugin_thread_pool, 8);

typedef struct clap_host_thread_pool {
  bool (*request_exec)(const clap_host *host, uint32_t task_count);
} clap_host_thread_pool;
CLAP_SIZE(clap_host_thread_pool, 8);

typedef struct clap_plugin_timer_support {
  void (*on_timer)(const clap_plugin *plugin, clap_id id);
} clap_plugin_timer_support;
CLAP_SIZE(clap_plugin_timer_support, 8);

typedef struct clap_host_timer_support {
  bool (*register_timer)(const clap_host *host, uint32_t period_ms, clap_id *id);
  bool (*unregister_timer)(const clap_host *host, clap_id id);
} clap_host_timer_support;
CLAP_AT(clap_host_timer_support, unregister_timer, 8);
CLAP_SIZE(clap_host_timer_support, 16);

enum { CLAP_POSIX_FD_READ = 1, CLAP_POSIX_FD_WRITE = 2, CLAP_POSIX_FD_ERROR = 4 };

typedef struct clap_plugin_posix_fd_support {
  void (*on_fd)(const clap_plugin *plugin, int fd, uint32_t flags);
} clap_plugin_posix_fd_support;
CLAP_SIZE(clap_plugin_posix_fd_support, 8);

typedef struct clap_host_posix_fd_support {
  bool (*register_fd)(const clap_host *host, int fd, uint32_t flags);
  bool (*modify_fd)(const clap_host *host, int fd, uint32_t flags);
  bool (*unregister_fd)(const clap_host *host, int fd);
} clap_host_posix_fd_support;
CLAP_AT(clap_host_posix_fd_support, modify_fd, 8);
CLAP_AT(clap_host_posix_fd_support, unregister_fd, 16);
CLAP_SIZE(clap_host_posix_fd_support, 24);

typedef struct clap_host_log {
  void (*log)(const clap_host *host, int32_t severity, const char *message);
} clap_host_log;
CLAP_SIZE(clap_host_log, 8);

enum { CLAP_TRACK_INFO_HAS_TRACK_NAME = 1 };

typedef struct clap_track_info {
  uint64_t flags;
  char name[CLAP_NAME_SIZE];
  uint8_t color[4];  // alpha, red, green, blue
  int32_t audio_channel_count;
  const char *audio_port_type;
} clap_track_info;
CLAP_AT(clap_track_info, name, 8);
CLAP_AT(clap_track_info, color, 264);
CLAP_AT(clap_track_info, audio_channel_count, 268);
CLAP_AT(clap_track_info, audio_port_type, 272);
CLAP_SIZE(clap_track_info, 280);

typedef struct clap_plugin_track_info {
  void (*changed)(const clap_plugin *plugin);
} clap_plugin_track_info;
CLAP_SIZE(clap_plugin_track_info, 8);

typedef struct clap_host_track_info {
  bool (*get)(const clap_host *host, clap_track_info *info);
} clap_host_track_info;
CLAP_SIZE(clap_host_track_info, 8);
