#define _GNU_SOURCE
#include "cycle.h"
#include <limits.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { STATUS_SKIPPED = 1, STATUS_MALFORMED_EVENTS = -1, STATUS_TOO_MANY_FRAMES = -10874 };

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// --- Events ----------------------------------------------------------------------------------

// Applies the parameters set by the control thread, before the cycle's own events.
static void take_commands(tenuto_cycle *cycle) {
  tx_values *values = cycle->values;
  if (atomic_load_explicit(&values->is_reset_wanted, memory_order_relaxed) &&
      atomic_exchange(&values->is_reset_wanted, false) && cycle->component->reset)
    cycle->component->reset(cycle->kernel);
  if (!atomic_load_explicit(&values->is_pending, memory_order_relaxed) ||
      !atomic_exchange(&values->is_pending, false))
    return;
  float value;
  for (int i = 0; i < cycle->component->parameter_count; i++)
    if (tx_values_take(values, i, &value)) tx_set_parameter(cycle, i, value);
}

static void take_parameter(tenuto_cycle *cycle, const tenuto_event *event) {
  uint64_t address = (uint64_t)event->words[1] << 32 | event->words[0];
  int index = tx_parameter_index(cycle->component, address);
  if (index < 0 || !tx_is_settable(&cycle->component->parameters[index])) return;
  float value;
  memcpy(&value, &event->words[2], sizeof value);
  value = tx_clamp(&cycle->component->parameters[index], value);
  tx_values_show(cycle->values, index, value);
  if (event->words[3] == 0)
    tx_set_parameter(cycle, index, value);
  else
    tx_start_ramp(cycle, index, value, event->words[3]);
}

// Applies an event that takes effect at `frame` of the next call of `render`.
static void take_event(tenuto_cycle *cycle, const tenuto_event *event, uint32_t frame) {
  const tenuto_component *component = cycle->component;
  if (event->kind == TENUTO_EVENT_PARAMETER)
    take_parameter(cycle, event);
  else if (event->kind == TENUTO_EVENT_MIDI && component->midi_at)
    component->midi_at(cycle->kernel, event->words, frame);
  else if (event->kind == TENUTO_EVENT_MIDI && component->midi)
    component->midi(cycle->kernel, event->words);
}

// Whether the kernel gets the event ahead of the frames in which it falls.
static bool is_taken_ahead(const tenuto_cycle *cycle, const tenuto_event *event) {
  return event->kind == TENUTO_EVENT_MIDI && cycle->component->midi_at;
}

static bool next_event(tenuto_cycle *cycle, tenuto_event *event) {
  if (cycle->status != 0) return false;
  tx_event_outcome outcome = tx_events_next(
      &cycle->reader, cycle->number, cycle->frame_count, cycle->datagram_count, event);
  if (outcome == TX_MALFORMED) cycle->status = STATUS_MALFORMED_EVENTS;
  return outcome == TX_EVENT;
}

// --- Frames ----------------------------------------------------------------------------------

// The first frame whose musical context differs from that at `start`.
static uint32_t context_end(tenuto_cycle *cycle, uint32_t start) {
  while (cycle->context_index + 1 < cycle->context_count) {
    uint32_t next = cycle->page->contexts[cycle->context_index + 1].frame_offset;
    if (next > start) return next;
    cycle->context_index++;
  }
  return cycle->frame_count;
}

static void render(tenuto_cycle *cycle, uint32_t start, uint32_t frame_count) {
  const char *inputs = cycle->input_base;
  char *outputs = (char *)cycle->from + sizeof *cycle->from;
  for (uint32_t i = 0; i < cycle->format.input_channel_count; i++)
    cycle->inputs[i] = (const float *)(inputs + (size_t)i * cycle->channel_stride) + start;
  for (uint32_t i = 0; i < cycle->format.output_channel_count; i++)
    cycle->outputs[i] = (float *)(outputs + (size_t)i * cycle->channel_stride) + start;
  cycle->start = start;
  cycle->call_frame_count = frame_count;
  cycle->component->render(cycle->kernel, cycle->inputs, cycle->outputs, frame_count, cycle);
}

static void render_cycle(tenuto_cycle *cycle) {
  tenuto_event event;
  take_commands(cycle);
  bool has_event = next_event(cycle, &event);
  for (uint32_t start = 0; start < cycle->frame_count;) {
    while (has_event && event.frame_offset <= start) {
      take_event(cycle, &event, 0);
      has_event = next_event(cycle, &event);
    }
    uint32_t most = cycle->format.maximum_frame_count;
    uint32_t end = least(cycle->frame_count, (start / most + 1) * most);
    end = least(end, context_end(cycle, start));
    end = start + least(end - start, tx_ramp_limit(cycle));
    while (has_event && event.frame_offset < end && is_taken_ahead(cycle, &event)) {
      take_event(cycle, &event, event.frame_offset - start);
      has_event = next_event(cycle, &event);
    }
    if (has_event) end = least(end, event.frame_offset);
    render(cycle, start, end - start);
    tx_advance_ramps(cycle, end - start);
    start = end;
  }
  tx_events_send(&cycle->writer, cycle->number);
}

// --- The loop --------------------------------------------------------------------------------

// The next cycle, its trigger, and the source of its inputs.
typedef struct occasion {
  uint32_t number;
  const uint32_t *word;  // holds `number` until the host moves on
  tx_link *link;         // NULL: not linked to a peer
  bool is_ordered, is_silent;
} occasion;

// Reads the host's data of a cycle; false if the host has moved on meanwhile.
static bool read_announcement(tenuto_cycle *cycle, const occasion *next, uint32_t *asked) {
  const tenuto_cycle_page *page = cycle->page;
  cycle->frame_count = __atomic_load_n(&page->frame_count, __ATOMIC_RELAXED);
  cycle->flags = __atomic_load_n(&page->flags, __ATOMIC_RELAXED);
  cycle->sample_time = __atomic_load_n(&page->sample_time, __ATOMIC_RELAXED);
  cycle->context_count =
      least(__atomic_load_n(&page->context_count, __ATOMIC_RELAXED), TENUTO_MAXIMUM_CONTEXTS);
  cycle->datagram_count = __atomic_load_n(&cycle->to->datagram_count, __ATOMIC_RELAXED);
  *asked = __atomic_load_n(&cycle->to->asked_cycle, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_ACQUIRE);
  return __atomic_load_n(next->word, __ATOMIC_ACQUIRE) == next->number;
}

static void report(tenuto_cycle *cycle, uint32_t rendered_frames, uint64_t began) {
  tenuto_from_extension *from = cycle->from;
  from->status = (uint32_t)cycle->status;
  from->rendered_frames = rendered_frames;
  if (rendered_frames > 0) from->rendered_cycle = cycle->number;
  from->datagram_count = cycle->writer.datagram_count;
  from->started_at = began;
  from->finished_at = began ? now() : 0;
  __atomic_store_n(&from->done_cycle, cycle->number, __ATOMIC_SEQ_CST);
  bool hands_on = __atomic_load_n(&cycle->to->hands_on, __ATOMIC_ACQUIRE) == 1;
  const tenuto_depth *depth = tx_cycle_depth(cycle);
  // Wakes all: a linked instance may sleep on the same word as the host.
  if (hands_on || __atomic_load_n(&depth->waiter, __ATOMIC_SEQ_CST) == cycle->format.slot + 1)
    syscall(SYS_futex, &from->done_cycle, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void wait_while(const uint32_t *word, uint32_t value) {
  syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value, NULL, NULL, FUTEX_BITSET_MATCH_ANY);
}

static bool is_ahead(const tenuto_cycle *cycle, uint32_t number) {
  return (int32_t)(number - cycle->number) > 0;
}

// Checks the depth's word once, and sleeps if there is no new cycle.
static bool look(tenuto_cycle *cycle, occasion *next) {
  const uint32_t *word = &tx_cycle_depth(cycle)->cycle;
  uint32_t number = __atomic_load_n(word, __ATOMIC_ACQUIRE);
  *next = (occasion){.number = number, .word = word};
  if (is_ahead(cycle, number)) return true;
  wait_while(word, number);
  return false;
}

// The same for a linked instance: triggered by the peer's word or by the host's order.
static bool follow(tenuto_cycle *cycle, tx_link *link, occasion *next) {
  const tenuto_to_extension *to = cycle->to;
  uint32_t done = __atomic_load_n(&link->from->done_cycle, __ATOMIC_ACQUIRE);
  uint32_t go = __atomic_load_n(&to->go_cycle, __ATOMIC_ACQUIRE);
  uint32_t linked = __atomic_load_n(&to->linked_cycle, __ATOMIC_ACQUIRE);
  if (is_ahead(cycle, go)) {
    *next = (occasion){go, &to->go_cycle, link, .is_ordered = true, .is_silent = linked == go};
    return true;
  }
  *next = (occasion){linked, &to->linked_cycle, link, false, false};
  if (is_ahead(cycle, linked) &&
      done == __atomic_load_n(&to->predecessor_cycle, __ATOMIC_ACQUIRE))
    return true;
  // Zero pages in place of the peer's memory never wake a sleeper.
  if (!tx_link_is_broken()) wait_while(&link->from->done_cycle, done);
  return false;
}

// Finds the inputs: the host's samples, those of the linked peer, or silence.
static void take_input(tenuto_cycle *cycle, const occasion *next) {
  cycle->input_base = (const char *)cycle->to + sizeof *cycle->to;
  if (!next->link) return;
  if (next->is_ordered && !next->is_silent) {
    tx_link_note(next->link, cycle->input_base, cycle->frame_count);
    return;
  }
  if (next->is_silent)
    tx_link_silence(next->link, cycle->frame_count);
  else
    tx_link_copy(next->link, cycle->frame_count);
  cycle->input_base = (const char *)next->link->samples;
}

static void do_cycle(tenuto_cycle *cycle, const occasion *next) {
  uint32_t asked;
  if (!read_announcement(cycle, next, &asked)) return;
  cycle->next_place = tx_read_place(cycle);
  cycle->number = next->number;
  cycle->context_index = 0;
  uint64_t began = cycle->flags & TENUTO_CYCLE_MEASURED ? now() : 0;
  bool fits = cycle->frame_count > 0 && cycle->frame_count <= cycle->format.frame_capacity;
  cycle->status = asked != cycle->number ? STATUS_SKIPPED : fits ? 0 : STATUS_TOO_MANY_FRAMES;
  bool is_rendered = cycle->status == 0;
  if (is_rendered) {
    take_input(cycle, next);
    render_cycle(cycle);
  }
  report(cycle, is_rendered ? cycle->frame_count : 0, began);
  cycle->place = cycle->next_place;
}

// Does the job of the control thread. One that must delay no cycle waits for the end of one.
static void look_for_snapshot(tenuto_cycle *cycle, bool has_finished) {
  atomic_int *state = &cycle->snapshot.state;
  int wanted = atomic_load_explicit(state, memory_order_relaxed);
  if (wanted == TX_SNAPSHOT_AT_ONCE || (wanted == TX_SNAPSHOT_AFTER_CYCLE && has_finished))
    if (atomic_compare_exchange_strong(state, &wanted, TX_SNAPSHOT_TAKEN)) tx_serve_snapshot(cycle);
}

void tx_cycle_run(tenuto_cycle *cycle) {
  const uint32_t *parked = tx_parked_word(cycle);
  occasion next;
  for (bool was_parked = cycle->was_parked, has_finished = true;;) {
    look_for_snapshot(cycle, has_finished);
    has_finished = false;
    tx_link *link = tx_link_take(&cycle->link_handoff);
    bool is_parked = __atomic_load_n(parked, __ATOMIC_ACQUIRE) == 1;
    if (atomic_load_explicit(&cycle->is_stopping, memory_order_acquire)) return;
    if (is_parked) {
      was_parked = true;
      wait_while(parked, 1);
      continue;
    }
    if (was_parked) cycle->place = tx_read_place(cycle);
    was_parked = false;
    bool follows = cycle->place.follows && link && !tx_link_is_broken();
    if (follows ? !follow(cycle, link, &next) : !look(cycle, &next)) continue;
    do_cycle(cycle, &next);
    has_finished = true;
  }
}
