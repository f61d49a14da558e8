// Measures the part of a JACK cycle between two clients: from the end of the client "root", which
// feeds all, to the start of the client "sink", which receives all. That includes every wake-up in
// between, and the server's part.
//
// In between are COUNT clients of this program ("floor0" and on), each a process with one input and
// one output that renders like the extension `aufx flrg Tnto`: the usual isolation on Linux. With
// COUNT 0, the clients are those that the connections name.
//
// usage: tenuto-jack-floor SERVER SECONDS COUNT PROCESSES CONNECTION...
//   PROCESSES   comma-separated identifiers; their processor time is added to its own
//   CONNECTION  SOURCE>DESTINATION, each a port or a client, which means its first audio port; from
//               root:midi the destination gets 500 controller events in each cycle
// prints: median and 99th percentile in nanoseconds, the nanoseconds of processor time of all processes
// in a cycle, the number of cycles, and the nanoseconds of each process in a cycle: its own with root
// and sink, those of the COUNT clients, those of PROCESSES.
#define _GNU_SOURCE
#include <errno.h>
#include <jack/jack.h>
#include <jack/midiport.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAXIMUM_CLIENTS = 64, MAXIMUM_PROCESSES = 256, MAXIMUM_CYCLES = 65536, BURST_EVENTS = 500 };

// Memory that parent and children share.
typedef struct shared_state {
  _Atomic int ready, failed;
} shared_state;

// A time in a cycle, which is identified by its first frame.
typedef struct cycle_time {
  uint32_t frame;
  uint64_t time;
} cycle_time;

typedef struct endpoint {
  jack_client_t *client;
  jack_port_t *port;
  _Atomic int count;
  cycle_time times[MAXIMUM_CYCLES];
} endpoint;

typedef struct gain_client {
  jack_port_t *input, *output;
} gain_client;

static _Atomic int is_measuring;
static endpoint root, sink;
static jack_port_t *root_midi;  // NULL without a connection

static uint64_t clock_nanoseconds(clockid_t clock) {
  struct timespec t;
  if (clock_gettime(clock, &t)) return 0;
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void note(endpoint *end) {
  int count = atomic_load(&end->count);
  if (!atomic_load(&is_measuring) || count == MAXIMUM_CYCLES) return;
  uint64_t now = clock_nanoseconds(CLOCK_MONOTONIC);
  end->times[count] = (cycle_time){jack_last_frame_time(end->client), now};
  atomic_store(&end->count, count + 1);
}

// Controllers, since notes would change how many voices render.
static void send_burst(jack_nframes_t frames) {
  void *buffer = jack_port_get_buffer(root_midi, frames);
  jack_midi_clear_buffer(buffer);
  for (jack_nframes_t i = 0; i < BURST_EVENTS; i++) {
    jack_midi_data_t bytes[3] = {0xb0, 16 + i % 4, i % 128};
    jack_midi_event_write(buffer, i * frames / BURST_EVENTS, bytes, sizeof bytes);
  }
}

static int process_root(jack_nframes_t frames, void *context) {
  (void)context;
  if (root_midi) send_burst(frames);
  float *output = jack_port_get_buffer(root.port, frames);
  for (jack_nframes_t i = 0; i < frames; i++) output[i] = 0.1f;
  note(&root);
  return 0;
}

static int process_sink(jack_nframes_t frames, void *context) {
  (void)context;
  note(&sink);
  jack_port_get_buffer(sink.port, frames);  // the sum of the connected ports
  return 0;
}

static int process_gain(jack_nframes_t frames, void *context) {
  gain_client *gain = context;
  const float *input = jack_port_get_buffer(gain->input, frames);
  float *output = jack_port_get_buffer(gain->output, frames);
  for (jack_nframes_t i = 0; i < frames; i++) output[i] = input[i] * 0.5f;
  return 0;
}

static void be_quiet(const char *message) { (void)message; }

static jack_client_t *open_client(const char *name, const char *server) {
  jack_options_t options = JackNoStartServer | JackServerName | JackUseExactName;
  jack_client_t *client = NULL;
  // The server may still know a killed client of this name.
  for (int tries = 0; tries < 40 && !client; tries++) {
    if (tries > 0) usleep(50000);
    client = jack_client_open(name, options, NULL, server);
  }
  return client;
}

static jack_port_t *add_port(jack_client_t *client, const char *name, unsigned long flags) {
  return jack_port_register(client, name, JACK_DEFAULT_AUDIO_TYPE, flags, 0);
}

static int serve(shared_state *shared, int index, const char *server) {
  char name[32];
  snprintf(name, sizeof name, "floor%d", index);
  jack_client_t *client = open_client(name, server);
  if (!client) return 1;
  gain_client gain = {add_port(client, "in", JackPortIsInput), add_port(client, "out", JackPortIsOutput)};
  if (!gain.input || !gain.output) return 1;
  jack_set_process_callback(client, process_gain, &gain);
  if (jack_activate(client)) return 1;
  atomic_fetch_add(&shared->ready, 1);
  for (;;) pause();  // until it is killed: closing a client takes 0.3 s
}

// Waits for each client, since JACK does not open two at once. Returns the number of started
// processes.
static int start(shared_state *shared, int count, const char *server, pid_t *children) {
  for (int i = 0; i < count; i++) {
    children[i] = fork();
    if (children[i] < 0) return i;
    if (children[i] == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      // JACK's database of properties complains when killed clients have filled it.
      if (!freopen("/dev/null", "w", stderr)) _exit(1);
      int status = serve(shared, i, server);
      atomic_fetch_add(&shared->failed, 1);
      _exit(status);
    }
    for (int tries = 0; atomic_load(&shared->ready) <= i; tries++) {
      if (tries > 5000 || atomic_load(&shared->failed)) return i + 1;
      usleep(2000);
    }
  }
  return count;
}

static int open_ends(const char *server, int sends_midi) {
  root.client = open_client("root", server);
  sink.client = open_client("sink", server);
  if (!root.client || !sink.client) return 0;
  root.port = add_port(root.client, "out", JackPortIsOutput);
  sink.port = add_port(sink.client, "in", JackPortIsInput);
  if (!root.port || !sink.port) return 0;
  if (sends_midi)
    root_midi = jack_port_register(root.client, "midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsOutput, 0);
  if (sends_midi && !root_midi) return 0;
  jack_set_process_callback(root.client, process_root, NULL);
  jack_set_process_callback(sink.client, process_sink, NULL);
  return !jack_activate(root.client) && !jack_activate(sink.client);
}

// The port that `name` refers to.
static void find_port(const char *name, unsigned long flags, char *port, size_t size) {
  snprintf(port, size, "%s", name);
  if (strchr(name, ':')) return;
  char pattern[300];
  snprintf(pattern, sizeof pattern, "^%s:", name);
  const char **ports = jack_get_ports(root.client, pattern, JACK_DEFAULT_AUDIO_TYPE, flags);
  if (ports) snprintf(port, size, "%s", ports[0]);
  jack_free(ports);
}

static int connect_ports(const char *connection) {
  char source[256], destination[256], from[256], to[256];
  const char *arrow = strchr(connection, '>');
  if (!arrow || arrow - connection >= (long)sizeof source) return 0;
  snprintf(source, sizeof source, "%.*s", (int)(arrow - connection), connection);
  snprintf(destination, sizeof destination, "%s", arrow + 1);
  for (int tries = 0; tries < 500; tries++) {  // new clients may not have ports yet
    find_port(source, JackPortIsOutput, from, sizeof from);
    find_port(destination, JackPortIsInput, to, sizeof to);
    int status = jack_connect(root.client, from, to);
    if (status == 0 || status == EEXIST) return 1;
    usleep(10000);
  }
  fprintf(stderr, "tenuto-jack-floor: %s cannot be connected\n", connection);
  return 0;
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// The times from root to sink for each cycle that both rendered.
static int spans(uint64_t *result) {
  int found = 0, last = 0;
  for (int k = 0; k < root.count; k++) {
    cycle_time begin = root.times[k];
    while (last < sink.count && (int32_t)(sink.times[last].frame - begin.frame) < 0) last++;
    if (last == sink.count || sink.times[last].frame != begin.frame) continue;
    if (sink.times[last].time > begin.time) result[found++] = sink.times[last].time - begin.time;
  }
  return found;
}

// Processor time of this process and of `count` others, in nanoseconds.
static void read_processor_times(const pid_t *processes, int count, uint64_t *times) {
  times[0] = clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int i = 0; i < count; i++) {
    clockid_t clock = 0;
    times[i + 1] = clock_getcpuclockid(processes[i], &clock) == 0 ? clock_nanoseconds(clock) : 0;
  }
}

static int measure(double seconds, const pid_t *processes, int count) {
  static uint64_t times[MAXIMUM_CYCLES];
  uint64_t before[MAXIMUM_PROCESSES + 1], used[MAXIMUM_PROCESSES + 1], sum = 0;
  read_processor_times(processes, count, before);
  atomic_store(&is_measuring, 1);
  usleep((useconds_t)(seconds * 1e6));
  atomic_store(&is_measuring, 0);
  read_processor_times(processes, count, used);
  for (int i = 0; i <= count; i++) sum += used[i] -= before[i];
  usleep(20000);  // the current cycle is recorded
  int cycles = spans(times);
  if (cycles == 0) return 0;
  qsort(times, (size_t)cycles, sizeof *times, compare);
  uint64_t rendered = (uint64_t)root.count;
  printf("%llu %llu %llu %d", (unsigned long long)times[cycles / 2],
         (unsigned long long)times[(long)cycles * 99 / 100], (unsigned long long)(sum / rendered), cycles);
  for (int i = 0; i <= count; i++) printf(" %llu", (unsigned long long)(used[i] / rendered));
  printf("\n");
  return 1;
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const char *server = argv[1];
  double seconds = atof(argv[2]);
  int count = atoi(argv[3]);
  if (count < 0 || count > MAXIMUM_CLIENTS || seconds <= 0 || seconds > 20) return 2;
  jack_set_error_function(be_quiet);
  jack_set_info_function(be_quiet);
  shared_state *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 1;
  pid_t processes[MAXIMUM_PROCESSES];
  int started = start(shared, count, server, processes), all = started;
  for (char *word = strtok(argv[4], ","); word && all < MAXIMUM_PROCESSES; word = strtok(NULL, ","))
    processes[all++] = atoi(word);
  int sends_midi = 0;
  for (int i = 5; i < argc; i++) sends_midi |= !strncmp(argv[i], "root:midi>", 10);
  int is_good = atomic_load(&shared->ready) == count && open_ends(server, sends_midi);
  for (int i = 5; i < argc && is_good; i++) is_good = connect_ports(argv[i]);
  if (is_good) {
    usleep(count > 0 ? 300000 : 1500000);  // chains of extensions have their cores
    is_good = measure(seconds, processes, all);
  }
  if (root.client) jack_client_close(root.client);
  if (sink.client) jack_client_close(sink.client);
  for (int i = 0; i < started; i++) kill(processes[i], SIGKILL);
  for (int i = 0; i < started; i++) waitpid(processes[i], NULL, 0);
  return is_good ? 0 : 1;
}
