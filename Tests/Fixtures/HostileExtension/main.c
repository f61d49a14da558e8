// A program that tries to get out: one attempt per process, named by TENUTO_TEST_ATTEMPT ("list"
// prints the names). Exit code 0: denied, with the reason on stdout; 42: it succeeded; 3: the
// attempt itself does not work. Being killed counts as denied too, which is for the host to see.
// A deed has code 0 in any case.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <linux/io_uring.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/reboot.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include "attempts.h"

static const char *text(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value ? value : otherwise;
}

const char *test_folder(void) { return text("TENUTO_TEST_FOLDER", "/tmp"); }
pid_t test_host(void) { return atoi(text("TENUTO_TEST_HOST", "1")); }

const char *test_path(const char *name) {
  static char paths[4][512];
  static int next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", test_folder(), name);
  return path;
}

// The descriptors of audio memory that the host sends: to read, and to write.
int test_memory(int is_writable) {
  static int received[2] = {-1, -1};
  if (received[0] < 0) {
    char byte, control[CMSG_SPACE(2 * sizeof(int))] = {0};
    struct iovec part = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control,
        .msg_controllen = sizeof control};
    if (recvmsg(3, &message, 0) < 1 || !CMSG_FIRSTHDR(&message)) exit(3);
    memcpy(received, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof received);
  }
  return received[is_writable];
}

void *test_mapping(void) {
  void *memory =
      mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, test_memory(1), 0);
  if (memory == MAP_FAILED) exit(3);
  return memory;
}

int main(void) {
  const char *name = text("TENUTO_TEST_ATTEMPT", "list");
  for (const deed *d = deeds; d->name; d++) {
    if (strcmp(name, d->name)) continue;
    errno = 0;
    d->run();
    return 0;
  }
  for (const attempt *a = attempts; a->name; a++) {
    if (!strcmp(name, "list")) {
      puts(a->name);
    } else if (!strcmp(name, a->name)) {
      errno = 0;
      long result = a->run();
      if (result >= 0) {
        puts("succeeded");
        return 42;
      }
      printf("%s\n", errno ? strerrorname_np(errno) : "failed");
      return 0;
    }
  }
  return strcmp(name, "list") ? 3 : 0;
}
