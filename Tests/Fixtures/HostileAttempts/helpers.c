#define _GNU_SOURCE
#include "attempts.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *text(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value ? value : otherwise;
}

const char *test_folder(void) { return text("TENUTO_TEST_FOLDER", "/tmp"); }
pid_t test_host(void) { return atoi(text("TENUTO_TEST_HOST", "1")); }

// A buffer that stays valid for four more calls.
__attribute__((format(printf, 1, 2))) static const char *format_path(const char *format, ...) {
  static char paths[4][512];
  static int next;
  char *path = paths[next++ % 4];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(path, sizeof paths[0], format, arguments);
  va_end(arguments);
  return path;
}

const char *test_path(const char *name) { return format_path("%s/%s", test_folder(), name); }
const char *path_of_host(const char *name) { return format_path("/proc/%d/%s", test_host(), name); }

// The descriptors of audio memory that the host sends: one to read, one to write.
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

static void *map_memory(int is_writable) {
  int protection = is_writable ? PROT_READ | PROT_WRITE : PROT_READ;
  void *memory = mmap(NULL, 65536, protection, MAP_SHARED, test_memory(is_writable), 0);
  if (memory == MAP_FAILED) exit(3);
  return memory;
}

void *test_mapping(void) { return map_memory(1); }
const void *test_readable_mapping(void) { return map_memory(0); }

long read_file(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  if (file < 0) return -1;
  // An empty file reveals as little as a missing one.
  errno = ENODATA;
  return read(file, &byte, 1) == 1 ? 0 : -1;
}

long write_file(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT, 0600);
  return file < 0 ? -1 : write(file, "x", 1);
}

pid_t victim(void) { return kill(test_host(), 0) < 0 && errno == ESRCH ? 1 : test_host(); }

long end_child(pid_t child) {
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return child;
}

long as_errno(int error) {
  errno = error;
  return error ? -1 : 0;
}

long unless_refused(long result) {
  return result < 0 && (errno == EPERM || errno == ENOSYS || errno == EACCES) ? -1 : 0;
}
