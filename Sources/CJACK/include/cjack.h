// libjack, opened at run time.
//
// In C because Swift can neither take the type of a declared C function (__typeof__) nor import
// the variadic jack_client_open, and because only a C declaration can carry the marks that both
// checkers of the render path read.
//
// Do not call the jack_… functions themselves from Swift: programs do not link libjack, so that they
// run without it, and the linker rejects a direct call.
#pragma once
#include <jack/jack.h>
#include <jack/metadata.h>
#include <jack/midiport.h>
#include <jack/transport.h>
#include <jack/uuid.h>
#include <stddef.h>
#include <stdint.h>

// Callable from a Swift function marked @_noLocks, and checked by clang's function effects.
#define CJACK_RENDER_SAFE __attribute__((swift_attr("@_noLocks"), nonblocking))

// Functions for control threads, called through the table.
#define CJACK_CONTROL_FUNCTIONS(X) \
  X(get_version_string)            \
  X(client_close)                  \
  X(client_name_size)              \
  X(get_client_name)               \
  X(get_uuid_for_client_name)      \
  X(activate)                      \
  X(deactivate)                    \
  X(is_realtime)                   \
  X(cpu_load)                      \
  X(get_sample_rate)               \
  X(get_buffer_size)               \
  X(set_buffer_size)               \
  X(set_freewheel)                 \
  X(set_thread_init_callback)      \
  X(on_shutdown)                   \
  X(on_info_shutdown)              \
  X(set_process_callback)          \
  X(set_process_thread)            \
  X(set_freewheel_callback)        \
  X(set_buffer_size_callback)      \
  X(set_sample_rate_callback)      \
  X(set_client_registration_callback) \
  X(set_port_registration_callback)   \
  X(set_port_connect_callback)     \
  X(set_port_rename_callback)      \
  X(set_graph_order_callback)      \
  X(set_xrun_callback)             \
  X(set_latency_callback)          \
  X(set_property_change_callback)  \
  X(port_register)                 \
  X(port_unregister)               \
  X(port_rename)                   \
  X(port_uuid)                     \
  X(port_name)                     \
  X(port_flags)                    \
  X(port_set_alias)                \
  X(port_get_aliases)              \
  X(port_type)                     \
  X(port_name_size)                \
  X(port_get_all_connections)      \
  X(port_get_latency_range)        \
  X(port_set_latency_range)        \
  X(recompute_total_latencies)     \
  X(frames_to_time)                \
  X(time_to_frames)                \
  X(port_by_id)                    \
  X(port_by_name)                  \
  X(get_ports)                     \
  X(connect)                       \
  X(disconnect)                    \
  X(set_property)                  \
  X(get_property)                  \
  X(get_properties)                \
  X(free_description)              \
  X(remove_property)               \
  X(remove_properties)             \
  X(uuid_parse)                    \
  X(transport_start)               \
  X(transport_stop)                \
  X(transport_locate)              \
  X(set_timebase_callback)         \
  X(release_timebase)              \
  X(set_error_function)            \
  X(set_info_function)             \
  X(free)

// One pointer per function, named without its jack_ prefix. None is null.
typedef struct cjack_api {
#define CJACK_FIELD(name) __typeof__(jack_##name) *_Nonnull name;
  CJACK_CONTROL_FUNCTIONS(CJACK_FIELD)
#undef CJACK_FIELD
} cjack_api;

#pragma clang assume_nonnull begin

// MARK: - Loading. Thread: any but render.

// Opens a libjack by its file name or path, and returns its functions: one table per library. On
// failure returns NULL and sets *error to a text of the dynamic linker, valid until the thread's
// next call. A failure is not remembered. No library is ever closed.
const cjack_api *_Nullable cjack_load(const char *name, const char *_Nullable *_Nonnull error);

// MARK: - Control threads

// jack_client_open of a library, which is variadic, with JackNoStartServer always set.
//
// The functions for render threads are those of the library that opened a client last: all open
// clients of a process must be of one library.
jack_client_t *_Nullable cjack_client_open(
    const cjack_api *api, const char *name, const char *_Nullable server_name, int is_name_exact,
    jack_status_t *status);

// libjack's last error message on this thread since cjack_clear_error, "" if none exists. It is
// not printed. Valid until the thread's next call of libjack.
const char *cjack_last_error(void);
void cjack_clear_error(void);

// Complaints of libjack since loading, on all threads.
uint64_t cjack_error_count(void);

// Mark that the thread runs a notification callback, between enter and leave. They are here because
// Swift has no thread-local variables.
//
// JACK 1.9 ends its threads with pthread_cancel at any instruction, and a lock held by the callback
// would then stay locked forever. Between enter and leave, cancellation is deferred.
void cjack_enter_callback(void);
void cjack_leave_callback(void);
int cjack_is_in_callback(void);

// MARK: - Waking. A counting semaphore that a render thread may post.

typedef struct cjack_wakeup cjack_wakeup;

// NULL if memory runs out.
cjack_wakeup *_Nullable cjack_wakeup_create(void);
// No thread may wait for it or post it afterwards.
void cjack_wakeup_destroy(cjack_wakeup *wakeup);
// Waits until it has been posted since the last wait. Thread: any but render.
void cjack_wakeup_wait(cjack_wakeup *wakeup);
// Wakes the thread that waits, or lets its next wait return at once. Posts that no wait has
// consumed count as one. Thread: any.
CJACK_RENDER_SAFE void cjack_wakeup_post(cjack_wakeup *wakeup);

// MARK: - Activation

// The word with which JACK 1.9 on Linux activates a client when its inputs are ready: a futex in
// shared memory, 1 until the client's jack_cycle_wait consumes it. Mapped read-only. It is not part of
// JACK's API: NULL without it, as in PipeWire. Check it against jack_cycle_wait before relying on it.
// `server_name` as in cjack_client_open.
const uint32_t *_Nullable cjack_activation_map(
    const char *_Nullable server_name, const char *client_name);
void cjack_activation_unmap(const uint32_t *word);

// Names the calling thread for the system's tools; 15 bytes count. Thread: any but render.
void cjack_name_thread(const char *name);

// MARK: - Render thread

// CLOCK_MONOTONIC minus jack_get_time, in ns, and how many ns the reading took, which bounds its
// error. JACK 1.9's clock is CLOCK_MONOTONIC_RAW, which drifts from the other.
CJACK_RENDER_SAFE int64_t cjack_clock_offset(int64_t *uncertainty);

// memcpy: Swift's own copying may not be called on the render path.
CJACK_RENDER_SAFE void cjack_copy(void *to, const void *from, size_t count);

// Each of the following is the jack_ function of that name.

CJACK_RENDER_SAFE void *_Nullable cjack_port_get_buffer(jack_port_t *port, uint32_t frame_count);
// -1 if a cycle may not ask, because PipeWire's takes a lock.
CJACK_RENDER_SAFE int cjack_port_connected(const jack_port_t *port);
CJACK_RENDER_SAFE uint32_t cjack_midi_get_event_count(void *buffer);
CJACK_RENDER_SAFE int cjack_midi_event_get(
    jack_midi_event_t *event, void *buffer, uint32_t index);
CJACK_RENDER_SAFE void cjack_midi_clear_buffer(void *buffer);
CJACK_RENDER_SAFE size_t cjack_midi_max_event_size(void *buffer);
CJACK_RENDER_SAFE uint8_t *_Nullable cjack_midi_event_reserve(
    void *buffer, uint32_t frame, size_t size);
CJACK_RENDER_SAFE int cjack_midi_event_write(
    void *buffer, uint32_t frame, const uint8_t *bytes, size_t size);
CJACK_RENDER_SAFE uint32_t cjack_midi_get_lost_event_count(void *buffer);
// Any thread may wait for a client's cycle and signal its end, one at a time.
CJACK_RENDER_SAFE uint32_t cjack_cycle_wait(jack_client_t *client);
CJACK_RENDER_SAFE void cjack_cycle_signal(jack_client_t *client);
CJACK_RENDER_SAFE uint32_t cjack_last_frame_time(const jack_client_t *client);
CJACK_RENDER_SAFE uint32_t cjack_frames_since_cycle_start(const jack_client_t *client);
CJACK_RENDER_SAFE uint64_t cjack_get_time(void);

// The times of the current cycle; microseconds are of cjack_get_time's clock.
typedef struct cjack_cycle_times {
  uint32_t current_frames;
  float period_microseconds;
  uint64_t current_microseconds;
  uint64_t next_microseconds;
} cjack_cycle_times;

CJACK_RENDER_SAFE int cjack_get_cycle_times(
    const jack_client_t *client, cjack_cycle_times *times);

// The transport at the start of the current cycle; fields that the timebase master has not set are
// 0.
typedef struct cjack_transport {
  int is_rolling;
  int has_bbt;               // whether a timebase master has set the fields after `frame`
  uint32_t frame;            // frames since the transport's start
  int32_t bar;               // 1...
  int32_t beat;              // 1...
  int32_t tick;              // 0...
  uint32_t bbt_offset;       // frames from bar, beat, tick to the start of the cycle
  double bar_start_tick;     // ticks from the transport's start to the bar's
  double beats_per_bar;
  double beat_type;          // 4 for quarter notes
  double ticks_per_beat;
  double beats_per_minute;
} cjack_transport;

// jack_transport_query
CJACK_RENDER_SAFE void cjack_transport_query(
    const jack_client_t *client, cjack_transport *transport);

#pragma clang assume_nonnull end
