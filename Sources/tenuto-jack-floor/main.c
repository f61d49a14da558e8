// What JACK itself makes of N trivial clients: the way in which Linux isolates sound today.
//
// N processes, each a JACK client that renders what a process of tenuto-floor renders, in stereo. In a
// chain each takes what the one before puts out, and does not look at it: as the extension beside
// which they are measured.
//
// usage: tenuto-jack-floor wide|chain COUNT SECONDS SERVER SERVER_PROCESS
// prints the median and the 99th percentile of the nanoseconds from the first client's begin to the
// last one's end in a cycle, the nanoseconds of processor time that clients and server used in a
// cycle (the server adds up what is heard), and how many cycles all of them rendered.
#define _GNU_SOURCE
#include <jack/jack.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { MAXIMUM_CLIENTS = 256, MAXIMUM_CYCLES = 16384 };

typedef struct cycle_note {
  uint32_t frame;
  uint64_t began, ended;
} cycle_note;

typedef struct client_notes {
  _Atomic uint32_t count;
  uint64_t processor_time;
  cycle_note cycles[MAXIMUM_CYCLES];
} client_notes;

typedef struct board {
  _Atomic int ready, failed, is_measuring, is_over;
  client_notes clients[MAXIMUM_CLIENTS];
} board;

typedef struct voice {
  jack_client_t *client;
  jack_port_t *inputs[2], *outputs[2];
  int has_inputs;
  client_notes *notes;
  board *board;
  float phase;
} voice;

static uint64_t clock_nanoseconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void render(voice *v, jack_nframes_t frames) {
  float *left = jack_port_get_buffer(v->outputs[0], frames);
  float *right = jack_port_get_buffer(v->outputs[1], frames);
  float phase = v->phase;
  for (jack_nframes_t i = 0; i < frames; i++) {
    phase += 0.01f;
    if (phase >= 1) phase -= 1;
    left[i] = right[i] = 2 * phase - 1;
  }
  v->phase = phase;
}

static int process(jack_nframes_t frames, void *context) {
  voice *v = context;
  uint64_t began = clock_nanoseconds(CLOCK_MONOTONIC);
  render(v, frames);
  uint32_t count = atomic_load(&v->notes->count);
  if (atomic_load(&v->board->is_measuring) && count < MAXIMUM_CYCLES) {
    v->notes->cycles[count] = (cycle_note){
        jack_last_frame_time(v->client), began, clock_nanoseconds(CLOCK_MONOTONIC)};
    atomic_store(&v->notes->count, count + 1);
  }
  return 0;
}

static void be_quiet(const char *message) { (void)message; }

// In a chain a client takes what the one before puts out; in a wide graph all are heard.
static void connect_client(voice *v, int index) {
  char own[64], other[64];
  for (int channel = 0; channel < 2; channel++) {
    snprintf(own, sizeof own, "floor%d:in%d", index, channel);
    snprintf(other, sizeof other, "floor%d:out%d", index - 1, channel);
    if (v->has_inputs && index > 0) jack_connect(v->client, other, own);
    snprintf(own, sizeof own, "floor%d:out%d", index, channel);
    snprintf(other, sizeof other, "system:playback_%d", channel + 1);
    if (!v->has_inputs) jack_connect(v->client, own, other);
  }
}

static int serve(board *board, int index, int is_chain, const char *server) {
  char name[32];
  snprintf(name, sizeof name, "floor%d", index);
  voice v = {.notes = &board->clients[index], .board = board, .has_inputs = is_chain};
  v.client = jack_client_open(name, JackNoStartServer | JackServerName, NULL, server);
  if (!v.client) return 1;
  for (int channel = 0; channel < 2; channel++) {
    char in[8], out[8];
    snprintf(in, sizeof in, "in%d", channel);
    snprintf(out, sizeof out, "out%d", channel);
    const char *type = JACK_DEFAULT_AUDIO_TYPE;
    if (is_chain) v.inputs[channel] = jack_port_register(v.client, in, type, JackPortIsInput, 0);
    v.outputs[channel] = jack_port_register(v.client, out, type, JackPortIsOutput, 0);
  }
  memset(v.notes, 0, sizeof *v.notes);  // its pages are there before it counts
  jack_set_process_callback(v.client, process, &v);
  if (jack_activate(v.client)) return 1;
  connect_client(&v, index);
  atomic_fetch_add(&board->ready, 1);
  // Where another one did not come up it is over without a measurement.
  while (!atomic_load(&board->is_measuring) && !atomic_load(&board->is_over)) usleep(1000);
  uint64_t before = clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
  while (atomic_load(&board->is_measuring)) usleep(20000);
  v.notes->processor_time = clock_nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - before;
  atomic_fetch_add(&board->ready, -1);
  while (!atomic_load(&board->is_over)) usleep(20000);
  jack_client_close(v.client);
  return 0;
}

static int compare(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

// The span of each cycle that all clients have rendered.
static int spans(board *board, int count, uint64_t *result) {
  uint32_t places[MAXIMUM_CLIENTS] = {0};
  int found = 0;
  for (uint32_t k = 0; k < board->clients[0].count; k++) {
    cycle_note first = board->clients[0].cycles[k];
    uint64_t began = first.began, ended = first.ended;
    int members = 1;
    for (int i = 1; i < count; i++) {
      client_notes *notes = &board->clients[i];
      uint32_t *place = &places[i];
      while (*place < notes->count && (int32_t)(notes->cycles[*place].frame - first.frame) < 0)
        ++*place;
      if (*place >= notes->count || notes->cycles[*place].frame != first.frame) continue;
      if (notes->cycles[*place].began < began) began = notes->cycles[*place].began;
      if (notes->cycles[*place].ended > ended) ended = notes->cycles[*place].ended;
      members++;
    }
    if (members == count) result[found++] = ended - began;
  }
  return found;
}

static void report(board *board, int count, uint64_t processor_time) {
  static uint64_t times[MAXIMUM_CYCLES];
  int cycles = spans(board, count, times);
  if (cycles == 0) return;
  for (int i = 0; i < count; i++) processor_time += board->clients[i].processor_time;
  qsort(times, (size_t)cycles, sizeof *times, compare);
  printf("%llu %llu %llu %d\n", (unsigned long long)times[cycles / 2],
         (unsigned long long)times[cycles * 99 / 100],
         (unsigned long long)(processor_time / board->clients[0].count), cycles);
}

// Waits for `count` clients, one after the other: JACK opens no two at once.
static int start(board *board, int count, int is_chain, const char *server) {
  for (int i = 0; i < count; i++) {
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      int status = serve(board, i, is_chain, server);
      if (status) atomic_fetch_add(&board->failed, 1);
      _exit(status);
    }
    for (int tries = 0; atomic_load(&board->ready) + atomic_load(&board->failed) <= i; tries++) {
      if (tries > 5000) return 0;
      usleep(2000);
    }
  }
  return atomic_load(&board->failed) == 0;
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  int is_chain = !strcmp(argv[1], "chain"), count = atoi(argv[2]);
  double seconds = atof(argv[3]);
  if (count < 1 || count > MAXIMUM_CLIENTS || seconds <= 0 || seconds > 20) return 2;
  jack_set_error_function(be_quiet);
  jack_set_info_function(be_quiet);
  board *board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (board == MAP_FAILED) return 1;
  int is_up = start(board, count, is_chain, argv[4]);
  if (is_up) {
    usleep(500000);
    clockid_t server = 0;
    is_up = clock_getcpuclockid(atoi(argv[5]), &server) == 0;
    uint64_t before = clock_nanoseconds(server);
    atomic_store(&board->is_measuring, 1);
    usleep((useconds_t)(seconds * 1e6));
    atomic_store(&board->is_measuring, 0);
    uint64_t server_time = clock_nanoseconds(server) - before;
    for (int tries = 0; atomic_load(&board->ready) > 0 && tries < 500; tries++) usleep(2000);
    report(board, count, server_time);
  }
  atomic_store(&board->is_over, 1);
  while (wait(NULL) > 0) {
  }
  return is_up ? 0 : 1;
}
