// A CLAP synthesizer for tests: each voice outputs a constant that encodes its input.
//
// Its id ends with the dialect that its note port prefers. Each test compiles it with the headers
// of the bridge.
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "abi_events.h"
#include "abi_extensions.h"
#include "abi_presets.h"

enum { VOICES = 16, LEVEL = 7, WAVE = 8, TICKS = 9, TASKS = 10, WRONG = 11 };

typedef struct voice {
  bool is_on;
  int channel, key, note_id;
  double velocity, tuning, pressure, brightness, modulation;
} voice;

typedef struct synth {
  clap_plugin plugin;
  const clap_host *host;
  uint32_t dialect;
  double level, wave, ticks, tasks, wrong;
  voice voices[VOICES];
  double bytes[3];
  uint32_t midi_words[2], sysex_size;
  int pipe[2];
  clap_id timer;
  uint32_t channels;
  bool wants_gesture;
} synth;

static synth *of(const clap_plugin *p) { return p->plugin_data; }
static const void *host_has(const synth *s, const char *id) {
  return s->host->get_extension(s->host, id);
}

// Counts calls on threads that the specification forbids.
static void expect(synth *s, bool is_main) {
  const clap_host_thread_check *check = host_has(s, CLAP_EXT_THREAD_CHECK);
  if (!check || check->is_main_thread(s->host) != is_main ||
      check->is_audio_thread(s->host) == is_main)
    s->wrong++;
}

// --- Voices ----------------------------------------------------------------------------------

static bool matches(const voice *v, int channel, int key, int note_id) {
  return v->is_on && (channel < 0 || v->channel == channel) && (key < 0 || v->key == key) &&
         (note_id < 0 || v->note_id == note_id);
}

static void begin(synth *s, const clap_event_note *n) {
  for (int i = 0; i < VOICES; i++) {
    if (s->voices[i].is_on && !matches(&s->voices[i], n->channel, n->key, -1)) continue;
    s->voices[i] = (voice){true, n->channel, n->key, n->note_id, n->velocity, 0, 0, 0, 0};
    return;
  }
}

static void express(voice *v, int id, double value) {
  if (id == CLAP_NOTE_EXPRESSION_TUNING) v->tuning = value;
  if (id == CLAP_NOTE_EXPRESSION_PRESSURE) v->pressure = value;
  if (id == CLAP_NOTE_EXPRESSION_BRIGHTNESS) v->brightness = value;
}

static void set(synth *s, clap_id id, double value) {
  if (id == LEVEL) s->level = value;
  if (id == WAVE) s->wave = value;
}

static void take(synth *s, const clap_event_header *h, const clap_output_events *out) {
  const clap_event_note *n = (const void *)h;
  const clap_event_note_expression *e = (const void *)h;
  const clap_event_param *p = (const void *)h;
  switch (h->type) {
    case CLAP_EVENT_NOTE_ON:
      begin(s, n);
      out->try_push(out, h);
      break;
    case CLAP_EVENT_NOTE_OFF:
    case CLAP_EVENT_NOTE_CHOKE:
      for (int i = 0; i < VOICES; i++)
        if (matches(&s->voices[i], n->channel, n->key, n->note_id)) s->voices[i].is_on = false;
      break;
    case CLAP_EVENT_NOTE_EXPRESSION:
      for (int i = 0; i < VOICES; i++)
        if (matches(&s->voices[i], e->channel, e->key, e->note_id))
          express(&s->voices[i], e->expression_id, e->value);
      break;
    case CLAP_EVENT_PARAM_VALUE: set(s, p->param_id, p->value); break;
    case CLAP_EVENT_PARAM_MOD:
      for (int i = 0; i < VOICES; i++)
        if (matches(&s->voices[i], p->channel, p->key, p->note_id))
          s->voices[i].modulation = p->value;
      break;
    case CLAP_EVENT_MIDI:
      for (int i = 0; i < 3; i++) s->bytes[i] = ((const clap_event_midi *)h)->data[i];
      break;
    case CLAP_EVENT_MIDI_SYSEX: s->sysex_size = ((const clap_event_midi_sysex *)h)->size; break;
    case CLAP_EVENT_MIDI2:
      memcpy(s->midi_words, ((const clap_event_midi2 *)h)->data, sizeof s->midi_words);
      break;
    default: break;
  }
}

// --- The plug-in -----------------------------------------------------------------------------

static const clap_plugin *make(const clap_host *host, const clap_plugin_descriptor *d);

static bool init(const clap_plugin *p) {
  synth *s = of(p);
  expect(s, true);
  if (pipe(s->pipe) != 0) return false;
  const clap_host_timer_support *timers = host_has(s, CLAP_EXT_TIMER_SUPPORT);
  const clap_host_posix_fd_support *fds = host_has(s, CLAP_EXT_POSIX_FD_SUPPORT);
  if (host_has(s, "clap.gui")) s->wrong++;
  return timers->register_timer(s->host, 10, &s->timer) &&
         fds->register_fd(s->host, s->pipe[0], CLAP_POSIX_FD_READ);
}

static void destroy(const clap_plugin *p) {
  close(of(p)->pipe[0]);
  close(of(p)->pipe[1]);
  free(of(p));
}

static bool activate(const clap_plugin *p, double rate, uint32_t least, uint32_t most) {
  (void)rate, (void)least, (void)most;
  expect(of(p), true);
  return true;
}
static void deactivate(const clap_plugin *p) { expect(of(p), true); }
static bool start(const clap_plugin *p) {
  expect(of(p), false);
  return true;
}
static void stop(const clap_plugin *p) { expect(of(p), false); }
static void reset(const clap_plugin *p) { memset(of(p)->voices, 0, sizeof of(p)->voices); }

// 24 bits of the last input of a port that accepts no notes.
static float bits(const synth *s, int channel) {
  uint32_t word = (uint32_t)s->bytes[0] << 16 | (uint32_t)s->bytes[1] << 8 | (uint32_t)s->bytes[2];
  if (s->dialect == CLAP_NOTE_DIALECT_MIDI2)
    word = channel == 0 ? s->midi_words[0] & 0xFFFFFF : s->midi_words[1] >> 8;
  else if (channel == 1)
    word = s->sysex_size;
  return (float)word / (1 << 24);
}

static float sum(const synth *s, int channel) {
  if (s->dialect != CLAP_NOTE_DIALECT_CLAP) return bits(s, channel);
  double total = 0;
  for (int i = 0; i < VOICES; i++) {
    const voice *v = &s->voices[i];
    if (!v->is_on) continue;
    total += channel == 0 ? v->velocity * s->level + v->modulation
                          : v->tuning + v->pressure * 100 + v->brightness * 10000;
  }
  return (float)(total / (channel == 0 ? 1 : 1e6));
}

static void push_gesture(synth *s, const clap_output_events *out) {
  clap_event_param_gesture g = {
      {sizeof g, 0, 0, CLAP_EVENT_PARAM_GESTURE_BEGIN, 0}, LEVEL};
  out->try_push(out, &g.header);
  g.header.type = CLAP_EVENT_PARAM_GESTURE_END;
  out->try_push(out, &g.header);
  s->wants_gesture = false;
}

static void exec(const clap_plugin *p, uint32_t task) {
  (void)task;
  of(p)->tasks++;
}

static clap_process_status process(const clap_plugin *p, const clap_process *c) {
  synth *s = of(p);
  expect(s, false);
  const clap_host_thread_pool *pool = host_has(s, CLAP_EXT_THREAD_POOL);
  if (!pool->request_exec(s->host, 4)) s->wrong++;
  uint32_t next = 0, count = c->in_events->size(c->in_events);
  if (s->wants_gesture) push_gesture(s, c->out_events);
  for (uint32_t frame = 0; frame < c->frames_count; frame++) {
    for (; next < count; next++) {
      const clap_event_header *h = c->in_events->get(c->in_events, next);
      if (h->time > frame) break;
      take(s, h, c->out_events);
    }
    for (uint32_t i = 0; i < c->audio_outputs[0].channel_count; i++)
      c->audio_outputs[0].data32[i][frame] = sum(s, (int)i);
  }
  return 1;
}

static void on_main_thread(const clap_plugin *p) { expect(of(p), true); }

// --- Extensions ------------------------------------------------------------------------------

static const struct { clap_id id; uint32_t flags; const char *name; double least, most; } infos[] = {
    {LEVEL, CLAP_PARAM_IS_AUTOMATABLE | CLAP_PARAM_IS_MODULATABLE_PER_NOTE_ID, "Level", 0, 2},
    {WAVE, CLAP_PARAM_IS_AUTOMATABLE | CLAP_PARAM_IS_STEPPED | CLAP_PARAM_IS_ENUM, "Wave", 0, 2},
    {TICKS, CLAP_PARAM_IS_READONLY, "Ticks", 0, 1e6},
    {TASKS, CLAP_PARAM_IS_READONLY, "Tasks", 0, 1e6},
    {WRONG, CLAP_PARAM_IS_READONLY, "Wrong threads", 0, 1e6}};
static const char *const waves[] = {"Sine", "Saw", "Pulse"};

static uint32_t param_count(const clap_plugin *p) {
  (void)p;
  return sizeof infos / sizeof *infos;
}
static bool param_info(const clap_plugin *p, uint32_t i, clap_param_info *info) {
  (void)p;
  *info = (clap_param_info){
      .id = infos[i].id, .flags = infos[i].flags, .min_value = infos[i].least,
      .max_value = infos[i].most, .default_value = infos[i].id == LEVEL ? 1 : 0};
  snprintf(info->name, sizeof info->name, "%s", infos[i].name);
  if (i < 2) snprintf(info->module, sizeof info->module, "Sound/Voice");
  return true;
}
static bool get_value(const clap_plugin *p, clap_id id, double *value) {
  const synth *s = of(p);
  const double values[] = {s->level, s->wave, s->ticks, s->tasks, s->wrong};
  if (id < LEVEL || id > WRONG) return false;
  *value = values[id - LEVEL];
  return true;
}
static bool to_text(const clap_plugin *p, clap_id id, double value, char *text, uint32_t size) {
  (void)p;
  if (id == WAVE) snprintf(text, size, "%s", waves[(int)value]);
  else if (id == LEVEL) snprintf(text, size, "%.6g of full", value);
  else snprintf(text, size, "%g", value);
  return true;
}
static bool to_value(const clap_plugin *p, clap_id id, const char *text, double *value) {
  (void)p;
  char *end;
  *value = strcmp(text, "loud") ? strtod(text, &end) : 2;
  return id == LEVEL && (*value == 2 || (end != text && !strcmp(end, " of full")));
}
static void flush(
    const clap_plugin *p, const clap_input_events *in, const clap_output_events *out) {
  for (uint32_t i = 0; i < in->size(in); i++) take(of(p), in->get(in, i), out);
}
static const clap_plugin_params params = {
    param_count, param_info, get_value, to_text, to_value, flush};

static bool save(const clap_plugin *p, const clap_ostream *stream) {
  const synth *s = of(p);
  expect(of(p), true);
  const double values[] = {s->level, s->wave};
  return stream->write(stream, values, sizeof values) == sizeof values;
}
static bool load(const clap_plugin *p, const clap_istream *stream) {
  double values[2];
  if (stream->read(stream, values, sizeof values) != sizeof values) return false;
  of(p)->level = values[0];
  of(p)->wave = values[1];
  return true;
}
static const clap_plugin_state state = {save, load};

static uint32_t port_count(const clap_plugin *p, bool is_input) {
  (void)p;
  return is_input ? 0 : 1;
}
static bool port_info(const clap_plugin *p, uint32_t i, bool is_input, clap_audio_port_info *info) {
  (void)i, (void)is_input;
  *info = (clap_audio_port_info){.flags = 1, .channel_count = of(p)->channels, .port_type = NULL};
  snprintf(info->name, sizeof info->name, "Main");
  return true;
}
static const clap_plugin_audio_ports audio_ports = {port_count, port_info};

static uint32_t config_count(const clap_plugin *p) {
  (void)p;
  return 2;
}
static bool config_info(const clap_plugin *p, uint32_t i, clap_audio_ports_config *config) {
  (void)p;
  *config = (clap_audio_ports_config){
      .id = i + 1, .output_port_count = 1, .has_main_output = true,
      .main_output_channel_count = i + 1};
  return true;
}
static bool select_config(const clap_plugin *p, clap_id id) {
  of(p)->channels = id;
  return true;
}
static const clap_plugin_audio_ports_config configs = {config_count, config_info, select_config};

static uint32_t note_count(const clap_plugin *p, bool is_input) {
  (void)p, (void)is_input;
  return 1;
}
static bool note_info(const clap_plugin *p, uint32_t i, bool is_input, clap_note_port_info *info) {
  (void)i, (void)is_input;
  *info = (clap_note_port_info){.supported_dialects = of(p)->dialect,
                                .preferred_dialect = of(p)->dialect};
  snprintf(info->name, sizeof info->name, "Notes");
  return true;
}
static const clap_plugin_note_ports note_ports = {note_count, note_info};

static uint32_t tail_frames(const clap_plugin *p) {
  (void)p;
  return 24000;
}
static const clap_plugin_frames tail = {tail_frames};
static uint32_t latency_frames(const clap_plugin *p) {
  (void)p;
  return 33;
}
static const clap_plugin_frames latency = {latency_frames};

static void on_timer(const clap_plugin *p, clap_id id) {
  synth *s = of(p);
  expect(s, true);
  if (id == s->timer && write(s->pipe[1], "x", 1) != 1) s->wrong++;
}
static const clap_plugin_timer_support timer_support = {on_timer};

// A readable descriptor: changes the value, marks the state dirty, and sends a gesture.
static void on_fd(const clap_plugin *p, int fd, uint32_t flags) {
  synth *s = of(p);
  char byte;
  if (!(flags & CLAP_POSIX_FD_READ) || read(fd, &byte, 1) != 1) s->wrong++;
  s->ticks++;
  s->wants_gesture = true;
  const clap_host_params *host = host_has(s, CLAP_EXT_PARAMS);
  host->rescan(s->host, CLAP_PARAM_RESCAN_VALUES);
}
static const clap_plugin_posix_fd_support fd_support = {on_fd};
static const clap_plugin_thread_pool thread_pool = {exec};

static bool load_preset(
    const clap_plugin *p, uint32_t kind, const char *location, const char *load_key) {
  if (kind != CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN || location || !load_key) return false;
  of(p)->level = strcmp(load_key, "loud") ? 0.25 : 2;
  return true;
}
static const clap_plugin_preset_load preset_load = {load_preset};

static const void *get_extension(const clap_plugin *p, const char *id) {
  (void)p;
  const struct { const char *id; const void *functions; } all[] = {
      {CLAP_EXT_PARAMS, &params}, {CLAP_EXT_STATE, &state}, {CLAP_EXT_AUDIO_PORTS, &audio_ports},
      {CLAP_EXT_AUDIO_PORTS_CONFIG, &configs}, {CLAP_EXT_NOTE_PORTS, &note_ports},
      {CLAP_EXT_TAIL, &tail}, {CLAP_EXT_LATENCY, &latency},
      {CLAP_EXT_TIMER_SUPPORT, &timer_support}, {CLAP_EXT_POSIX_FD_SUPPORT, &fd_support},
      {CLAP_EXT_THREAD_POOL, &thread_pool}, {CLAP_EXT_PRESET_LOAD, &preset_load}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(id, all[i].id)) return all[i].functions;
  return NULL;
}

// --- Presets ---------------------------------------------------------------------------------

static const clap_preset_indexer *indexer;
static bool provide(const clap_preset_provider *p) {
  (void)p;
  clap_preset_location here = {1, "Factory", CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN, NULL};
  return indexer->declare_location(indexer, &here);
}
static void end_provider(const clap_preset_provider *p) { (void)p; }
static bool tell(
    const clap_preset_provider *p, uint32_t kind, const char *location,
    const clap_preset_receiver *r) {
  (void)p, (void)kind, (void)location;
  r->begin_preset(r, "Loud", "loud");
  r->begin_preset(r, "Soft", "soft");
  clap_universal_plugin_id other = {"clap", "org.tenuto.test.other"};
  r->begin_preset(r, "Another's", "other");
  r->add_plugin_id(r, &other);
  return true;
}
static const clap_preset_provider_descriptor provider_descriptor = {
    {1, 2, 0}, "org.tenuto.test.presets", "Presets", "Tests"};
static const clap_preset_provider provider = {
    &provider_descriptor, NULL, provide, end_provider, tell, NULL};
static uint32_t provider_count(const clap_preset_discovery_factory *f) {
  (void)f;
  return 1;
}
static const clap_preset_provider_descriptor *provider_at(
    const clap_preset_discovery_factory *f, uint32_t i) {
  (void)f, (void)i;
  return &provider_descriptor;
}
static const clap_preset_provider *make_provider(
    const clap_preset_discovery_factory *f, const clap_preset_indexer *i, const char *id) {
  (void)f, (void)id;
  indexer = i;
  return &provider;
}
static const clap_preset_discovery_factory presets = {provider_count, provider_at, make_provider};

// --- The library -----------------------------------------------------------------------------

static const char *const features[] = {"instrument", "synthesizer", "physical-modeling", NULL};
#define SYNTH(NAME)                                                                             \
  {{1, 2, 0}, "org.tenuto.test." NAME, "Test " NAME, "Tests of Tenuto", "https://example.org",  \
   "", "", "1.2.3", "It says what it was told. Not more.", features}
static const clap_plugin_descriptor descriptors[] = {
    SYNTH("clap"), SYNTH("midi"), SYNTH("mpe"), SYNTH("midi2")};
static const uint32_t dialects[] = {
    CLAP_NOTE_DIALECT_CLAP, CLAP_NOTE_DIALECT_MIDI, CLAP_NOTE_DIALECT_MIDI_MPE,
    CLAP_NOTE_DIALECT_MIDI2};

static const clap_plugin *make(const clap_host *host, const clap_plugin_descriptor *d) {
  synth *s = calloc(1, sizeof *s);
  s->host = host;
  s->level = 1;
  s->channels = 2;
  s->dialect = dialects[d - descriptors];
  s->plugin = (clap_plugin){d, s, init, destroy, activate, deactivate, start, stop, reset,
                            process, get_extension, on_main_thread};
  return &s->plugin;
}

static uint32_t plugin_count(const clap_plugin_factory *f) {
  (void)f;
  return sizeof descriptors / sizeof *descriptors;
}
static const clap_plugin_descriptor *plugin_at(const clap_plugin_factory *f, uint32_t i) {
  (void)f;
  return &descriptors[i];
}
static const clap_plugin *create(
    const clap_plugin_factory *f, const clap_host *host, const char *id) {
  for (uint32_t i = 0; i < plugin_count(f); i++)
    if (!strcmp(id, descriptors[i].id)) return make(host, &descriptors[i]);
  return NULL;
}
static const clap_plugin_factory factory = {plugin_count, plugin_at, create};

static bool begin_library(const char *path) {
#if defined(CRASHES)
  abort();
#elif defined(HANGS)
  for (;;) pause();
#endif
  return path != NULL;
}
static void end_library(void) {}
static const void *get_factory(const char *id) {
  if (!strcmp(id, CLAP_PLUGIN_FACTORY_ID)) return &factory;
  return strcmp(id, CLAP_PRESET_DISCOVERY_FACTORY_ID) ? NULL : (const void *)&presets;
}
__attribute__((visibility("default"))) const clap_plugin_entry clap_entry = {
    {1, 2, 0}, begin_library, end_library, get_factory};
