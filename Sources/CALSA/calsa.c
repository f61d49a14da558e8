// A client of the sequencer: opening it, its ports, and those of others.
#include "sequencer.h"

#ifndef CALSA_HAS_HEADERS

calsa_client *calsa_open(const char *name, int *error) {
  (void)name;
  *error = CALSA_NOT_BUILT;
  return NULL;
}

// No client exists that these could be called with.
void calsa_close(calsa_client *client) { (void)client; }
int calsa_number(const calsa_client *client) { return (void)client, -1; }
int calsa_add_port(calsa_client *client, const char *name, calsa_direction direction) {
  return (void)client, (void)name, (void)direction, -1;
}
void calsa_remove_port(calsa_client *client, int port) { (void)client, (void)port; }
size_t calsa_ports(calsa_client *client, calsa_port *ports, size_t capacity) {
  return (void)client, (void)ports, (void)capacity, 0;
}
int calsa_connect(calsa_client *client, int own_port, calsa_direction direction, int32_t other,
                  int32_t port) {
  return (void)client, (void)own_port, (void)direction, (void)other, (void)port, -1;
}
int calsa_wait(calsa_client *client, int milliseconds) {
  return (void)client, (void)milliseconds, -1;
}
void calsa_wake(calsa_client *client) { (void)client; }
int calsa_receive(calsa_client *client, calsa_event *event) {
  return (void)client, (void)event, -1;
}
void calsa_synchronize(calsa_client *client) { (void)client; }
int calsa_send(calsa_client *client, int own_port, const uint8_t *bytes, size_t count,
               uint64_t nanoseconds) {
  return (void)client, (void)own_port, (void)bytes, (void)count, (void)nanoseconds, -1;
}

#else

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define api calsa_api

calsa_library calsa_api;
static int is_loaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// Events of a client that the kernel keeps, received and to be sent: all that it allows.
enum { pool_size = 2000 };

// MARK: - Loading

// Libasound prints its complaints on stderr unless told otherwise.
static void ignore(const char *file, int line, const char *function, int error,
                   const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

static int load(void) {
  if (is_loaded) return 0;
  void *handle = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return CALSA_NOT_INSTALLED;
#define CALSA_RESOLVE(name)                        \
  {                                                \
    void *function = dlsym(handle, "snd_" #name);  \
    if (function == NULL) {                        \
      dlclose(handle);                             \
      return CALSA_NOT_INSTALLED;                  \
    }                                              \
    memcpy(&api.name, &function, sizeof function); \
  }
  CALSA_FUNCTIONS(CALSA_RESOLVE)
  api.lib_error_set_handler(ignore);
  is_loaded = 1;
  return 0;
}

// MARK: - Opening

// Starts a queue, whose real time the kernel gives events when they arrive.
static int start_queue(calsa_client *client) {
  client->queue = api.seq_alloc_named_queue(client->seq, "time");
  if (client->queue < 0) return client->queue;
  const int status =
      api.seq_control_queue(client->seq, client->queue, SND_SEQ_EVENT_START, 0, NULL);
  return status < 0 ? status : api.seq_drain_output(client->seq);
}

static int make_port(calsa_client *client, const char *name, unsigned capability, unsigned type) {
  snd_seq_port_info_t *info = calloc(1, api.seq_port_info_sizeof());
  if (info == NULL) return -ENOMEM;
  api.seq_port_info_set_name(info, name);
  api.seq_port_info_set_capability(info, capability);
  api.seq_port_info_set_type(info, type);
  api.seq_port_info_set_midi_channels(info, 16);
  api.seq_port_info_set_timestamping(info, 1);
  api.seq_port_info_set_timestamp_real(info, 1);
  api.seq_port_info_set_timestamp_queue(info, client->queue);
  const int status = api.seq_create_port(client->seq, info);
  const int port = api.seq_port_info_get_port(info);
  free(info);
  return status < 0 ? status : port;
}

// Has the kernel tell the client what happens to ports; others see no port of it for that.
static int listen_to_ports(calsa_client *client) {
  const int port = make_port(client, "announcements",
                             SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_NO_EXPORT,
                             SND_SEQ_PORT_TYPE_APPLICATION);
  if (port < 0) return port;
  return api.seq_connect_from(client->seq, port, SND_SEQ_CLIENT_SYSTEM,
                              SND_SEQ_PORT_SYSTEM_ANNOUNCE);
}

// Opens everything of `client`; a negative error number on failure.
static int start(calsa_client *client, const char *name) {
  int status = api.seq_open(&client->seq, "default", SND_SEQ_OPEN_DUPLEX, SND_SEQ_NONBLOCK);
  if (status < 0) return status;
  client->number = api.seq_client_id(client->seq);
  api.seq_set_client_name(client->seq, name);
  // The usual pools hold less than one long SysEx.
  api.seq_set_client_pool_input(client->seq, pool_size);
  api.seq_set_client_pool_output(client->seq, pool_size);
  if ((status = start_queue(client)) < 0) return status;
  calsa_synchronize(client);
  if ((status = api.midi_event_new(sizeof client->message, &client->decoder)) < 0) return status;
  api.midi_event_no_status(client->decoder, 1);
  if ((status = api.midi_event_new(sizeof client->message, &client->encoder)) < 0) return status;
  return listen_to_ports(client);
}

calsa_client *calsa_open(const char *name, int *error) {
  pthread_mutex_lock(&mutex);
  *error = load();
  pthread_mutex_unlock(&mutex);
  if (*error != 0) return NULL;
  calsa_client *client = calloc(1, sizeof *client);
  if (client == NULL) {
    *error = ENOMEM;
    return NULL;
  }
  client->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  const int status = client->wakeup < 0 ? -errno : start(client, name);
  if (status >= 0) return client;
  *error = -status;
  calsa_close(client);
  return NULL;
}

void calsa_close(calsa_client *client) {
  if (client->decoder != NULL) api.midi_event_free(client->decoder);
  if (client->encoder != NULL) api.midi_event_free(client->encoder);
  if (client->seq != NULL) api.seq_close(client->seq);
  if (client->wakeup >= 0) close(client->wakeup);
  free(client);
}

int calsa_number(const calsa_client *client) { return client->number; }

// MARK: - Own ports

int calsa_add_port(calsa_client *client, const char *name, calsa_direction direction) {
  return make_port(client, name,
                   direction == CALSA_INPUT
                       ? SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
                       : SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ,
                   SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SOFTWARE
                       | SND_SEQ_PORT_TYPE_APPLICATION);
}

void calsa_remove_port(calsa_client *client, int port) {
  api.seq_delete_port(client->seq, port);
}

int calsa_connect(calsa_client *client, int own_port, calsa_direction direction, int32_t other,
                  int32_t port) {
  const int status = direction == CALSA_INPUT
                         ? api.seq_connect_from(client->seq, own_port, other, port)
                         : api.seq_connect_to(client->seq, own_port, other, port);
  return status == -EBUSY ? 0 : status;
}

// MARK: - Ports of others

static void copy_name(char *to, const char *from) {
  snprintf(to, CALSA_NAME_SIZE, "%s", from ? from : "");
}

static int has(unsigned value, unsigned bits) { return (value & bits) == bits; }

static void describe(snd_seq_client_info_t *client, const snd_seq_port_info_t *port,
                     calsa_port *to) {
  const unsigned capability = api.seq_port_info_get_capability(port);
  const unsigned midi = SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_SYNTH
                        | SND_SEQ_PORT_TYPE_APPLICATION;
  const int is_kernel = api.seq_client_info_get_type(client) == SND_SEQ_KERNEL_CLIENT;
  const int has_card = api.seq_client_info_get_card(client) >= 0;
  memset(to, 0, sizeof *to);
  to->client = api.seq_client_info_get_client(client);
  to->port = api.seq_port_info_get_port(port);
  to->is_source = has(capability, SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ);
  to->is_destination = has(capability, SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE);
  to->is_hardware = is_kernel && has_card;
  to->is_through = is_kernel && !has_card;
  to->is_private = has(capability, SND_SEQ_PORT_CAP_NO_EXPORT)
                   || to->client == SND_SEQ_CLIENT_SYSTEM
                   || (api.seq_port_info_get_type(port) & midi) == 0;
  copy_name(to->client_name, api.seq_client_info_get_name(client));
  copy_name(to->name, api.seq_port_info_get_name(port));
}

size_t calsa_ports(calsa_client *client, calsa_port *ports, size_t capacity) {
  snd_seq_client_info_t *info = calloc(1, api.seq_client_info_sizeof());
  snd_seq_port_info_t *port = calloc(1, api.seq_port_info_sizeof());
  size_t count = 0;
  if (info != NULL && port != NULL) {
    api.seq_client_info_set_client(info, -1);
    while (api.seq_query_next_client(client->seq, info) >= 0) {
      const int number = api.seq_client_info_get_client(info);
      if (number == client->number) continue;
      api.seq_port_info_set_client(port, number);
      api.seq_port_info_set_port(port, -1);
      while (api.seq_query_next_port(client->seq, port) >= 0) {
        if (ports != NULL && count < capacity) describe(info, port, &ports[count]);
        count++;
      }
    }
  }
  free(info);
  free(port);
  return count;
}

#endif
