// Faults on the sockets, from a thread: sending must not block the render thread.
#define _GNU_SOURCE
#include "include/faults.h"
#include "threads.h"
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CONTROL 3
#define EVENTS 4

static void *send_packets(void *unused) {
  uint32_t state = 7;
  unsigned char bytes[512];
  for (int turn = 0; turn < 100000; turn++) {
    for (size_t index = 0; index < sizeof bytes; index++)
      bytes[index] = (unsigned char)fault_random(&state);
    send(CONTROL, bytes, 1 + fault_random(&state) % sizeof bytes, MSG_NOSIGNAL);
  }
  return unused;
}

static void *send_sizes(void *unused) {
  static unsigned char bytes[256 * 1024];
  for (size_t count = 0; count <= sizeof bytes; count = count ? count * 2 : 1)
    send(CONTROL, bytes, count, MSG_NOSIGNAL);
  return unused;
}

static void *pass_descriptors(void *unused) {
  char control[CMSG_SPACE(8 * sizeof(int))];
  for (int turn = 0; turn < 10000; turn++) {
    memset(control, 0, sizeof control);
    char byte = 1;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    *header = (struct cmsghdr){CMSG_LEN(8 * sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    int descriptors[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    memcpy(CMSG_DATA(header), descriptors, sizeof descriptors);
    sendmsg(EVENTS, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  return unused;
}

static void *send_events(void *unused) {
  static uint32_t list[4 + 256 * 6];
  for (uint32_t cycle = 0;; cycle++) {
    list[0] = 0x54535645u;
    list[1] = cycle;
    list[2] = 256;
    for (int event = 0; event < 256; event++) list[4 + event * 6 + 2] = 0x20903C40u;
    send(EVENTS, list, sizeof list, MSG_NOSIGNAL);
  }
  return unused;
}

// "The state has changed", as fast as possible.
static void *send_notices(void *unused) {
  static const unsigned char notice[16] = {'T', 'C', 'T', 'L', 0x02, 0x01};
  for (;;) send(CONTROL, notice, sizeof notice, MSG_NOSIGNAL);
  return unused;
}

void fault_spoil_sockets(int number) {
  switch (number) {
    case FAULT_FLOOD: fault_thread(send_notices, NULL); break;
    case FAULT_PACKETS: fault_thread(send_packets, NULL); break;
    case FAULT_OVERSIZED: fault_thread(send_sizes, NULL); break;
    case FAULT_PASS: fault_thread(pass_descriptors, NULL); break;
    case FAULT_EVENTS: fault_thread(send_events, NULL); break;
    case FAULT_DEAF:
      for (;;) sleep(60);
    case FAULT_CLOSE:
      close(CONTROL);
      close(EVENTS);
      break;
    default: break;
  }
}
