#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cbonjour.h"

#define MDNS_PORT 5353
#define MDNS_GROUP 0xE00000FBu  // 224.0.0.251

// Fills `entry`; 0 for an address of another family, or of an interface that is down.
static int take(const struct ifaddrs *found, cbonjour_address *entry) {
  if (found->ifa_addr == NULL || !(found->ifa_flags & IFF_UP)) return 0;
  memset(entry, 0, sizeof *entry);
  if (found->ifa_addr->sa_family == AF_INET) {
    struct sockaddr_in address;
    memcpy(&address, found->ifa_addr, sizeof address);
    memcpy(entry->bytes, &address.sin_addr, 4);
    entry->length = 4;
  } else if (found->ifa_addr->sa_family == AF_INET6) {
    struct sockaddr_in6 address;
    memcpy(&address, found->ifa_addr, sizeof address);
    memcpy(entry->bytes, &address.sin6_addr, 16);
    entry->length = 16;
  } else {
    return 0;
  }
  snprintf(entry->interface, sizeof entry->interface, "%s", found->ifa_name);
  entry->index = if_nametoindex(found->ifa_name);
  entry->is_multicast = (found->ifa_flags & IFF_MULTICAST) != 0;
  entry->is_loopback = (found->ifa_flags & IFF_LOOPBACK) != 0;
  return 1;
}

int cbonjour_addresses(cbonjour_address *addresses, int capacity) {
  struct ifaddrs *all = NULL;
  if (getifaddrs(&all) != 0) return 0;
  int count = 0;
  for (const struct ifaddrs *found = all; found != NULL && count < capacity; found = found->ifa_next)
    count += take(found, &addresses[count]);
  freeifaddrs(all);
  return count;
}

// FF02::FB, the group of the link.
static struct sockaddr_in6 group6(uint32_t index) {
  struct sockaddr_in6 address = {
      .sin6_family = AF_INET6, .sin6_port = htons(MDNS_PORT), .sin6_scope_id = index};
  address.sin6_addr.s6_addr[0] = 0xFF;
  address.sin6_addr.s6_addr[1] = 0x02;
  address.sin6_addr.s6_addr[15] = 0xFB;
  return address;
}

static int set_up6(int descriptor, const char *interface, uint32_t index) {
  const int yes = 1, hops = 255;
  struct sockaddr_in6 address = group6(index);
  struct ipv6_mreq group = {.ipv6mr_multiaddr = address.sin6_addr, .ipv6mr_interface = index};
  return setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) ||
         setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes) ||
         setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, interface, strlen(interface)) ||
         setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes) ||
         setsockopt(descriptor, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, &hops, sizeof hops) ||
         setsockopt(descriptor, IPPROTO_IPV6, IPV6_MULTICAST_IF, &index, sizeof index) ||
         setsockopt(descriptor, IPPROTO_IPV6, IPV6_JOIN_GROUP, &group, sizeof group) ||
         bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

static int set_up(int descriptor, const char *interface, uint32_t index) {
  const int yes = 1, hops = 255;
  struct ip_mreqn group = {.imr_multiaddr.s_addr = htonl(MDNS_GROUP), .imr_ifindex = (int)index};
  // To the group, so that nothing comes that was sent to this host alone.
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(MDNS_PORT), .sin_addr.s_addr = htonl(MDNS_GROUP)};
  return setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) ||
         setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes) ||
         setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, interface, strlen(interface)) ||
         setsockopt(descriptor, IPPROTO_IP, IP_MULTICAST_TTL, &hops, sizeof hops) ||
         setsockopt(descriptor, IPPROTO_IP, IP_MULTICAST_IF, &group, sizeof group) ||
         setsockopt(descriptor, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group) ||
         bind(descriptor, (struct sockaddr *)&address, sizeof address);
}

int cbonjour_socket(const char *interface, uint32_t index, int is_ipv6) {
  int family = is_ipv6 ? AF_INET6 : AF_INET;
  int descriptor = socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return -1;
  if (is_ipv6 ? set_up6(descriptor, interface, index) : set_up(descriptor, interface, index)) {
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
  }
  return descriptor;
}

int cbonjour_send(int socket, uint32_t index, int is_ipv6, const uint8_t *bytes, int length) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(MDNS_PORT), .sin_addr.s_addr = htonl(MDNS_GROUP)};
  struct sockaddr_in6 address6 = group6(index);
  ssize_t count = sendto(
      socket, bytes, (size_t)length, MSG_DONTWAIT,
      is_ipv6 ? (struct sockaddr *)&address6 : (struct sockaddr *)&address,
      is_ipv6 ? sizeof address6 : sizeof address);
  return count == length ? 0 : -1;
}
