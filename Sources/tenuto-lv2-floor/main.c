// The cost of LV2 effects in the process of their host, and the load of a JACK server with any
// host.
//
// usage: tenuto-lv2-floor host COUNT SERVER URI...
//   COUNT instances of the effects alternately, in one JACK client, each fed with noise; prints
//   "ready", runs until its standard input ends, then prints the median and the 99th percentile of
//   the cycle time in nanoseconds, and the number of rendered cycles.
// usage: tenuto-lv2-floor watch SECONDS SERVER
//   An idle client; prints its cycles, the xruns that the server reported, and the average server
//   load in percent.
// usage: tenuto-lv2-floor noise SERVER
//   Connects noise to all audio inputs of other clients; prints the number of connections, and runs
//   until its standard input ends.
#define _GNU_SOURCE
#include <jack/jack.h>
#include <lilv/lilv.h>
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/urid/urid.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
#include <xmmintrin.h>

enum { MOST_EFFECTS = 512, MOST_FRAMES = 8192, MOST_URIDS = 4096, MOST_CYCLES = 1 << 16 };
enum { SEQUENCE_BYTES = 65536 };

// --- Clients ---------------------------------------------------------------------------------

static void be_quiet(const char *message) { (void)message; }

static jack_client_t *open_client(const char *name, const char *server) {
  jack_set_error_function(be_quiet);
  jack_set_info_function(be_quiet);
  return jack_client_open(name, JackNoStartServer | JackServerName, NULL, server);
}

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void wait_for_end(void) {
  char piece[64];
  while (read(STDIN_FILENO, piece, sizeof piece) > 0) {
  }
}

static void fill(float *samples, uint32_t count) {
  static uint32_t seed = 1;
  for (uint32_t i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    samples[i] = (float)(int32_t)seed / 2147483648.0f * 0.1f;
  }
}

// --- A host of effects -----------------------------------------------------------------------

static float noise[MOST_FRAMES], heard[MOST_FRAMES];
static LilvInstance *effects[MOST_EFFECTS];
static int effect_count;
static uint64_t spans[MOST_CYCLES];
static _Atomic uint32_t cycle_count;

static char *uris[MOST_URIDS];
static uint32_t uri_count;

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  for (uint32_t i = 0; i < uri_count; i++)
    if (!strcmp(uris[i], uri)) return i + 1;
  if (uri_count == MOST_URIDS) return 0;
  uris[uri_count] = strdup(uri);
  return ++uri_count;
}

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID urid) {
  (void)handle;
  return urid && urid <= uri_count ? uris[urid - 1] : NULL;
}

static bool is_a(LilvWorld *world, const LilvPlugin *plugin, const LilvPort *port, const char *uri) {
  LilvNode *node = lilv_new_uri(world, uri);
  bool is = lilv_port_is_a(plugin, port, node);
  lilv_node_free(node);
  return is;
}

// The input is noise and the output is discarded; other ports have private memory.
static void connect_ports(LilvWorld *world, const LilvPlugin *plugin, LilvInstance *instance) {
  uint32_t count = lilv_plugin_get_num_ports(plugin);
  float *values = calloc(count + 1, sizeof *values);
  lilv_plugin_get_port_ranges_float(plugin, NULL, NULL, values);
  for (uint32_t i = 0; i < count; i++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(plugin, i);
    bool is_input = is_a(world, plugin, port, LV2_CORE__InputPort);
    void *place = &values[i];
    if (values[i] != values[i]) values[i] = 0;
    if (is_a(world, plugin, port, LV2_CORE__AudioPort) || is_a(world, plugin, port, LV2_CORE__CVPort))
      place = is_input ? noise : heard;
    if (is_a(world, plugin, port, LV2_ATOM__AtomPort)) {
      LV2_Atom_Sequence *sequence = calloc(1, SEQUENCE_BYTES);
      sequence->atom = is_input ? (LV2_Atom){sizeof sequence->body, map(NULL, LV2_ATOM__Sequence)}
                                : (LV2_Atom){SEQUENCE_BYTES - 8, map(NULL, LV2_ATOM__Chunk)};
      place = sequence;
    }
    lilv_instance_connect_port(instance, i, place);
  }
}

static LilvInstance *make(LilvWorld *world, const LilvPlugin *plugin, double rate, int32_t frames) {
  static LV2_URID_Map map_feature = {NULL, map};
  static LV2_URID_Unmap unmap_feature = {NULL, unmap};
  static int32_t least = 1, most, bytes = SEQUENCE_BYTES;
  static float sample_rate;
  most = frames;
  sample_rate = (float)rate;
  LV2_URID whole = map(NULL, LV2_ATOM__Int), number = map(NULL, LV2_ATOM__Float);
  static LV2_Options_Option options[6];
  const LV2_Options_Option filled[6] = {
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__minBlockLength), 4, whole, &least},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__maxBlockLength), 4, whole, &most},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__nominalBlockLength), 4, whole, &most},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_BUF_SIZE__sequenceSize), 4, whole, &bytes},
      {LV2_OPTIONS_INSTANCE, 0, map(NULL, LV2_PARAMETERS__sampleRate), 4, number, &sample_rate},
      {0}};
  memcpy(options, filled, sizeof filled);
  static LV2_Feature features[] = {
      {LV2_URID__map, &map_feature}, {LV2_URID__unmap, &unmap_feature},
      {LV2_OPTIONS__options, options}, {LV2_BUF_SIZE__boundedBlockLength, NULL}};
  static const LV2_Feature *list[5];
  for (int i = 0; i < 4; i++) list[i] = &features[i];
  LilvInstance *instance = lilv_plugin_instantiate(plugin, rate, list);
  if (!instance) return NULL;
  connect_ports(world, plugin, instance);
  lilv_instance_activate(instance);
  return instance;
}

static int render(jack_nframes_t frames, void *context) {
  (void)context;
  _mm_setcsr(_mm_getcsr() | 0x8040);  // denormals are zero, as in the other hosts
  uint64_t began = now();
  for (int i = 0; i < effect_count; i++) lilv_instance_run(effects[i], frames);
  uint32_t count = atomic_load(&cycle_count);
  if (count < MOST_CYCLES) spans[count] = now() - began;
  atomic_store(&cycle_count, count + 1);
  return 0;
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static int host(int count, const char *server, char **names, int name_count) {
  jack_client_t *client = open_client("lv2-floor", server);
  if (!client || count < 1 || count > MOST_EFFECTS || name_count < 1) return 1;
  jack_nframes_t frames = jack_get_buffer_size(client);
  if (frames > MOST_FRAMES) return 1;
  fill(noise, MOST_FRAMES);
  LilvWorld *world = lilv_world_new();
  LilvNode *no = lilv_new_bool(world, false);
  lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, no);
  lilv_world_load_all(world);
  for (int i = 0; i < count; i++) {
    LilvNode *uri = lilv_new_uri(world, names[i % name_count]);
    const LilvPlugin *plugin = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), uri);
    lilv_node_free(uri);
    effects[i] = plugin ? make(world, plugin, jack_get_sample_rate(client), (int32_t)frames) : NULL;
    if (!effects[i]) return 1;
  }
  effect_count = count;
  jack_set_process_callback(client, render, NULL);
  if (jack_activate(client)) return 1;
  puts("ready");
  fflush(stdout);
  wait_for_end();
  jack_client_close(client);
  uint32_t cycles = atomic_load(&cycle_count);
  uint32_t kept = cycles < MOST_CYCLES ? cycles : MOST_CYCLES;
  if (kept == 0) return 1;
  qsort(spans, kept, sizeof *spans, compare);
  printf("%llu %llu %u\n", (unsigned long long)spans[kept / 2],
         (unsigned long long)spans[(uint64_t)kept * 99 / 100], cycles);
  return 0;
}

// --- An idle client --------------------------------------------------------------------------

static _Atomic uint32_t xruns;

static int note_xrun(void *context) {
  (void)context;
  atomic_fetch_add(&xruns, 1);
  return 0;
}

static int count_cycle(jack_nframes_t frames, void *context) {
  (void)frames, (void)context;
  atomic_fetch_add(&cycle_count, 1);
  return 0;
}

static int watch(double seconds, const char *server) {
  jack_client_t *client = open_client("watch", server);
  if (!client || seconds <= 0 || seconds > 600) return 1;
  jack_set_process_callback(client, count_cycle, NULL);
  jack_set_xrun_callback(client, note_xrun, NULL);
  if (jack_activate(client)) return 1;
  usleep(500000);  // excludes the cost of activation
  atomic_store(&xruns, 0);
  atomic_store(&cycle_count, 0);
  double load = 0;
  int looks = 0;
  for (uint64_t end = now() + (uint64_t)(seconds * 1e9); now() < end; looks++) {
    usleep(50000);
    load += jack_cpu_load(client);
  }
  printf("%u %u %.3f\n", atomic_load(&cycle_count), atomic_load(&xruns), load / looks);
  jack_client_close(client);
  return 0;
}

// --- A source --------------------------------------------------------------------------------

static jack_port_t *source;

static int give_noise(jack_nframes_t frames, void *context) {
  (void)context;
  fill(jack_port_get_buffer(source, frames), frames);
  return 0;
}

static int give(const char *server) {
  jack_client_t *client = open_client("noise", server);
  if (!client) return 1;
  source = jack_port_register(client, "out", JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput, 0);
  jack_set_process_callback(client, give_noise, NULL);
  if (!source || jack_activate(client)) return 1;
  const char **inputs = jack_get_ports(client, NULL, JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput);
  int count = 0;
  for (int i = 0; inputs && inputs[i]; i++)
    if (strncmp(inputs[i], "system:", 7) != 0)
      count += jack_connect(client, jack_port_name(source), inputs[i]) == 0;
  printf("%d\n", count);
  fflush(stdout);
  wait_for_end();
  jack_client_close(client);
  return 0;
}

int main(int argc, char **argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The kernel ends a realtime thread that never sleeps.
  struct rlimit limit = {500000, 1000000};
  setrlimit(RLIMIT_RTTIME, &limit);
  if (argc >= 5 && !strcmp(argv[1], "host"))
    return host(atoi(argv[2]), argv[3], argv + 4, argc - 4);
  if (argc == 4 && !strcmp(argv[1], "watch")) return watch(atof(argv[2]), argv[3]);
  if (argc == 3 && !strcmp(argv[1], "noise")) return give(argv[2]);
  fprintf(stderr, "usage: tenuto-lv2-floor host|watch|noise …; see the source\n");
  return 2;
}
