// System calls of network sessions that Swift's Glibc does not import.
#pragma once
#include <poll.h>
#include <stddef.h>
#include <stdint.h>

// Without the headers of sockets: Swift would find their types in this module or in Glibc, by the
// order in which the two are loaded.

#define CNETWORK_BATCH 32
// The longest datagram that is read whole: a jumbo frame, the limit of multicast DNS.
#define CNETWORK_DATAGRAM 9216

// Room for the datagrams of one recvmmsg.
typedef struct cnetwork_batch cnetwork_batch;

cnetwork_batch *_Nullable cnetwork_batch_create(void);
void cnetwork_batch_free(cnetwork_batch *_Nullable batch);

// Receives the waiting datagrams without blocking; returns their number.
int cnetwork_receive(int socket, cnetwork_batch *_Nonnull batch);

// The bytes of a datagram of the batch, NULL if it was truncated; valid until the next receive.
// Fills `from`, a struct sockaddr_storage.
const uint8_t *_Nullable cnetwork_datagram(
    const cnetwork_batch *_Nonnull batch, int index, size_t *_Nonnull length,
    void *_Nonnull from);

// ppoll with nanoseconds; UINT64_MAX waits forever.
int cnetwork_poll(struct pollfd *_Nullable descriptors, int count, uint64_t nanoseconds);

// An eventfd that does not block; -1 with errno.
int cnetwork_eventfd(void);

// Sets the calling thread's name, exact timers and, if the user may have it, realtime priority.
// Returns 0, or the error number if the priority was refused.
int cnetwork_become_network_thread(int priority);
