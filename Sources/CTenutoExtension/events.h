// Event lists on the events channel. Thread: render, unless marked control.
#pragma once
#include <stdbool.h>
#include "layout.h"

// Receives datagrams and returns their events in order.
typedef struct tx_event_reader {
  int socket;
  uint32_t datagram_count;  // received since allocate
  uint32_t cycle, count, next, last_offset;
  struct {
    tenuto_event_list header;
    tenuto_event events[TENUTO_MAXIMUM_LIST_EVENTS];
  } list;
} tx_event_reader;

typedef enum tx_event_outcome { TX_NO_EVENT, TX_EVENT, TX_MALFORMED } tx_event_outcome;

// Discards pending datagrams. Thread: control.
void tx_events_discard(tx_event_reader *reader);

// The next event of `cycle`; an event of an earlier cycle is moved to frame 0.
tx_event_outcome tx_events_next(
    tx_event_reader *reader, uint32_t cycle, uint32_t frame_count, uint32_t announced,
    tenuto_event *event);

// The most events that a kernel can send in one cycle.
enum { TX_OUTGOING_EVENTS = 4096 };

// Collects the events that a kernel sends in a cycle, ordered by frame.
typedef struct tx_event_writer {
  int socket;
  uint32_t datagram_count;  // sent since allocate
  uint32_t count;
  tenuto_event events[TX_OUTGOING_EVENTS];
} tx_event_writer;

bool tx_events_insert(tx_event_writer *writer, const tenuto_event *event);
void tx_events_send(tx_event_writer *writer, uint32_t cycle);
