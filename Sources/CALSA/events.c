// Events of a client: waiting for them, taking them, and sending some.
#include "sequencer.h"

#ifdef CALSA_HAS_HEADERS

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define api calsa_api

enum { maximum_descriptors = 8 };

// MARK: - Time

static const uint64_t second = 1000000000u;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

void calsa_synchronize(calsa_client *client) {
  snd_seq_queue_status_t *reading = calloc(1, api.seq_queue_status_sizeof());
  if (reading == NULL) return;
  const uint64_t before = now();
  const int status = api.seq_get_queue_status(client->seq, client->queue, reading);
  const uint64_t after = now();
  if (status >= 0) {
    const snd_seq_real_time_t *time = api.seq_queue_status_get_real_time(reading);
    const uint64_t origin =
        before + (after - before) / 2 - ((uint64_t)time->tv_sec * second + time->tv_nsec);
    __atomic_store_n(&client->origin, origin, __ATOMIC_RELAXED);
  }
  free(reading);
}

static uint64_t origin_of(const calsa_client *client) {
  return __atomic_load_n(&client->origin, __ATOMIC_RELAXED);
}

// MARK: - Receiving

int calsa_wait(calsa_client *client, int milliseconds) {
  if (api.seq_event_input_pending(client->seq, 0) > 0) return 1;
  struct pollfd entries[maximum_descriptors] = {0};
  const int count = api.seq_poll_descriptors_count(client->seq, POLLIN);
  if (count < 0 || count >= maximum_descriptors) return -EIO;
  api.seq_poll_descriptors(client->seq, entries, (unsigned)count, POLLIN);
  entries[count] = (struct pollfd){.fd = client->wakeup, .events = POLLIN};
  const int ready = poll(entries, (nfds_t)count + 1, milliseconds);
  if (ready <= 0) return ready == 0 || errno == EINTR ? 0 : -errno;
  if (entries[count].revents != 0) {
    uint64_t value;
    (void)!read(client->wakeup, &value, sizeof value);
    return 0;
  }
  for (int index = 0; index < count; index++)
    if ((entries[index].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) return -ENODEV;
  return 1;
}

void calsa_wake(calsa_client *client) {
  const uint64_t one = 1;
  (void)!write(client->wakeup, &one, sizeof one);
}

// Reads an event of the kernel on clients and ports; 0 if it is another event.
static int announce(const snd_seq_event_t *event, calsa_event *to) {
  if (event->source.client != SND_SEQ_CLIENT_SYSTEM) return 0;
  if (event->type < SND_SEQ_EVENT_CLIENT_START || event->type > SND_SEQ_EVENT_PORT_UNSUBSCRIBED)
    return 0;
  const int is_client = event->type == SND_SEQ_EVENT_CLIENT_EXIT;
  to->kind = is_client || event->type == SND_SEQ_EVENT_PORT_EXIT ? CALSA_ENDED : CALSA_CHANGED;
  to->client = event->data.addr.client;
  to->port = is_client ? -1 : event->data.addr.port;
  return 1;
}

static void decode(calsa_client *client, const snd_seq_event_t *event, calsa_event *to) {
  if (event->type == SND_SEQ_EVENT_SYSEX) {
    to->bytes = event->data.ext.ptr;
    to->count = event->data.ext.len;
  } else {
    const long count = api.midi_event_decode(client->decoder, client->message,
                                             sizeof client->message, event);
    if (count <= 0) return;
    to->bytes = client->message;
    to->count = (size_t)count;
  }
  to->kind = CALSA_MIDI;
  to->client = event->source.client;
  to->port = event->source.port;
  to->own_port = event->dest.port;
  const uint64_t present = now();
  to->nanoseconds = present;
  if (!snd_seq_ev_is_real(event) || event->queue != client->queue) return;
  const uint64_t time = origin_of(client) + (uint64_t)event->time.time.tv_sec * second
                        + event->time.time.tv_nsec;
  // The two clocks are compared to some µs: nothing arrives in the future.
  to->nanoseconds = time < present ? time : present;
}

int calsa_receive(calsa_client *client, calsa_event *to) {
  memset(to, 0, sizeof *to);
  // An event that is no MIDI is passed over; another one may wait behind it.
  while (to->kind == CALSA_NOTHING) {
    snd_seq_event_t *event = NULL;
    const int status = api.seq_event_input(client->seq, &event);
    if (status == -EAGAIN) return 0;
    if (status < 0 && status != -ENOSPC) return status;
    if (status == -ENOSPC)
      to->kind = CALSA_LOST;
    else if (!announce(event, to))
      decode(client, event, to);
  }
  return 0;
}

// MARK: - Sending

static int is_in_sysex(const uint8_t *bytes, size_t count) {
  return bytes[0] == 0xF0 || bytes[0] < 0x80 || (bytes[0] == 0xF7 && count == 1);
}

static int encode(calsa_client *client, const uint8_t *bytes, size_t count,
                  snd_seq_event_t *event) {
  snd_seq_ev_clear(event);
  if (is_in_sysex(bytes, count)) {
    snd_seq_ev_set_sysex(event, (unsigned)count, (void *)(uintptr_t)bytes);
    return 0;
  }
  api.midi_event_reset_encode(client->encoder);
  const long used = api.midi_event_encode(client->encoder, bytes, (long)count, event);
  return used == (long)count && event->type != SND_SEQ_EVENT_NONE ? 0 : -EINVAL;
}

int calsa_send(calsa_client *client, int own_port, const uint8_t *bytes, size_t count,
               uint64_t nanoseconds) {
  snd_seq_event_t event;
  if (count == 0 || encode(client, bytes, count, &event) < 0) return -EINVAL;
  const uint64_t origin = origin_of(client);
  const uint64_t time = nanoseconds > origin ? nanoseconds - origin : 0;
  const snd_seq_real_time_t real = {.tv_sec = (unsigned)(time / second),
                                    .tv_nsec = (unsigned)(time % second)};
  snd_seq_ev_set_source(&event, own_port);
  snd_seq_ev_set_subs(&event);
  snd_seq_ev_schedule_real(&event, client->queue, 0, &real);
  const int status = api.seq_event_output_direct(client->seq, &event);
  if (status == -EAGAIN || status == -ENOMEM) return 0;
  return status < 0 ? status : 1;
}

#endif
