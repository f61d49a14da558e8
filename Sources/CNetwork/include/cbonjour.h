// Multicast DNS: a socket for this module's responder, and libavahi-client, opened at run time.
//
// In C because the calls of libavahi-client and of the socket layer take structures and callbacks
// that Swift does not import, and so that programs run without libavahi-client.
#pragma once
#include <stdint.h>

// An address of an interface of this host.
typedef struct cbonjour_address {
  char interface[16];
  uint32_t index;
  // 4 or 16.
  uint32_t length;
  uint8_t bytes[16];
  // Whether multicast reaches other hosts; the loopback has a separate flag.
  int is_multicast;
  int is_loopback;
} cbonjour_address;

// Fills `addresses` with the addresses of interfaces that are up; returns their number.
int cbonjour_addresses(cbonjour_address *_Nonnull addresses, int capacity);

// A socket at port 5353 that receives from the group 224.0.0.251, or FF02::FB, on one interface; -1
// with errno.
int cbonjour_socket(const char *_Nonnull interface, uint32_t index, int is_ipv6);

// Sends to the group on the interface; 0, or -1 with errno.
int cbonjour_send(
    int socket, uint32_t index, int is_ipv6, const uint8_t *_Nonnull bytes, int length);

// An event of the daemon, on a thread of libavahi-client.
typedef enum cbonjour_event {
  CBONJOUR_FOUND,
  CBONJOUR_LOST,
  // The service is advertised, under `name`.
  CBONJOUR_ADVERTISED,
  // The connection to the daemon has failed.
  CBONJOUR_FAILED,
} cbonjour_event;

// A service; unknown fields are empty or 0.
typedef struct cbonjour_service {
  const char *_Nonnull name;
  const char *_Nonnull type;
  const char *_Nonnull host;
  uint16_t port;
  // A number for the interface and the address family on which it was seen.
  uint32_t index;
  uint32_t place;
  uint32_t address_length;
  uint8_t address[16];
  // `key=value` texts, each followed by a newline.
  const char *_Nonnull texts;
} cbonjour_service;

typedef void (*cbonjour_handler)(
    void *_Nullable context, cbonjour_event event, const cbonjour_service *_Nonnull service);

typedef struct cbonjour_avahi cbonjour_avahi;

// Connects to the Avahi daemon; NULL if none runs or libavahi-client is not installed.
//
// `interface` is the name of an interface, or NULL for all.
cbonjour_avahi *_Nullable cbonjour_avahi_open(
    const char *_Nullable interface, cbonjour_handler _Nonnull handler, void *_Nullable context);

// Advertises a service, under another name if its name is taken; once per connection.
//
// `texts` are `key=value`, each followed by a newline. Returns 0, or -1.
int cbonjour_avahi_advertise(
    cbonjour_avahi *_Nonnull avahi, const char *_Nonnull name, const char *_Nonnull type,
    uint16_t port, const char *_Nonnull texts);

// Reports the services of a type from now on. Returns 0, or -1.
int cbonjour_avahi_browse(cbonjour_avahi *_Nonnull avahi, const char *_Nonnull type);

// Ends the connection; the handler is not called after this returns. A handler may call it.
void cbonjour_avahi_close(cbonjour_avahi *_Nonnull avahi);
