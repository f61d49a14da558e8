#define _GNU_SOURCE
#include "cnetwork.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>

struct cnetwork_batch {
  struct mmsghdr messages[CNETWORK_BATCH];
  struct iovec vectors[CNETWORK_BATCH];
  struct sockaddr_storage addresses[CNETWORK_BATCH];
  uint8_t bytes[CNETWORK_BATCH][CNETWORK_DATAGRAM];
};

cnetwork_batch *cnetwork_batch_create(void) {
  cnetwork_batch *batch = calloc(1, sizeof *batch);
  if (batch == NULL) return NULL;
  for (int index = 0; index < CNETWORK_BATCH; index++) {
    batch->vectors[index].iov_base = batch->bytes[index];
    batch->vectors[index].iov_len = CNETWORK_DATAGRAM;
    batch->messages[index].msg_hdr.msg_iov = &batch->vectors[index];
    batch->messages[index].msg_hdr.msg_iovlen = 1;
    batch->messages[index].msg_hdr.msg_name = &batch->addresses[index];
  }
  return batch;
}

void cnetwork_batch_free(cnetwork_batch *batch) { free(batch); }

int cnetwork_receive(int socket, cnetwork_batch *batch) {
  for (int index = 0; index < CNETWORK_BATCH; index++)
    batch->messages[index].msg_hdr.msg_namelen = sizeof batch->addresses[index];
  int count = recvmmsg(socket, batch->messages, CNETWORK_BATCH, MSG_DONTWAIT, NULL);
  return count < 0 ? 0 : count;
}

const uint8_t *cnetwork_datagram(
    const cnetwork_batch *batch, int index, size_t *length, void *from) {
  if (index < 0 || index >= CNETWORK_BATCH) return NULL;
  const struct mmsghdr *message = &batch->messages[index];
  memcpy(from, &batch->addresses[index], sizeof batch->addresses[index]);
  *length = message->msg_len;
  return message->msg_hdr.msg_flags & MSG_TRUNC ? NULL : batch->bytes[index];
}

int cnetwork_poll(struct pollfd *descriptors, int count, uint64_t nanoseconds) {
  struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(descriptors, count, nanoseconds == UINT64_MAX ? NULL : &time, NULL);
}

int cnetwork_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int cnetwork_become_network_thread(int priority) {
  pthread_setname_np(pthread_self(), "network-midi");
  prctl(PR_SET_TIMERSLACK, 1);
  struct sched_param parameter = {.sched_priority = priority};
  return pthread_setschedparam(pthread_self(), SCHED_FIFO | SCHED_RESET_ON_FORK, &parameter);
}
