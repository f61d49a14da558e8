#define _GNU_SOURCE
#include <avahi-client/client.h>
#include <avahi-client/lookup.h>
#include <avahi-client/publish.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <avahi-common/strlst.h>
#include <avahi-common/thread-watch.h>
#include <dlfcn.h>
#include <net/if.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cbonjour.h"

#define FUNCTIONS(X)              \
  X(avahi_threaded_poll_new)      \
  X(avahi_threaded_poll_get)      \
  X(avahi_threaded_poll_start)    \
  X(avahi_threaded_poll_stop)     \
  X(avahi_threaded_poll_free)     \
  X(avahi_threaded_poll_lock)     \
  X(avahi_threaded_poll_unlock)   \
  X(avahi_client_new)             \
  X(avahi_client_free)            \
  X(avahi_client_get_state)       \
  X(avahi_client_errno)           \
  X(avahi_entry_group_new)        \
  X(avahi_entry_group_reset)      \
  X(avahi_entry_group_commit)     \
  X(avahi_entry_group_add_service_strlst) \
  X(avahi_service_browser_new)    \
  X(avahi_service_resolver_new)   \
  X(avahi_service_resolver_free)  \
  X(avahi_service_resolver_get_client) \
  X(avahi_alternative_service_name) \
  X(avahi_string_list_add)        \
  X(avahi_string_list_free)       \
  X(avahi_free)

typedef struct library {
#define FIELD(name) __typeof__(name) *name;
  FUNCTIONS(FIELD)
#undef FIELD
} library;

// Written once, by `load`.
static library avahi;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  // The client library loads the common library, whose functions are found through it.
  void *handle = dlopen("libavahi-client.so.3", RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) return;
  library found;
#define RESOLVE(name)                                  \
  {                                                    \
    void *function = dlsym(handle, #name);             \
    if (function == NULL) {                            \
      dlclose(handle);                                 \
      return;                                          \
    }                                                  \
    memcpy(&found.name, &function, sizeof function);   \
  }
  FUNCTIONS(RESOLVE)
  avahi = found;
  is_loaded = 1;
}

struct cbonjour_avahi {
  AvahiThreadedPoll *poll;
  AvahiClient *client;
  AvahiEntryGroup *group;
  cbonjour_handler handler;
  void *context;
  AvahiIfIndex interface;
  // The advertised service; `name` is NULL for none.
  char *name;
  char *type;
  AvahiStringList *texts;
  uint16_t port;
};

// Whether this thread is in a handler, which may have the connection closed.
static _Thread_local int is_in_handler;

static void call(
    cbonjour_avahi *self, cbonjour_event event, const cbonjour_service *service) {
  if (self->handler == NULL) return;
  is_in_handler = 1;
  self->handler(self->context, event, service);
  is_in_handler = 0;
}

static void report(
    cbonjour_avahi *self, cbonjour_event event, const char *name, const char *type,
    uint32_t place) {
  cbonjour_service service = {
      .name = name, .type = type, .host = "", .place = place, .texts = ""};
  call(self, event, &service);
}

// MARK: - Advertising

static void publish(cbonjour_avahi *self);

static void rename_service(cbonjour_avahi *self) {
  char *other = avahi.avahi_alternative_service_name(self->name);
  if (other == NULL) return;
  avahi.avahi_free(self->name);
  self->name = other;
  publish(self);
}

static void group_changed(AvahiEntryGroup *group, AvahiEntryGroupState state, void *context) {
  cbonjour_avahi *self = context;
  self->group = group;
  if (state == AVAHI_ENTRY_GROUP_ESTABLISHED)
    report(self, CBONJOUR_ADVERTISED, self->name, self->type, 0);
  if (state == AVAHI_ENTRY_GROUP_COLLISION) rename_service(self);
}

static void publish(cbonjour_avahi *self) {
  if (self->name == NULL || avahi.avahi_client_get_state(self->client) != AVAHI_CLIENT_S_RUNNING)
    return;
  if (self->group == NULL)
    self->group = avahi.avahi_entry_group_new(self->client, group_changed, self);
  if (self->group == NULL) return;
  avahi.avahi_entry_group_reset(self->group);
  int result = avahi.avahi_entry_group_add_service_strlst(
      self->group, self->interface, AVAHI_PROTO_UNSPEC, 0, self->name, self->type, NULL, NULL,
      self->port, self->texts);
  // Another program of this host has the name.
  if (result == AVAHI_ERR_COLLISION)
    rename_service(self);
  else if (result == 0)
    avahi.avahi_entry_group_commit(self->group);
}

static void client_changed(AvahiClient *client, AvahiClientState state, void *context) {
  cbonjour_avahi *self = context;
  self->client = client;
  if (state == AVAHI_CLIENT_S_RUNNING) publish(self);
  // The host has another name now, or its addresses are new: all is registered again later.
  if ((state == AVAHI_CLIENT_S_COLLISION || state == AVAHI_CLIENT_S_REGISTERING) &&
      self->group != NULL)
    avahi.avahi_entry_group_reset(self->group);
  if (state == AVAHI_CLIENT_FAILURE) report(self, CBONJOUR_FAILED, "", "", 0);
}

// MARK: - Browsing

static uint32_t place_of(AvahiIfIndex interface, AvahiProtocol protocol) {
  return (uint32_t)interface * 2 + (protocol == AVAHI_PROTO_INET6);
}

// Returns the texts with a newline after each; NULL if memory runs out.
static char *joined(const AvahiStringList *texts) {
  size_t size = 1;
  for (const AvahiStringList *text = texts; text != NULL; text = text->next) size += text->size + 1;
  char *all = malloc(size), *end = all;
  if (all == NULL) return NULL;
  for (const AvahiStringList *text = texts; text != NULL; text = text->next) {
    memcpy(end, text->text, text->size);
    end[text->size] = '\n';
    end += text->size + 1;
  }
  *end = '\0';
  return all;
}

static void resolved(
    AvahiServiceResolver *resolver, AvahiIfIndex interface, AvahiProtocol protocol,
    AvahiResolverEvent event, const char *name, const char *type, const char *domain,
    const char *host, const AvahiAddress *address, uint16_t port, AvahiStringList *texts,
    AvahiLookupResultFlags flags, void *context) {
  (void)domain, (void)flags;
  cbonjour_avahi *self = context;
  char *text = event == AVAHI_RESOLVER_FOUND ? joined(texts) : NULL;
  if (text != NULL && address != NULL) {
    cbonjour_service service = {
        .name = name, .type = type, .host = host ? host : "", .port = port,
        .index = (uint32_t)interface, .place = place_of(interface, protocol), .texts = text};
    service.address_length = address->proto == AVAHI_PROTO_INET ? 4 : 16;
    memcpy(service.address, &address->data, service.address_length);
    call(self, CBONJOUR_FOUND, &service);
  }
  free(text);
  avahi.avahi_service_resolver_free(resolver);
}

static void browsed(
    AvahiServiceBrowser *browser, AvahiIfIndex interface, AvahiProtocol protocol,
    AvahiBrowserEvent event, const char *name, const char *type, const char *domain,
    AvahiLookupResultFlags flags, void *context) {
  (void)browser, (void)flags;
  cbonjour_avahi *self = context;
  if (event == AVAHI_BROWSER_NEW)
    avahi.avahi_service_resolver_new(
        self->client, interface, protocol, name, type, domain, AVAHI_PROTO_UNSPEC, 0, resolved,
        self);
  if (event == AVAHI_BROWSER_REMOVE) report(self, CBONJOUR_LOST, name, type, place_of(interface, protocol));
}

// MARK: - The connection

cbonjour_avahi *cbonjour_avahi_open(
    const char *interface, cbonjour_handler handler, void *context) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  cbonjour_avahi *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->handler = handler;
  self->context = context;
  self->interface = interface ? (AvahiIfIndex)if_nametoindex(interface) : AVAHI_IF_UNSPEC;
  self->poll = avahi.avahi_threaded_poll_new();
  int error = 0;
  if (self->poll != NULL)
    self->client = avahi.avahi_client_new(
        avahi.avahi_threaded_poll_get(self->poll), 0, client_changed, self, &error);
  if (self->client != NULL && avahi.avahi_threaded_poll_start(self->poll) == 0) return self;
  if (self->client != NULL) avahi.avahi_client_free(self->client);
  if (self->poll != NULL) avahi.avahi_threaded_poll_free(self->poll);
  free(self);
  return NULL;
}

int cbonjour_avahi_advertise(
    cbonjour_avahi *self, const char *name, const char *type, uint16_t port, const char *texts) {
  avahi.avahi_threaded_poll_lock(self->poll);
  // Freed as Avahi frees the names that it makes itself, which is by the C library.
  self->name = strdup(name);
  self->type = strdup(type);
  self->port = port;
  char *copy = strdup(texts), *rest = copy;
  for (char *text; copy != NULL && (text = strsep(&rest, "\n")) != NULL;)
    if (*text != '\0') self->texts = avahi.avahi_string_list_add(self->texts, text);
  free(copy);
  int is_complete = self->name != NULL && self->type != NULL;
  if (is_complete) publish(self);
  avahi.avahi_threaded_poll_unlock(self->poll);
  return is_complete ? 0 : -1;
}

int cbonjour_avahi_browse(cbonjour_avahi *self, const char *type) {
  avahi.avahi_threaded_poll_lock(self->poll);
  AvahiServiceBrowser *browser = avahi.avahi_service_browser_new(
      self->client, self->interface, AVAHI_PROTO_UNSPEC, type, NULL, 0, browsed, self);
  avahi.avahi_threaded_poll_unlock(self->poll);
  return browser != NULL ? 0 : -1;
}

static void *close_now(void *context) {
  cbonjour_avahi *self = context;
  avahi.avahi_threaded_poll_stop(self->poll);
  // Groups, browsers and resolvers go with their client.
  avahi.avahi_client_free(self->client);
  avahi.avahi_threaded_poll_free(self->poll);
  if (self->texts != NULL) avahi.avahi_string_list_free(self->texts);
  free(self->name);
  free(self->type);
  free(self);
  return NULL;
}

void cbonjour_avahi_close(cbonjour_avahi *self) {
  if (!is_in_handler) {
    close_now(self);
    return;
  }
  // This thread must end: another one waits for it.
  self->handler = NULL;
  pthread_t thread;
  if (pthread_create(&thread, NULL, close_now, self) == 0) pthread_detach(thread);
}
