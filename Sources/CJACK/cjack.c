#include "cjack.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CJACK_RENDER_FUNCTIONS(X) \
  X(port_get_buffer)              \
  X(port_connected)               \
  X(midi_get_event_count)         \
  X(midi_event_get)               \
  X(midi_clear_buffer)            \
  X(midi_max_event_size)          \
  X(midi_event_reserve)           \
  X(midi_event_write)             \
  X(midi_get_lost_event_count)    \
  X(last_frame_time)              \
  X(frames_since_cycle_start)     \
  X(get_time)                     \
  X(get_cycle_times)              \
  X(transport_query)              \
  X(cycle_wait)                   \
  X(cycle_signal)                 \
  X(client_open)

typedef struct library {
  cjack_api api;  // first: a table is a pointer to its library
  void *_Nonnull handle;
#define CJACK_FIELD(name) __typeof__(jack_##name) *_Nonnull name;
  CJACK_RENDER_FUNCTIONS(CJACK_FIELD)
#undef CJACK_FIELD
  // Its port_connected takes a lock, where JACK 1.9's reads the graph of the cycle, and it has no
  // activation words.
  int is_pipewire;
} library;

// Each is written once under `mutex`, then only read.
enum { LIBRARY_CAPACITY = 8 };
static library libraries[LIBRARY_CAPACITY];
static int library_count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// The library of the open clients. It changes only while there are none, so that no render thread
// runs.
static _Atomic(const library *) current = &libraries[0];

#define CURRENT() atomic_load_explicit(&current, memory_order_acquire)

// MARK: - Complaints

// Per thread: libjack reports errors on the thread that made the call, and for its render threads
// on a separate thread. No lock is needed, and the text belongs to the call that failed.
static _Thread_local char last_error[512];
static _Thread_local char load_error[512];
static atomic_ullong error_count;

static void collect_error(const char *message) {
  atomic_fetch_add_explicit(&error_count, 1, memory_order_relaxed);
  // The first complaint names the cause, the later ones its consequences.
  if (message != NULL && last_error[0] == '\0')
    snprintf(last_error, sizeof last_error, "%s", message);
}

static void ignore_info(const char *message) { (void)message; }

const char *cjack_last_error(void) { return last_error; }

void cjack_clear_error(void) { last_error[0] = '\0'; }

uint64_t cjack_error_count(void) {
  return atomic_load_explicit(&error_count, memory_order_relaxed);
}

// MARK: - Loading

// Fills `result`; returns the name of the first function that is missing, or NULL.
static const char *_Nullable resolve(void *_Nonnull handle, library *_Nonnull result) {
#define CJACK_RESOLVE(destination, name)                         \
  {                                                              \
    void *function = dlsym(handle, "jack_" #name);               \
    if (function == NULL) return "jack_" #name;                  \
    memcpy(&result->destination, &function, sizeof function);    \
  }
#define CJACK_RESOLVE_CONTROL(name) CJACK_RESOLVE(api.name, name)
#define CJACK_RESOLVE_RENDER(name) CJACK_RESOLVE(name, name)
  CJACK_CONTROL_FUNCTIONS(CJACK_RESOLVE_CONTROL)
  CJACK_RENDER_FUNCTIONS(CJACK_RESOLVE_RENDER)
  return NULL;
}

// Makes the library call its own functions even in a program that has loaded another libjack, as
// FluidSynth does: otherwise calls of a PipeWire client would reach JACK's library. Sanitizers
// refuse the flag.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
static const int binding = RTLD_NOW | RTLD_LOCAL;
#else
static const int binding = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif

static const library *_Nullable open_library(const char *_Nonnull name) {
  void *handle = dlopen(name, binding);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(load_error, sizeof load_error, "%s", reason ? reason : "unknown reason");
    return NULL;
  }
  for (int index = 0; index < library_count; index++) {
    if (libraries[index].handle != handle) continue;
    dlclose(handle);
    return &libraries[index];
  }
  library found = {.handle = handle};
  const char *missing = resolve(handle, &found);
  if (missing != NULL || library_count == LIBRARY_CAPACITY) {
    const char *problem = missing ? "has no function" : "is one library too many";
    snprintf(load_error, sizeof load_error, "%s %s %s", name, problem, missing ? missing : "");
    dlclose(handle);
    return NULL;
  }
  const char *version = found.api.get_version_string();
  found.is_pipewire = version == NULL || strstr(version, "PipeWire") != NULL;
  found.api.set_error_function(collect_error);
  found.api.set_info_function(ignore_info);
  libraries[library_count] = found;
  return &libraries[library_count++];
}

const cjack_api *cjack_load(const char *name, const char **error) {
  pthread_mutex_lock(&mutex);
  const library *found = open_library(name);
  pthread_mutex_unlock(&mutex);
  *error = found ? NULL : load_error;
  return found ? &found->api : NULL;
}

// MARK: - Control threads

jack_client_t *cjack_client_open(
    const cjack_api *api, const char *name, const char *server_name, int is_name_exact,
    jack_status_t *status) {
  const library *opening = (const library *)api;
  int options = JackNoStartServer | (is_name_exact ? JackUseExactName : 0);
  if (server_name != NULL) options |= JackServerName;
  cjack_clear_error();
  jack_client_t *client = opening->client_open(name, (jack_options_t)options, status, server_name);
  // Its render thread does not run before it is activated.
  if (client != NULL) atomic_store_explicit(&current, opening, memory_order_release);
  return client;
}

static _Thread_local int callback_depth;
static _Thread_local int cancel_state;

void cjack_enter_callback(void) {
  if (callback_depth++ == 0) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
}

void cjack_leave_callback(void) {
  if (--callback_depth == 0) pthread_setcancelstate(cancel_state, NULL);
}

int cjack_is_in_callback(void) { return callback_depth > 0; }

// MARK: - Waking

struct cjack_wakeup {
  sem_t semaphore;
  atomic_int is_posted;
};

cjack_wakeup *cjack_wakeup_create(void) {
  cjack_wakeup *wakeup = calloc(1, sizeof *wakeup);
  if (wakeup != NULL && sem_init(&wakeup->semaphore, 0, 0) != 0) {
    free(wakeup);
    return NULL;
  }
  return wakeup;
}

void cjack_wakeup_destroy(cjack_wakeup *wakeup) {
  sem_destroy(&wakeup->semaphore);
  free(wakeup);
}

void cjack_wakeup_wait(cjack_wakeup *wakeup) {
  while (sem_wait(&wakeup->semaphore) != 0 && errno == EINTR) {}
  // Before the caller looks for work: later posts then wake it again.
  atomic_store(&wakeup->is_posted, 0);
}

// MARK: - Activation

const uint32_t *cjack_activation_map(const char *server_name, const char *client_name) {
  // A jackd that was killed has left its words.
  if (CURRENT()->is_pipewire) return NULL;
  const char *usual = getenv("JACK_DEFAULT_SERVER");
  const char *server = server_name ? server_name : usual ? usual : "default";
  char name[256];
  int length = snprintf(name, sizeof name, "/jack_sem.%d_%s_%s", getuid(), server, client_name);
  if (length < 0 || length >= (int)sizeof name) return NULL;
  for (char *c = name + 1; *c; c++) {
    if (*c == '/' || *c == '\\') *c = '_';
  }
  int file = shm_open(name, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return NULL;
  struct stat status;
  void *base = MAP_FAILED;
  if (fstat(file, &status) == 0 && status.st_size >= (off_t)sizeof(uint32_t))
    base = mmap(NULL, sizeof(uint32_t), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  return base == MAP_FAILED ? NULL : base;
}

void cjack_activation_unmap(const uint32_t *word) { munmap((void *)word, sizeof *word); }

void cjack_name_thread(const char *name) { prctl(PR_SET_NAME, name); }

// MARK: - Render thread

// JACK documents these functions as safe in the process callback, but does not mark them.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wfunction-effects"

void cjack_wakeup_post(cjack_wakeup *wakeup) {
  // sem_post neither waits nor allocates; the flag keeps the count at 1.
  if (atomic_exchange(&wakeup->is_posted, 1) == 0) sem_post(&wakeup->semaphore);
}

static int64_t monotonic_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t cjack_clock_offset(int64_t *uncertainty) {
  int64_t before = monotonic_nanoseconds();
  int64_t jack = (int64_t)CURRENT()->get_time() * 1000;
  int64_t after = monotonic_nanoseconds();
  *uncertainty = after - before;
  // JACK truncates to whole microseconds, by half of one on average.
  return before + (after - before) / 2 - (jack + 500);
}

void cjack_copy(void *to, const void *from, size_t count) { memcpy(to, from, count); }

void *cjack_port_get_buffer(jack_port_t *port, uint32_t frame_count) {
  return CURRENT()->port_get_buffer(port, frame_count);
}

int cjack_port_connected(const jack_port_t *port) {
  const library *library = CURRENT();
  return library->is_pipewire ? -1 : library->port_connected(port);
}

uint32_t cjack_midi_get_event_count(void *buffer) {
  return CURRENT()->midi_get_event_count(buffer);
}

int cjack_midi_event_get(jack_midi_event_t *event, void *buffer, uint32_t index) {
  return CURRENT()->midi_event_get(event, buffer, index);
}

void cjack_midi_clear_buffer(void *buffer) { CURRENT()->midi_clear_buffer(buffer); }

size_t cjack_midi_max_event_size(void *buffer) { return CURRENT()->midi_max_event_size(buffer); }

uint8_t *cjack_midi_event_reserve(void *buffer, uint32_t frame, size_t size) {
  return CURRENT()->midi_event_reserve(buffer, frame, size);
}

int cjack_midi_event_write(void *buffer, uint32_t frame, const uint8_t *bytes, size_t size) {
  return CURRENT()->midi_event_write(buffer, frame, bytes, size);
}

uint32_t cjack_midi_get_lost_event_count(void *buffer) {
  return CURRENT()->midi_get_lost_event_count(buffer);
}

uint32_t cjack_cycle_wait(jack_client_t *client) { return CURRENT()->cycle_wait(client); }

void cjack_cycle_signal(jack_client_t *client) { CURRENT()->cycle_signal(client, 0); }

uint32_t cjack_last_frame_time(const jack_client_t *client) {
  return CURRENT()->last_frame_time(client);
}

uint32_t cjack_frames_since_cycle_start(const jack_client_t *client) {
  return CURRENT()->frames_since_cycle_start(client);
}

uint64_t cjack_get_time(void) { return CURRENT()->get_time(); }

int cjack_get_cycle_times(const jack_client_t *client, cjack_cycle_times *times) {
  jack_nframes_t frames = 0;
  jack_time_t start = 0, next = 0;
  float period = 0;
  int status = CURRENT()->get_cycle_times(client, &frames, &start, &next, &period);
  *times = (cjack_cycle_times){frames, period, start, next};
  return status;
}

void cjack_transport_query(const jack_client_t *client, cjack_transport *transport) {
  jack_position_t position;
  jack_transport_state_t state = CURRENT()->transport_query(client, &position);
  *transport = (cjack_transport){
      .is_rolling = state == JackTransportRolling, .frame = position.frame};
  if ((position.valid & JackPositionBBT) == 0) return;
  transport->has_bbt = 1;
  transport->bar = position.bar;
  transport->beat = position.beat;
  transport->tick = position.tick;
  if (position.valid & JackBBTFrameOffset) transport->bbt_offset = position.bbt_offset;
  transport->bar_start_tick = position.bar_start_tick;
  transport->beats_per_bar = position.beats_per_bar;
  transport->beat_type = position.beat_type;
  transport->ticks_per_beat = position.ticks_per_beat;
  transport->beats_per_minute = position.beats_per_minute;
}

#pragma clang diagnostic pop
