// The render loop of an instance and the memory that it shares with the host.
#pragma once
#include <pthread.h>
#include "events.h"
#include "link.h"
#include "values.h"

// The parameters of allocate.
typedef struct tx_format {
  double sample_rate;
  uint32_t maximum_frame_count, frame_capacity;
  uint32_t input_channel_count, output_channel_count;
  uint32_t depth, slot;
} tx_format;

enum { TX_MAXIMUM_CHANNELS = 256, TX_RAMP_STEP = 32, TX_MAXIMUM_FRAMES = 65536 };

// A ramp of a parameter without native ramp support.
typedef struct tx_ramp {
  float start, end;
  uint32_t frame_count;  // 0: none
  uint32_t position;
} tx_ramp;

// The word on which an instance sleeps.
typedef struct tx_place {
  uint32_t depth;
  bool follows;
} tx_place;

// A snapshot that the control thread wants from the render thread, between two cycles.
enum {
  TX_SNAPSHOT_NONE, TX_SNAPSHOT_AFTER_CYCLE, TX_SNAPSHOT_AT_ONCE, TX_SNAPSHOT_TAKEN,
  TX_SNAPSHOT_DONE,
};

typedef struct tx_snapshot_job {
  atomic_int state;
  uint8_t *bytes;
  size_t count;
  bool is_restoring, is_complete;
  uint32_t cycle;  // the newest cycle in it
} tx_snapshot_job;

// The state that the render thread uses.
struct tenuto_cycle {
  const tenuto_component *component;
  void *kernel;
  tx_values *values;
  tx_format format;
  const tenuto_cycle_page *page;
  const tenuto_to_extension *to;
  tenuto_from_extension *from;
  tx_link_handoff link_handoff;
  size_t to_bytes, from_bytes;
  uint32_t channel_stride;  // bytes

  // The cycle; each word is read once.
  uint32_t number, frame_count, flags, datagram_count, context_count;
  int64_t sample_time;
  uint32_t context_index;
  uint32_t start;             // of the current call
  uint32_t call_frame_count;
  int32_t status;
  bool was_parked;  // when the thread started
  tx_place place, next_place;  // now, and after the end of the cycle
  const char *input_base;     // the host's samples, or the copy of the peer's output

  float *current;  // the kernel's latest value of each parameter
  tx_ramp *ramps;
  uint32_t ramp_count;  // ramps in progress
  const float *inputs[TX_MAXIMUM_CHANNELS];
  float *outputs[TX_MAXIMUM_CHANNELS];
  tx_event_reader reader;
  tx_event_writer writer;

  tx_snapshot_job snapshot;

  pthread_t thread;
  int32_t thread_identifier;
  atomic_bool is_ready, is_stopping, has_ended;
};

// Maps the memory that the host has passed; NULL, or an error. Thread: control, as all below.
const char *tx_cycle_map(
    tenuto_cycle *cycle, const tx_format *format, const int descriptors[3], int events);
void tx_cycle_unmap(tenuto_cycle *cycle);

// Starts the render thread and waits until it runs.
const char *tx_cycle_start(tenuto_cycle *cycle);
// Waits a moment for the render thread, after waking it if it may sleep.
void tx_cycle_nap(tenuto_cycle *cycle, bool wakes);
// Stops the thread and joins it.
void tx_cycle_stop(tenuto_cycle *cycle);

// The host's choice of the word to sleep on after the next cycle; the depth is clamped to the bounds
// of the page.
static inline tx_place tx_read_place(const tenuto_cycle *cycle) {
  uint32_t depth = __atomic_load_n(&cycle->to->depth, __ATOMIC_ACQUIRE);
  if (depth >= TENUTO_MAXIMUM_DEPTHS) depth = TENUTO_MAXIMUM_DEPTHS - 1;
  return (tx_place){depth, __atomic_load_n(&cycle->to->follows, __ATOMIC_ACQUIRE) == 1};
}

// The words of the instance's current depth.
static inline const tenuto_depth *tx_cycle_depth(const tenuto_cycle *cycle) {
  return &cycle->page->depths[cycle->place.depth];
}

// The word on which it sleeps while parked.
static inline const uint32_t *tx_parked_word(const tenuto_cycle *cycle) {
  return &cycle->to->parked;
}

// Sets or clears the link, and frees the previous one once the render thread has released it.
void tx_cycle_link(tenuto_cycle *cycle, tx_link *link);

// Waits for cycles and renders them until stopped. Thread: render.
void tx_cycle_run(tenuto_cycle *cycle);

// Writes or restores the snapshot that is wanted. Thread: render.
void tx_serve_snapshot(tenuto_cycle *cycle);

// Parameters, and the ramps of those without native ramp support. Thread: render.
void tx_set_parameter(tenuto_cycle *cycle, int index, float value);
void tx_start_ramp(tenuto_cycle *cycle, int index, float value, uint32_t frame_count);
// The most frames that may be rendered before the next ramp step.
uint32_t tx_ramp_limit(const tenuto_cycle *cycle);
void tx_advance_ramps(tenuto_cycle *cycle, uint32_t frame_count);
