#include "host.h"
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "bridge/log.h"
#include "kernel.h"

// In seconds: the shortest period of timers, the period of descriptor checks, and the usual one.
static const double shortest_period = 0.01, descriptor_period = 0.02, usual_period = 0.1;

static pthread_t main_thread;

void host_set_main_thread(void) { main_thread = pthread_self(); }

static unit *unit_of(const clap_host *host) { return host->host_data; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

// --- Requests --------------------------------------------------------------------------------

static void request_restart(const clap_host *host) {
  atomic_store(&unit_of(host)->requests.restart, true);
}

// The host calls `process` in every cycle anyway.
static void request_process(const clap_host *host) { (void)host; }

static void request_callback(const clap_host *host) {
  atomic_store(&unit_of(host)->requests.callback, true);
}

static void nothing_changed(const clap_host *host) { (void)host; }

static void format_changed(const clap_host *host) {
  atomic_store(&unit_of(host)->requests.format, true);
}

static const clap_host_changed latency = {format_changed};
static const clap_host_changed tail = {format_changed};
// Configurations are read only when the plug-in starts.
static const clap_host_changed unheeded = {nothing_changed};

// --- Parameters and state --------------------------------------------------------------------

static void rescan(const clap_host *host, uint32_t flags) {
  if (flags & CLAP_PARAM_RESCAN_ALL)
    log_line("note: the plug-in's parameters have changed; its next start lists them");
  if (flags & (CLAP_PARAM_RESCAN_VALUES | CLAP_PARAM_RESCAN_ALL))
    atomic_store(&unit_of(host)->requests.values, true);
}

static void clear(const clap_host *host, clap_id id, uint32_t flags) {
  (void)host, (void)id, (void)flags;
}

static void request_flush(const clap_host *host) {
  atomic_store(&unit_of(host)->requests.flush, true);
}

static void mark_dirty(const clap_host *host) { atomic_store(&unit_of(host)->requests.dirty, true); }

static const clap_host_params params = {rescan, clear, request_flush};
static const clap_host_state state = {mark_dirty};

// --- Ports -----------------------------------------------------------------------------------

static uint32_t supported_dialects(const clap_host *host) {
  (void)host;
  return CLAP_NOTE_DIALECT_CLAP | CLAP_NOTE_DIALECT_MIDI | CLAP_NOTE_DIALECT_MIDI_MPE |
         CLAP_NOTE_DIALECT_MIDI2;
}

static void rescan_ports(const clap_host *host, uint32_t flags) { (void)host, (void)flags; }

// Ports are a component's busses, which never change.
static bool is_rescan_flag_supported(const clap_host *host, uint32_t flag) {
  (void)host, (void)flag;
  return false;
}

static const clap_host_note_ports note_ports = {supported_dialects, rescan_ports};
static const clap_host_audio_ports audio_ports = {is_rescan_flag_supported, rescan_ports};

// --- Log, threads ----------------------------------------------------------------------------

static void log_message(const clap_host *host, int32_t severity, const char *message) {
  (void)host;
  static const char *const words[] = {
      "debug", "note", "warning", "error", "fatal", "error of the host", "error of the plug-in"};
  char line[512];
  bool is_known = severity >= 0 && severity < (int32_t)(sizeof words / sizeof *words);
  snprintf(line, sizeof line, "%s: %.480s", is_known ? words[severity] : "note", message);
  log_line(line);
}

static bool is_main_thread(const clap_host *host) {
  (void)host;
  return pthread_equal(pthread_self(), main_thread) && !is_rendering;
}

static bool is_audio_thread(const clap_host *host) {
  (void)host;
  return is_rendering;
}

// An extension has one thread with realtime priority, and usually one core. The tasks run on it one
// after another, which is faster than waiting for threads without priority.
static bool request_exec(const clap_host *host, uint32_t task_count) {
  const unit *u = unit_of(host);
  if (!is_rendering || !u->extensions.thread_pool || !u->kernel) return false;
  for (uint32_t i = 0; i < task_count; i++) u->extensions.thread_pool->exec(u->instance, i);
  return true;
}

static const clap_host_log log_extension = {log_message};
static const clap_host_thread_check thread_check = {is_main_thread, is_audio_thread};
static const clap_host_thread_pool thread_pool = {request_exec};

// --- Timers and descriptors ------------------------------------------------------------------

static bool register_timer(const clap_host *host, uint32_t period_ms, clap_id *id) {
  unit *u = unit_of(host);
  for (uint32_t i = 0; i < MOST_TIMERS; i++) {
    timer *t = &u->timers[i];
    if (t->is_used) continue;
    double period = period_ms / 1000.0;
    *t = (timer){true, period < shortest_period ? shortest_period : period, 0};
    t->next = now() + t->period;
    *id = i;
    return true;
  }
  return false;
}

static bool unregister_timer(const clap_host *host, clap_id id) {
  unit *u = unit_of(host);
  if (id >= MOST_TIMERS || !u->timers[id].is_used) return false;
  u->timers[id].is_used = false;
  return true;
}

static watched *watched_of(unit *u, int descriptor) {
  for (uint32_t i = 0; i < MOST_DESCRIPTORS; i++)
    if (u->watched[i].descriptor == descriptor) return &u->watched[i];
  return NULL;
}

static bool register_fd(const clap_host *host, int descriptor, uint32_t flags) {
  unit *u = unit_of(host);
  watched *entry = descriptor < 0 || watched_of(u, descriptor) ? NULL : watched_of(u, -1);
  if (entry) *entry = (watched){descriptor, flags};
  return entry != NULL;
}

static bool modify_fd(const clap_host *host, int descriptor, uint32_t flags) {
  watched *entry = descriptor < 0 ? NULL : watched_of(unit_of(host), descriptor);
  if (entry) entry->flags = flags;
  return entry != NULL;
}

static bool unregister_fd(const clap_host *host, int descriptor) {
  watched *entry = descriptor < 0 ? NULL : watched_of(unit_of(host), descriptor);
  if (entry) entry->descriptor = -1;
  return entry != NULL;
}

static const clap_host_timer_support timer_support = {register_timer, unregister_timer};
static const clap_host_posix_fd_support fd_support = {register_fd, modify_fd, unregister_fd};

static void run_timers(unit *u) {
  double time = now();
  for (uint32_t i = 0; i < MOST_TIMERS; i++) {
    timer *t = &u->timers[i];
    if (!t->is_used || t->next > time) continue;
    t->next = t->next + t->period > time ? t->next + t->period : time + t->period;
    u->extensions.timers->on_timer(u->instance, i);
  }
}

static uint32_t flags_of(short events) {
  return (events & POLLIN ? CLAP_POSIX_FD_READ : 0u) | (events & POLLOUT ? CLAP_POSIX_FD_WRITE : 0u) |
         (events & (POLLERR | POLLHUP | POLLNVAL) ? CLAP_POSIX_FD_ERROR : 0u);
}

static void run_descriptors(unit *u) {
  for (uint32_t i = 0; i < MOST_DESCRIPTORS; i++) {
    watched w = u->watched[i];
    if (w.descriptor < 0) continue;
    short wanted = (short)((w.flags & CLAP_POSIX_FD_READ ? POLLIN : 0) |
                           (w.flags & CLAP_POSIX_FD_WRITE ? POLLOUT : 0));
    struct pollfd poll_entry = {w.descriptor, wanted, 0};
    if (poll(&poll_entry, 1, 0) > 0)
      u->extensions.descriptors->on_fd(u->instance, w.descriptor, flags_of(poll_entry.revents));
  }
}

double host_run_events(unit *u) {
  if (u->extensions.timers) run_timers(u);
  if (u->extensions.descriptors) run_descriptors(u);
  double period = usual_period;
  for (uint32_t i = 0; i < MOST_TIMERS; i++)
    if (u->timers[i].is_used && u->timers[i].period < period) period = u->timers[i].period;
  for (uint32_t i = 0; i < MOST_DESCRIPTORS; i++)
    if (u->watched[i].descriptor >= 0 && descriptor_period < period) period = descriptor_period;
  return period;
}

// --- Presets, tracks -------------------------------------------------------------------------

static void preset_failed(
    const clap_host *host, uint32_t kind, const char *location, const char *load_key,
    int32_t os_error, const char *message) {
  (void)kind, (void)location, (void)load_key, (void)os_error;
  log_message(host, 3, message ? message : "a preset cannot be loaded");
}

static void preset_loaded(
    const clap_host *host, uint32_t kind, const char *location, const char *load_key) {
  (void)kind, (void)location, (void)load_key;
  atomic_store(&unit_of(host)->requests.values, true);
}

static bool get_track(const clap_host *host, clap_track_info *info) {
  const unit *u = unit_of(host);
  memset(info, 0, sizeof *info);
  if (!u->track_name[0]) return true;
  info->flags = CLAP_TRACK_INFO_HAS_TRACK_NAME;
  memcpy(info->name, u->track_name, sizeof info->name);
  return true;
}

static const clap_host_preset_load preset_load = {preset_failed, preset_loaded};
static const clap_host_track_info track_info = {get_track};

// --- All -------------------------------------------------------------------------------------

// All other extensions are refused, above all windows, since the bridge has no display.
static const void *get_extension(const clap_host *host, const char *id) {
  (void)host;
  static const struct { const char *id; const void *functions; } all[] = {
      {CLAP_EXT_PARAMS, &params}, {CLAP_EXT_STATE, &state}, {CLAP_EXT_LATENCY, &latency},
      {CLAP_EXT_TAIL, &tail}, {CLAP_EXT_NOTE_PORTS, &note_ports},
      {CLAP_EXT_AUDIO_PORTS, &audio_ports}, {CLAP_EXT_AUDIO_PORTS_CONFIG, &unheeded},
      {CLAP_EXT_LOG, &log_extension},
      {CLAP_EXT_THREAD_CHECK, &thread_check}, {CLAP_EXT_THREAD_POOL, &thread_pool},
      {CLAP_EXT_TIMER_SUPPORT, &timer_support}, {CLAP_EXT_POSIX_FD_SUPPORT, &fd_support},
      {CLAP_EXT_PRESET_LOAD, &preset_load}, {CLAP_EXT_PRESET_LOAD_COMPAT, &preset_load},
      {CLAP_EXT_TRACK_INFO, &track_info}, {CLAP_EXT_TRACK_INFO_COMPAT, &track_info}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(id, all[i].id)) return all[i].functions;
  return NULL;
}

void host_make(unit *u) {
  u->clap_host = (clap_host){
      .version = {1, 2, 0}, .host_data = u, .name = "Tenuto", .vendor = "Tenuto", .url = "",
      .version_text = "1.0", .get_extension = get_extension, .request_restart = request_restart,
      .request_process = request_process, .request_callback = request_callback};
  for (uint32_t i = 0; i < MOST_DESCRIPTORS; i++) u->watched[i].descriptor = -1;
}
