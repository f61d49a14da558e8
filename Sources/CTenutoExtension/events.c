#define _GNU_SOURCE
#include "events.h"
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include "bytes.h"

static ssize_t receive(tx_event_reader *reader) {
  // MSG_TRUNC returns the real size of a datagram that does not fit.
  return recv(reader->socket, &reader->list, sizeof reader->list, MSG_DONTWAIT | MSG_TRUNC);
}

void tx_events_discard(tx_event_reader *reader) {
  while (receive(reader) > 0) {
  }
}

static tx_event_outcome take_datagram(tx_event_reader *reader) {
  ssize_t size = receive(reader);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return TX_NO_EVENT;
  reader->datagram_count++;
  reader->count = reader->next = reader->last_offset = 0;
  const tenuto_event_list *header = &reader->list.header;
  if (size < (ssize_t)sizeof *header || header->magic != TENUTO_EVENT_LIST_MAGIC ||
      header->reserved != 0 || header->event_count == 0 ||
      header->event_count > TENUTO_MAXIMUM_LIST_EVENTS ||
      (size_t)size != sizeof *header + header->event_count * sizeof(tenuto_event))
    return TX_MALFORMED;
  reader->cycle = header->cycle;
  reader->count = header->event_count;
  return TX_EVENT;
}

static bool is_well_formed(const tenuto_event *event) {
  if (event->reserved != 0 || event->kind > TENUTO_EVENT_GESTURE) return false;
  float value;
  memcpy(&value, &event->words[2], sizeof value);
  return event->kind == TENUTO_EVENT_MIDI || tx_is_finite(value);
}

tx_event_outcome tx_events_next(
    tx_event_reader *reader, uint32_t cycle, uint32_t frame_count, uint32_t announced,
    tenuto_event *event) {
  while (reader->next == reader->count) {
    if (reader->datagram_count == announced) return TX_NO_EVENT;
    tx_event_outcome outcome = take_datagram(reader);
    if (outcome != TX_EVENT) return outcome;
  }
  *event = reader->list.events[reader->next++];
  if (!is_well_formed(event) || event->frame_offset < reader->last_offset) {
    reader->next = reader->count;
    return TX_MALFORMED;
  }
  reader->last_offset = event->frame_offset;
  // A late event takes effect as early as possible.
  if (reader->cycle != cycle) event->frame_offset = 0;
  if (event->frame_offset >= frame_count) event->frame_offset = frame_count - 1;
  return TX_EVENT;
}

bool tx_events_insert(tx_event_writer *writer, const tenuto_event *event) {
  if (writer->count == TX_OUTGOING_EVENTS) return false;
  uint32_t place = writer->count++;
  while (place > 0 && writer->events[place - 1].frame_offset > event->frame_offset) {
    writer->events[place] = writer->events[place - 1];
    place--;
  }
  writer->events[place] = *event;
  return true;
}

void tx_events_send(tx_event_writer *writer, uint32_t cycle) {
  for (uint32_t sent = 0; sent < writer->count;) {
    uint32_t count = writer->count - sent;
    if (count > TENUTO_MAXIMUM_LIST_EVENTS) count = TENUTO_MAXIMUM_LIST_EVENTS;
    tenuto_event_list header = {TENUTO_EVENT_LIST_MAGIC, cycle, count, 0};
    struct iovec parts[2] = {
        {&header, sizeof header}, {&writer->events[sent], count * sizeof(tenuto_event)}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
    // Events are lost if the socket is full.
    if (sendmsg(writer->socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) > 0)
      writer->datagram_count++;
    sent += count;
  }
  writer->count = 0;
}
