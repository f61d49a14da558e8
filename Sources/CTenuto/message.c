#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "posix.h"
#include "realtime.h"

#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

typedef union control_buffer {
  struct cmsghdr align;
  char bytes[CMSG_SPACE(sizeof(int) * TENUTO_MAXIMUM_DESCRIPTORS)];
} control_buffer;

// Waits until `socket` is ready; 0 or the error number.
static int wait_ready(int socket, short events, uint64_t deadline) {
  for (;;) {
    struct timespec left, *limit = NULL;
    if (deadline) {
      uint64_t now = tenuto_now();
      uint64_t rest = deadline > now ? deadline - now : 0;
      left = (struct timespec){(time_t)(rest / 1000000000u), (long)(rest % 1000000000u)};
      limit = &left;
    }
    struct pollfd entry = {socket, events, 0};
    int ready = ppoll(&entry, 1, limit, NULL);
    if (ready > 0) return 0;
    if (ready == 0) return ETIMEDOUT;
    if (errno != EINTR) return errno;
  }
}

int tenuto_send_message(
    int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count,
    uint64_t deadline) {
  if (descriptor_count < 0 || descriptor_count > TENUTO_MAXIMUM_DESCRIPTORS) return EINVAL;
  struct iovec part = {(void *)bytes, count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  control_buffer control = {0};
  if (descriptors && descriptor_count > 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)descriptor_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * (size_t)descriptor_count);
    memcpy(CMSG_DATA(header), descriptors, sizeof(int) * (size_t)descriptor_count);
  }
  for (;;) {
    if (sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0) return 0;
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return errno;
    int error = wait_ready(socket, POLLOUT, deadline);
    if (error) return error;
  }
}

static void take_descriptors(struct msghdr *message, tenuto_datagram *datagram) {
  for (struct cmsghdr *h = CMSG_FIRSTHDR(message); h; h = CMSG_NXTHDR(message, h)) {
    if (h->cmsg_level != SOL_SOCKET || h->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (h->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(h) + i * sizeof(int), sizeof descriptor);
      if (datagram->descriptor_count < TENUTO_MAXIMUM_DESCRIPTORS)
        datagram->descriptors[datagram->descriptor_count++] = descriptor;
      else
        close(descriptor);
    }
  }
}

int tenuto_receive_message(
    int socket, void *bytes, size_t capacity, tenuto_datagram *datagram, uint64_t deadline) {
  memset(datagram, 0, sizeof *datagram);
  for (;;) {
    struct iovec part = {bytes, capacity};
    control_buffer control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes};
    ssize_t size = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size >= 0) {
      datagram->byte_count = (size_t)size;
      datagram->is_truncated = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) != 0;
      take_descriptors(&message, datagram);
      return 0;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return errno;
    int error = wait_ready(socket, POLLIN, deadline);
    if (error) return error;
  }
}

void tenuto_refuse_descriptors(int socket) {
  int off = 0;
  setsockopt(socket, SOL_SOCKET, SO_PASSRIGHTS, &off, sizeof off);
}
