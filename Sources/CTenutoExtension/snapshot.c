#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "build_digest_program.h"
#include "server.h"

// Every snapshot begins with the cycle, a magic number, and the digests of the program's code, of the
// allocation's format and of the bytes that follow.
enum { HEADER_BYTES = 32, PATIENCE_NAPS = 5000 };
static const uint32_t magic = 0x316E5354;  // "TSn1"

// --- The render thread -----------------------------------------------------------------------

typedef struct cursor {
  uint8_t *bytes;
  size_t count, position;
  bool is_restoring, has_failed;
} cursor;

static void exchange(cursor *cursor, void *value, size_t count) {
  if (count > cursor->count - cursor->position) {
    cursor->has_failed = true;
    return;
  }
  uint8_t *place = cursor->bytes + cursor->position;
  cursor->position += count;
  if (cursor->is_restoring)
    memcpy(value, place, count);
  else
    memcpy(place, value, count);
}

// The values, those that the kernel has yet to get, and the ramps.
static void exchange_values(cursor *cursor, tenuto_cycle *cycle) {
  tx_values *values = cycle->values;
  for (int i = 0; i < cycle->component->parameter_count; i++) {
    uint32_t shown = atomic_load_explicit(&values->shown[i], memory_order_relaxed);
    uint64_t pending = atomic_load_explicit(&values->pending[i], memory_order_relaxed);
    exchange(cursor, &shown, sizeof shown);
    exchange(cursor, &pending, sizeof pending);
    exchange(cursor, &cycle->current[i], sizeof cycle->current[i]);
    exchange(cursor, &cycle->ramps[i], sizeof cycle->ramps[i]);
    if (!cursor->is_restoring) continue;
    atomic_store_explicit(&values->shown[i], shown, memory_order_relaxed);
    atomic_store_explicit(&values->pending[i], pending, memory_order_relaxed);
  }
  if (!cursor->is_restoring) return;
  atomic_store(&values->is_pending, true);
  cycle->ramp_count = 0;
  for (int i = 0; i < cycle->component->parameter_count; i++)
    if (cycle->ramps[i].frame_count) cycle->ramp_count++;
}

static size_t values_bytes(const tenuto_cycle *cycle) {
  size_t each = sizeof(uint32_t) + sizeof(uint64_t) + sizeof(float) + sizeof(tx_ramp);
  return cycle->component->parameter_count * each;
}

void tx_serve_snapshot(tenuto_cycle *cycle) {
  tx_snapshot_job *job = &cycle->snapshot;
  const tenuto_component *component = cycle->component;
  cursor cursor = {job->bytes, job->count, 0, job->is_restoring, false};
  exchange_values(&cursor, cycle);
  uint8_t *rest = job->bytes + cursor.position;
  size_t count = job->count - cursor.position;
  if (cursor.has_failed)
    job->is_complete = false;
  else if (job->is_restoring)
    job->is_complete = component->restore(cycle->kernel, rest, count);
  else
    job->is_complete = component->snapshot(cycle->kernel, rest, count) == count &&
                       !atomic_load(&cycle->values->is_reset_wanted);
  job->cycle = cycle->number;
  atomic_store_explicit(&job->state, TX_SNAPSHOT_DONE, memory_order_release);
}

// --- The control thread ----------------------------------------------------------------------

// Lets the render thread do the job; false if no cycle ends for a second.
static bool run(tenuto_cycle *cycle, uint8_t *bytes, size_t count, bool is_restoring, bool is_at_once) {
  tx_snapshot_job *job = &cycle->snapshot;
  job->bytes = bytes;
  job->count = count;
  job->is_restoring = is_restoring;
  int wanted = is_at_once ? TX_SNAPSHOT_AT_ONCE : TX_SNAPSHOT_AFTER_CYCLE;
  atomic_store_explicit(&job->state, wanted, memory_order_release);
  for (int naps = 0;; naps++) {
    if (atomic_load_explicit(&job->state, memory_order_acquire) == TX_SNAPSHOT_DONE) break;
    int expected = wanted;
    if (naps >= PATIENCE_NAPS &&
        atomic_compare_exchange_strong(&job->state, &expected, TX_SNAPSHOT_NONE))
      return false;
    tx_cycle_nap(cycle, is_at_once);
  }
  atomic_store_explicit(&job->state, TX_SNAPSHOT_NONE, memory_order_relaxed);
  return job->is_complete;
}

static size_t snapshot_bytes(const tenuto_host *host) {
  const tenuto_component *component = host->chosen;
  if (!host->cycle || !component->snapshot || !component->restore) return 0;
  size_t own = component->snapshot(host->cycle->kernel, NULL, 0);
  return own ? own + values_bytes(host->cycle) : 0;
}

static uint64_t shape(const tx_format *format) {
  struct {
    double sample_rate;
    uint32_t frames, inputs, outputs, nothing;
  } words = {format->sample_rate, format->maximum_frame_count, format->input_channel_count,
             format->output_channel_count, 0};
  return tenuto_digest(tenuto_digest_seed, &words, sizeof words);
}

static void write_header(
    tenuto_output *output, const tenuto_cycle *cycle, uint32_t number, const uint8_t *bytes,
    size_t count) {
  tx_write_number(output, number, 4);
  tx_write_number(output, magic, 4);
  tx_write_number(output, build_digest(), 8);
  tx_write_number(output, shape(&cycle->format), 8);
  tx_write_number(output, tenuto_digest(tenuto_digest_seed, bytes, count), 8);
}

const char *tx_answer_snapshot(tenuto_host *host, tx_reader *reader) {
  bool is_at_once = tx_read_number(reader, 1) != 0;
  size_t limit = tx_read_number(reader, 4);
  if (!tx_is_finished(reader)) return TX_MALFORMED_REQUEST;
  size_t count = snapshot_bytes(host);
  if (count == 0) return "the component has no snapshots";
  if (count > limit || count > TX_BULK_BYTES - HEADER_BYTES) return "the snapshot is too long now";
  uint8_t *bytes = malloc(count);
  if (!bytes) return "out of memory";
  bool is_taken = run(host->cycle, bytes, count, false, is_at_once);
  tx_clear(&host->outbox);
  if (is_taken) {
    write_header(&host->outbox, host->cycle, host->cycle->snapshot.cycle, bytes, count);
    tenuto_write(&host->outbox, bytes, count);
  }
  free(bytes);
  return is_taken ? tx_give_outbox(host) : "the component has no snapshot now";
}

static bool is_own(const tenuto_host *host, const uint8_t *bytes, size_t count) {
  tenuto_output header = {0};
  write_header(&header, host->cycle, 0, bytes + HEADER_BYTES, count - HEADER_BYTES);
  bool is_same = !header.has_failed && !memcmp(header.bytes + 4, bytes + 4, HEADER_BYTES - 4);
  free(header.bytes);
  return is_same;
}

const char *tx_restore_snapshot(tenuto_host *host) {
  uint8_t *bytes = host->inbox.bytes;
  size_t count = host->inbox.count, own = snapshot_bytes(host);
  const char *fault = NULL;
  if (own == 0)
    fault = "the component has no snapshots";
  else if (count != own + HEADER_BYTES || !is_own(host, bytes, count))
    fault = "the snapshot is of another build or format, or damaged";
  else if (!run(host->cycle, bytes + HEADER_BYTES, own, true, true))
    fault = "the snapshot could not be restored";
  tx_clear(&host->inbox);
  return fault;
}
