// System calls of network sessions that Swift's Glibc does not import.
#pragma once
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define CNETWORK_BATCH 32
// The longest datagram that is read whole: a jumbo frame, as long as multicast DNS allows.
#define CNETWORK_DATAGRAM 9216

// Room for the datagrams of one recvmmsg.
typedef struct cnetwork_batch cnetwork_batch;

cnetwork_batch *_Nullable cnetwork_batch_create(void);
void cnetwork_batch_free(cnetwork_batch *_Nullable batch);

// Takes what a socket has, without waiting; returns how many datagrams, 0 for none.
int cnetwork_receive(int socket, cnetwork_batch *_Nonnull batch);

// The bytes of a datagram of the batch, NULL for one that was cut; valid until the next receive.
const uint8_t *_Nullable cnetwork_datagram(
    const cnetwork_batch *_Nonnull batch, int index, size_t *_Nonnull length,
    struct sockaddr_storage *_Nonnull from);

// ppoll with nanoseconds; UINT64_MAX waits for ever.
int cnetwork_poll(struct pollfd *_Nullable descriptors, int count, uint64_t nanoseconds);

// An eventfd that does not block; -1 with errno.
int cnetwork_eventfd(void);

// Gives the calling thread a name, exact timers and, where the user may, a realtime priority.
// Returns 0, or the error number for why it has no such priority.
int cnetwork_become_network_thread(int priority);
