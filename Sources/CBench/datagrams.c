// The kernel's share of the cost of network MIDI: datagrams without a session, journal or parser.
#define _GNU_SOURCE
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "cbench.h"

#define SOCKETS 10
#define BATCH 32
#define DATAGRAM 2048
// The number of datagrams that a session receives before it acknowledges them.
#define FEEDBACK 32

typedef struct load {
  int sockets[SOCKETS];
  struct sockaddr_in6 addresses[SOCKETS];
  int rate, bytes;
  atomic_int is_over;
} load;

static uint64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static void wait_until(uint64_t time) {
  struct timespec until = {(time_t)(time / 1000000000), (long)(time % 1000000000)};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

// Sends `rate` datagrams a second in total, to the sockets in turn.
static void *send_all(void *argument) {
  load *load = argument;
  static const char zeros[DATAGRAM];
  int descriptor = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  uint64_t next = now(CLOCK_MONOTONIC);
  for (int count = 0; !load->is_over; count = (count + 1) % SOCKETS) {
    next += 1000000000 / (uint64_t)load->rate;
    if (next > now(CLOCK_MONOTONIC)) wait_until(next);
    sendto(descriptor, zeros, (size_t)load->bytes, 0, (struct sockaddr *)&load->addresses[count],
           sizeof load->addresses[count]);
  }
  close(descriptor);
  return NULL;
}

// Receives and acknowledges the waiting datagrams; returns their number.
static int take(load *load, int index, int *pending) {
  static struct mmsghdr messages[BATCH];
  static struct iovec vectors[BATCH];
  static struct sockaddr_in6 senders[BATCH];
  static char bytes[BATCH][DATAGRAM];
  for (int message = 0; message < BATCH; message++) {
    vectors[message] = (struct iovec){bytes[message], DATAGRAM};
    messages[message].msg_hdr = (struct msghdr){
        .msg_iov = &vectors[message], .msg_iovlen = 1, .msg_name = &senders[message],
        .msg_namelen = sizeof senders[message]};
  }
  int count = recvmmsg(load->sockets[index], messages, BATCH, MSG_DONTWAIT, NULL);
  if (count <= 0) return 0;
  *pending += count;
  if (*pending >= FEEDBACK) {
    *pending = 0;
    sendto(load->sockets[index], bytes, 12, MSG_DONTWAIT, (struct sockaddr *)&senders[0],
           sizeof senders[0]);
  }
  return count;
}

static int open_sockets(load *load) {
  for (int index = 0; index < SOCKETS; index++) {
    struct sockaddr_in6 *address = &load->addresses[index];
    *address = (struct sockaddr_in6){.sin6_family = AF_INET6};
    // ::ffff:127.0.0.1, the form that sessions use for IPv4.
    memcpy(&address->sin6_addr, "\0\0\0\0\0\0\0\0\0\0\xFF\xFF\x7F\0\0\x01", 16);
    socklen_t length = sizeof *address;
    load->sockets[index] = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int no = 0;
    setsockopt(load->sockets[index], IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    if (bind(load->sockets[index], (struct sockaddr *)address, length) != 0 ||
        getsockname(load->sockets[index], (struct sockaddr *)address, &length) != 0)
      return -1;
  }
  return 0;
}

double cbench_datagram_load(int rate, int bytes, uint64_t pause, int seconds) {
  load load = {.rate = rate, .bytes = bytes < DATAGRAM ? bytes : DATAGRAM};
  pthread_t sender;
  if (open_sockets(&load) || pthread_create(&sender, NULL, send_all, &load)) return -1;
  prctl(PR_SET_TIMERSLACK, 1);
  struct pollfd polled[SOCKETS];
  int pending[SOCKETS] = {0};
  for (int index = 0; index < SOCKETS; index++)
    polled[index] = (struct pollfd){.fd = load.sockets[index], .events = POLLIN};
  uint64_t start = now(CLOCK_MONOTONIC), processor = now(CLOCK_THREAD_CPUTIME_ID), next = 0;
  uint64_t end = start + (uint64_t)seconds * 1000000000;
  for (uint64_t time = start; time < end; time = now(CLOCK_MONOTONIC)) {
    if (time < next) wait_until(next);
    poll(polled, SOCKETS, 100);
    next = now(CLOCK_MONOTONIC) + pause;
    for (int index = 0; index < SOCKETS; index++)
      if (polled[index].revents) take(&load, index, &pending[index]);
  }
  double used = (double)(now(CLOCK_THREAD_CPUTIME_ID) - processor);
  double percent = used / (double)(now(CLOCK_MONOTONIC) - start) * 100;
  load.is_over = 1;
  pthread_join(sender, NULL);
  for (int index = 0; index < SOCKETS; index++) close(load.sockets[index]);
  return percent;
}
