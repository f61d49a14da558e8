// The shared-memory layouts of version 5. The DocC article SharedMemoryLayout is their specification.
//
// Version history
//   1  first layout
// 2  musical contexts after the depths, ramps, events from the extension
//   3  parked instances, the host's mark in the outputs
//   4  instances that change their depth, linked chains
//   5  predecessors whose cycles another page counts
//
// Mappings
//   tenuto_cycle_page      one per engine; written by the host, read-only in every extension
//   tenuto_to_extension    one per instance; written by the host, read-only in the extension
//   tenuto_from_extension  one per instance; written by the extension, read by the host, and by an
//                          extension that is linked to it: read-only there
//
// State machine of an instance in one cycle n (A = asked_cycle, D = done_cycle, C = depth's cycle)
//   READY    D == n-1     host stores A = n, then C = n with release, then wakes C
//   ASKED    A == C == n  extension renders, stores D = n (sequentially consistent)
//   SKIPPED  A != C == n  extension renders nothing, stores D = n: "I have caught up"
//   LATE     D != n at the deadline: the host fades and does not ask again until D == C
//   PARKED   the extension sleeps on `parked`, whatever C is; 0 there acts as if C had moved
//
// An instance that follows (follows == 1) checks D of its predecessor, P, in place of C, and L =
// linked_cycle, B = predecessor_cycle and G = go_cycle, all written before the head is started
//   LINKED   A == L == n, P == B  it copies its predecessor's outputs, renders, stores D = n
//   ORDERED  A == G == n != L     the host has woken it on P's word: it uses the host's inputs
//   GIVEN UP A == G == L == n     its predecessor has failed: it renders silence, stores D = n
//   SKIPPED  G == n != A          as above
//
// No word is written by two processes. All words are little-endian; reserved fields must be 0.
// Cycle numbers wrap: they are compared by the sign of their difference.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define TENUTO_LAYOUT_MAGIC 0x4f4e4554u  // "TENO"
#define TENUTO_LAYOUT_VERSION 5u
#define TENUTO_MAXIMUM_DEPTHS 63
#define TENUTO_MAXIMUM_CONTEXTS 64
#define TENUTO_SAMPLE_ALIGNMENT 64

// The bits of the sample with which the host marks memory that an extension must write: a quiet NaN.
#define TENUTO_UNWRITTEN 0x7fd4e055u

// Set in tenuto_cycle_page.flags if there is no deadline (offline, freewheel).
#define TENUTO_CYCLE_OFFLINE 1u

// Set in tenuto_cycle_page.flags if started_at and finished_at are requested.
#define TENUTO_CYCLE_MEASURED 2u

// The status of a cycle in which the process ends: its fault handler answers for it.
#define TENUTO_STATUS_CRASHED (-2)

// tenuto_from_extension.thread: the thread's id with the first bit while the render thread lives; the
// kernel replaces the id by the second bit when it ends, and wakes the word (a robust futex, see
// set_robust_list(2)).
#define TENUTO_THREAD_LIVES 0x80000000u
#define TENUTO_THREAD_DIED 0x40000000u

// Marks an input channel of a linked instance without a channel of its predecessor: silence.
#define TENUTO_NO_CHANNEL 0xffffu

// One depth of the graph. All instances at this depth sleep on `cycle`.
typedef struct tenuto_depth {
  uint32_t cycle;     // number of the newest cycle at this depth; futex word; release
  uint32_t waiter;    // slot + 1 of the instance that the host sleeps on, 0 = none; seq_cst
  uint32_t given_up;  // newest cycle abandoned at its deadline; release
  uint32_t reserved[13];
} tenuto_depth;

// The musical time from one frame of a cycle on, until the next context of the cycle.
typedef struct tenuto_musical_context {
  uint32_t frame_offset;     // first frame of the cycle for which it holds, ascending
  uint32_t flags;            // TENUTO_TRANSPORT_*
  double tempo;              // quarter notes per minute
  double beat_position;      // quarter notes since the start of the music, at frame_offset
  double measure_downbeat;   // beat position of the first beat of the measure
  double loop_start;         // quarter notes
  double loop_end;           // quarter notes
  int64_t sample_position;   // frames since the start of the music, at frame_offset
  uint16_t meter_numerator;
  uint16_t meter_denominator;
  uint32_t reserved;
} tenuto_musical_context;

#define TENUTO_TRANSPORT_PLAYING 1u
#define TENUTO_TRANSPORT_RECORDING 2u
#define TENUTO_TRANSPORT_LOOPING 4u

typedef struct tenuto_cycle_page {
  uint32_t magic;
  uint32_t version;
  uint32_t page_bytes;   // size of this object in bytes
  uint32_t depth_count;  // TENUTO_MAXIMUM_DEPTHS
  uint32_t frame_count;  // frames in this cycle
  uint32_t flags;        // TENUTO_CYCLE_*
  int64_t sample_time;   // frames since start, of the first frame of this cycle
  uint64_t deadline;     // CLOCK_MONOTONIC in ns, 0 = none
  uint32_t context_count;  // contexts of this cycle, 0 = unknown musical time
  uint32_t reserved[5];
  tenuto_depth depths[TENUTO_MAXIMUM_DEPTHS];
  tenuto_musical_context contexts[TENUTO_MAXIMUM_CONTEXTS];
} tenuto_cycle_page;

// Followed by the inputs: Float32, non-interleaved, [bus][channel][frame], each channel
// `channel_stride` bytes after the previous one, the first `header_bytes` after the start.
typedef struct tenuto_to_extension {
  uint32_t magic;
  uint32_t version;
  uint32_t header_bytes;
  uint32_t channel_count;
  uint32_t channel_stride;
  uint32_t frame_capacity;  // frames that a channel holds
  uint32_t asked_cycle;     // the cycle that this instance is asked to render; release through C
  uint32_t datagram_count;  // event datagrams sent since allocate, wraps
  uint32_t parked;          // 1: sleep on this word, not on the depth's; futex word; release
  uint32_t depth;           // the depth that it uses after the next cycle; release
  uint32_t follows;         // 1: likewise, sleep on the predecessor's done_cycle; release
  uint32_t linked_cycle;    // the cycle with input from its predecessor; release
  uint32_t go_cycle;        // the cycle that the host orders it to do; release
  uint32_t hands_on;        // 1: a follower sleeps on its done_cycle: wake all; release
  uint32_t predecessor_cycle;  // the predecessor's cycle that feeds linked_cycle; before it
  uint32_t reserved[1];
} tenuto_to_extension;

// Followed by the outputs, laid out like the inputs. Before a request, the host writes
// TENUTO_UNWRITTEN into the last frame of each channel: if it is still there, the channel was not
// rendered.
typedef struct tenuto_from_extension {
  uint32_t magic;
  uint32_t version;
  uint32_t header_bytes;
  uint32_t channel_count;
  uint32_t channel_stride;
  uint32_t frame_capacity;
  uint32_t reserved0[10];
  uint32_t done_cycle;      // futex word; seq_cst
  uint32_t status;          // RenderStatus of done_cycle
  uint32_t datagram_count;  // event datagrams sent to the host since allocate, wraps
  uint32_t rendered_frames; // frames of done_cycle that were rendered
  uint64_t started_at;      // CLOCK_MONOTONIC in ns in a measured cycle, else 0; statistics only
  uint64_t finished_at;     // CLOCK_MONOTONIC in ns in a measured cycle, else 0; statistics only
  uint32_t thread;          // TENUTO_THREAD_*: whether the render thread lives; futex word, or 0
  uint32_t rendered_cycle;  // the newest cycle that was rendered and not skipped
  uint32_t reserved1[6];
} tenuto_from_extension;

// One event of an event list, 24 bytes.
typedef struct tenuto_event {
  uint32_t frame_offset;  // frames from the start of the cycle
  uint16_t kind;          // TENUTO_EVENT_*
  uint16_t reserved;
  uint32_t words[4];      // UMP words, or address low, address high, value, ramp frames
} tenuto_event;

#define TENUTO_EVENT_MIDI 0
#define TENUTO_EVENT_PARAMETER 1  // ramp frames 0: at once; otherwise a linear ramp of this length
#define TENUTO_EVENT_GESTURE 2    // from the extension; the value is 1 for touch, 0 for release

// An event-list datagram: this header, then `event_count` events, ordered by frame offset.
typedef struct tenuto_event_list {
  uint32_t magic;  // TENUTO_EVENT_LIST_MAGIC
  uint32_t cycle;
  uint32_t event_count;  // 1...TENUTO_MAXIMUM_LIST_EVENTS
  uint32_t reserved;
} tenuto_event_list;

#define TENUTO_EVENT_LIST_MAGIC 0x54535645u  // "EVST"
#define TENUTO_MAXIMUM_LIST_EVENTS 256

// Positions of the words that Swift accesses one by one: indices of uint32_t in the object, and
// byte offsets of fields with other types.
#define TENUTO_WORD_INDEX(type, field) (offsetof(type, field) / sizeof(uint32_t))
enum {
  TENUTO_PAGE_DEPTHS_OFFSET = offsetof(tenuto_cycle_page, depths),
  TENUTO_PAGE_CONTEXTS_OFFSET = offsetof(tenuto_cycle_page, contexts),
  TENUTO_DEPTH_CYCLE = TENUTO_WORD_INDEX(tenuto_depth, cycle),
  TENUTO_DEPTH_WAITER = TENUTO_WORD_INDEX(tenuto_depth, waiter),
  TENUTO_DEPTH_GIVEN_UP = TENUTO_WORD_INDEX(tenuto_depth, given_up),
  TENUTO_TO_ASKED_CYCLE = TENUTO_WORD_INDEX(tenuto_to_extension, asked_cycle),
  TENUTO_TO_DATAGRAM_COUNT = TENUTO_WORD_INDEX(tenuto_to_extension, datagram_count),
  TENUTO_TO_PARKED = TENUTO_WORD_INDEX(tenuto_to_extension, parked),
  TENUTO_TO_DEPTH = TENUTO_WORD_INDEX(tenuto_to_extension, depth),
  TENUTO_TO_FOLLOWS = TENUTO_WORD_INDEX(tenuto_to_extension, follows),
  TENUTO_TO_LINKED_CYCLE = TENUTO_WORD_INDEX(tenuto_to_extension, linked_cycle),
  TENUTO_TO_GO_CYCLE = TENUTO_WORD_INDEX(tenuto_to_extension, go_cycle),
  TENUTO_TO_HANDS_ON = TENUTO_WORD_INDEX(tenuto_to_extension, hands_on),
  TENUTO_TO_PREDECESSOR_CYCLE = TENUTO_WORD_INDEX(tenuto_to_extension, predecessor_cycle),
  TENUTO_FROM_DONE_CYCLE = TENUTO_WORD_INDEX(tenuto_from_extension, done_cycle),
  TENUTO_FROM_STATUS = TENUTO_WORD_INDEX(tenuto_from_extension, status),
  TENUTO_FROM_THREAD = TENUTO_WORD_INDEX(tenuto_from_extension, thread),
  TENUTO_FROM_DATAGRAM_COUNT = TENUTO_WORD_INDEX(tenuto_from_extension, datagram_count),
  TENUTO_FROM_RENDERED_CYCLE = TENUTO_WORD_INDEX(tenuto_from_extension, rendered_cycle),
  TENUTO_FROM_RENDERED_FRAMES = TENUTO_WORD_INDEX(tenuto_from_extension, rendered_frames),
  TENUTO_FROM_STARTED_AT_OFFSET = offsetof(tenuto_from_extension, started_at),
  TENUTO_FROM_FINISHED_AT_OFFSET = offsetof(tenuto_from_extension, finished_at),
};

#define TENUTO_ASSERT_OFFSET(type, field, value) \
  _Static_assert(offsetof(type, field) == (value), #type "." #field " has moved")

_Static_assert(sizeof(tenuto_depth) == 64, "tenuto_depth is one cache line");
TENUTO_ASSERT_OFFSET(tenuto_depth, cycle, 0);
TENUTO_ASSERT_OFFSET(tenuto_depth, waiter, 4);
TENUTO_ASSERT_OFFSET(tenuto_depth, given_up, 8);

_Static_assert(sizeof(tenuto_cycle_page) == 8192, "tenuto_cycle_page is two pages");
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, magic, 0);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, version, 4);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, page_bytes, 8);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, depth_count, 12);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, frame_count, 16);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, flags, 20);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, sample_time, 24);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, deadline, 32);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, context_count, 40);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, depths, 64);
TENUTO_ASSERT_OFFSET(tenuto_cycle_page, contexts, 4096);

_Static_assert(sizeof(tenuto_musical_context) == 64, "tenuto_musical_context is one cache line");
TENUTO_ASSERT_OFFSET(tenuto_musical_context, flags, 4);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, tempo, 8);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, beat_position, 16);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, measure_downbeat, 24);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, loop_start, 32);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, loop_end, 40);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, sample_position, 48);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, meter_numerator, 56);
TENUTO_ASSERT_OFFSET(tenuto_musical_context, meter_denominator, 58);

_Static_assert(sizeof(tenuto_to_extension) == 64, "tenuto_to_extension is one cache line");
TENUTO_ASSERT_OFFSET(tenuto_to_extension, header_bytes, 8);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, channel_count, 12);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, channel_stride, 16);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, frame_capacity, 20);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, asked_cycle, 24);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, datagram_count, 28);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, parked, 32);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, depth, 36);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, follows, 40);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, linked_cycle, 44);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, go_cycle, 48);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, hands_on, 52);
TENUTO_ASSERT_OFFSET(tenuto_to_extension, predecessor_cycle, 56);

_Static_assert(sizeof(tenuto_from_extension) == 128, "tenuto_from_extension is two cache lines");
TENUTO_ASSERT_OFFSET(tenuto_from_extension, header_bytes, 8);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, channel_count, 12);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, channel_stride, 16);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, frame_capacity, 20);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, done_cycle, 64);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, status, 68);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, datagram_count, 72);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, rendered_frames, 76);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, started_at, 80);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, finished_at, 88);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, thread, 96);
TENUTO_ASSERT_OFFSET(tenuto_from_extension, rendered_cycle, 100);

_Static_assert(sizeof(tenuto_event) == 24, "tenuto_event has 24 bytes");
TENUTO_ASSERT_OFFSET(tenuto_event, kind, 4);
TENUTO_ASSERT_OFFSET(tenuto_event, words, 8);
_Static_assert(sizeof(tenuto_event_list) == 16, "tenuto_event_list has 16 bytes");
TENUTO_ASSERT_OFFSET(tenuto_event_list, cycle, 4);
TENUTO_ASSERT_OFFSET(tenuto_event_list, event_count, 8);
