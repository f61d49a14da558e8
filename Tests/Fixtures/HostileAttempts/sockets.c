// The network, local sockets, and the sockets shared with the host.
#define _GNU_SOURCE
#include "attempts.h"
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static long connect_local(const char *name, size_t count) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, name, count);
  int end = socket(AF_UNIX, SOCK_STREAM, 0);
  if (end < 0) return -1;
  return connect(end, (struct sockaddr *)&address, offsetof(struct sockaddr_un, sun_path) + count);
}

static long pass_descriptor(int end) {
  int passed = 2;
  char byte = 0, control[CMSG_SPACE(sizeof passed)] = {0};
  struct iovec part = {&byte, 1};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){CMSG_LEN(sizeof passed), SOL_SOCKET, SCM_RIGHTS};
  memcpy(CMSG_DATA(header), &passed, sizeof passed);
  return sendmsg(end, &message, MSG_NOSIGNAL);
}

static long ask(int option) {
  char answer[64];
  socklen_t size = sizeof answer;
  return getsockopt(3, SOL_SOCKET, option, answer, &size);
}

TRY("socket TCP", SECCOMP, socket(AF_INET, SOCK_STREAM, 0))
TRY("socket UDP", SECCOMP, socket(AF_INET, SOCK_DGRAM, 0))
TRY("socket TCP over IPv6", SECCOMP, socket(AF_INET6, SOCK_STREAM, 0))
TRY("socket raw", SECCOMP, socket(AF_INET, SOCK_RAW, 0))
TRY("socket packet", SECCOMP, socket(AF_PACKET, SOCK_RAW, 0))
TRY("socket netlink", SECCOMP, socket(AF_NETLINK, SOCK_RAW, 0))
TRY("socket local stream", SECCOMP, socket(AF_UNIX, SOCK_STREAM, 0))
TRY("socket local datagram", SECCOMP, socket(AF_UNIX, SOCK_DGRAM, 0))
TRY("socket VM", SECCOMP, socket(40, SOCK_STREAM, 0))
TRY("socket Bluetooth", SECCOMP, socket(31, SOCK_RAW, 0))
TRY("socket ALG", SECCOMP, socket(38, SOCK_SEQPACKET, 0))
TRY("socket TIPC", SECCOMP, socket(30, SOCK_STREAM, 0))
TRY("socket key", SECCOMP, socket(15, SOCK_RAW, 0))
TRY("socket CAN", SECCOMP, socket(29, SOCK_RAW, 0))
TRY("socket XDP", SECCOMP, socket(44, SOCK_RAW, 0))
TRY("socket MPTCP", SECCOMP, socket(AF_INET, SOCK_STREAM, 262))

ATTEMPT("socket pair", SECCOMP) {
  int ends[2];
  return socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
}

TRY("connect to D-Bus", SECCOMP, connect_local("/run/dbus/system_bus_socket", 28))
TRY("connect to X11", SECCOMP, connect_local("\0/tmp/.X11-unix/X0", 18))
TRY("connect to PipeWire", SECCOMP, connect_local("/run/user/0/pipewire-0", 23))

ATTEMPT("bind abstract name", SECCOMP) {
  struct sockaddr_un n = {.sun_family = AF_UNIX, .sun_path = "\0tenuto-hostile"};
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  return s < 0 ? -1 : bind(s, (struct sockaddr *)&n, 16);
}

TRY("pass a descriptor to the host on the control socket", SECCOMP, pass_descriptor(3))
TRY("pass a descriptor to the host on the event socket", SECCOMP, pass_descriptor(4))
TRY("listen on the control socket", SECCOMP, listen(3, 1))

ATTEMPT("connect the control socket elsewhere", SECCOMP) {
  struct sockaddr none = {.sa_family = AF_UNSPEC};
  return connect(3, &none, sizeof none);
}

ATTEMPT("change options of the control socket", SECCOMP) {
  int one = 1;
  return setsockopt(3, SOL_SOCKET, 83, &one, sizeof one);
}

TRY("process of the host by its socket (SO_PEERPIDFD)", SECCOMP, ask(77))
TRY("user of the host by its socket (SO_PEERCRED)", SECCOMP, ask(SO_PEERCRED))
TRY("groups of the host by its socket", SECCOMP, unless_refused(ask(59)))
TRY("label of the host by its socket", SECCOMP, unless_refused(ask(SO_PEERSEC)))
TRY("filter of the host's socket", SECCOMP, unless_refused(ask(SO_GET_FILTER)))
TRY("memory of the host's socket", SECCOMP, unless_refused(ask(55 /* MEMINFO */)))

ATTEMPT("options of another level", SECCOMP) {
  char answer[64];
  socklen_t size = sizeof answer;
  return unless_refused(getsockopt(3, 6 /* TCP */, 11, answer, &size));
}

ATTEMPT("name of the host's socket", SECCOMP) {
  struct sockaddr_un name;
  socklen_t size = sizeof name;
  return getpeername(3, (struct sockaddr *)&name, &size);
}

TRY("accept on the control socket", SECCOMP, unless_refused(accept(3, NULL, NULL)))
TRY("filter on the control socket", SECCOMP,
    unless_refused(setsockopt(3, SOL_SOCKET, SO_ATTACH_FILTER, NULL, 0)))

ATTEMPT("credentials with each message", SECCOMP) {
  int one = 1;
  return setsockopt(3, SOL_SOCKET, SO_PASSCRED, &one, sizeof one);
}

ATTEMPT("many messages at once", SECCOMP) {
  struct mmsghdr none = {0};
  return unless_refused(sendmmsg(3, &none, 1, MSG_DONTWAIT));
}

TRY("device of the network", SECCOMP, unless_refused(ioctl(3, 0x8927, NULL)))
TRY("signal at input on the control socket", SECCOMP,
    fcntl(3, F_SETFL, O_ASYNC | O_NONBLOCK) < 0 ? -1 : fcntl(3, F_SETSIG, SIGUSR1))
