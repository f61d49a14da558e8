#define _GNU_SOURCE
#include "channel.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEADER_BYTES = 16, MAGIC = 0x4c544354, ANSWER_BIT = 0x8000 };

static bool wait_ready(short events, double seconds) {
  struct timespec limit = {(time_t)seconds, 0};
  limit.tv_nsec = (long)((seconds - (double)limit.tv_sec) * 1e9);
  struct pollfd entry = {TX_CONTROL_DESCRIPTOR, events, 0};
  return ppoll(&entry, 1, seconds < 0 ? NULL : &limit, NULL) > 0;
}

static void take_descriptors(struct msghdr *header, tx_message *message) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(header); c; c = CMSG_NXTHDR(header, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    size_t count = (c->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; i++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(c) + i * sizeof descriptor, sizeof descriptor);
      if (message->descriptor_count < TX_REQUEST_DESCRIPTORS)
        message->descriptors[message->descriptor_count++] = descriptor;
      else
        close(descriptor);
    }
  }
}

void tx_close_descriptors(tx_message *message) {
  for (int i = 0; i < message->descriptor_count; i++) close(message->descriptors[i]);
  message->descriptor_count = 0;
}

static bool parse(tx_message *message, const uint8_t *bytes, size_t count) {
  tx_reader reader = {bytes, count, 0, false};
  if (tx_read_number(&reader, 4) != MAGIC) return false;
  uint16_t kind = (uint16_t)tx_read_number(&reader, 2);
  message->kind = kind & (ANSWER_BIT - 1);
  message->is_answer = kind & ANSWER_BIT;
  message->status = (uint16_t)tx_read_number(&reader, 2);
  message->identifier = (uint32_t)tx_read_number(&reader, 4);
  message->payload_count = tx_read_number(&reader, 4);
  message->payload = bytes + HEADER_BYTES;
  return !reader.has_failed && message->payload_count == count - HEADER_BYTES;
}

tx_received tx_receive(tx_message *message, uint8_t buffer[TX_MESSAGE_BYTES], double seconds) {
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int) * TX_REQUEST_DESCRIPTORS)];
  } control;
  memset(message, 0, sizeof *message);
  if (!wait_ready(POLLIN, seconds)) return TX_NOTHING;
  struct iovec part = {buffer, TX_MESSAGE_BYTES};
  struct msghdr header = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
      .msg_controllen = sizeof control.bytes};
  ssize_t size = recvmsg(TX_CONTROL_DESCRIPTOR, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return TX_NOTHING;
  if (size <= 0) return TX_OVER;
  take_descriptors(&header, message);
  // The host violates the protocol: end the connection.
  if (header.msg_flags & (MSG_TRUNC | MSG_CTRUNC) || !parse(message, buffer, (size_t)size)) {
    tx_close_descriptors(message);
    return TX_OVER;
  }
  return TX_MESSAGE;
}

static bool write_header(tenuto_output *output, const tx_message *message) {
  tx_write_number(output, MAGIC, 4);
  tx_write_number(output, message->kind | (message->is_answer ? ANSWER_BIT : 0u), 2);
  tx_write_number(output, message->status, 2);
  tx_write_number(output, message->identifier, 4);
  tx_write_number(output, message->payload_count, 4);
  tenuto_write(output, message->payload, message->payload_count);
  return !output->has_failed;
}

bool tx_send(const tx_message *message, int milliseconds) {
  static tenuto_output output;
  tx_clear(&output);
  if (message->payload_count > TX_MESSAGE_BYTES - HEADER_BYTES || !write_header(&output, message))
    return false;
  for (;;) {
    ssize_t sent = send(
        TX_CONTROL_DESCRIPTOR, output.bytes, output.count, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0) return true;
    if (errno == EINTR) continue;
    if (errno != EAGAIN || !wait_ready(POLLOUT, milliseconds / 1000.0)) return false;
  }
}
