// Preloaded into a program: a disk that fails while a file requests it.
//
// The file that TENUTO_TEST_DISK names has an error number and the calls that fail with it, a
// letter each: `122 wrc`. It applies to takes, whose names end in `.part`.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// The error of `call` at present, 0 for none.
static int wanted(char call) {
  const char *path = getenv("TENUTO_TEST_DISK");
  long file = path ? syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0) : -1;
  if (file < 0) return 0;
  char text[32] = {0}, calls[16] = {0};
  long count = syscall(SYS_read, file, text, sizeof text - 1);
  syscall(SYS_close, file);
  int error = 0;
  if (count <= 0 || sscanf(text, "%d %15s", &error, calls) != 2) return 0;
  return strchr(calls, call) ? error : 0;
}

static int is_take(const char *path) { return strstr(path, ".part") != NULL; }

// Whether `call` must fail for an open file; sets errno then.
static int fails(char call, int file) {
  int error = wanted(call);
  char link[64], path[4096];
  if (!error) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t count = readlink(link, path, sizeof path - 1);
  if (count <= 0) return 0;
  path[count] = 0;
  if (!is_take(path)) return 0;
  errno = error;
  return 1;
}

// Whether `call` must fail for a name.
static int fails_at(char call, const char *path) {
  int error = is_take(path) ? wanted(call) : 0;
  if (error) errno = error;
  return error != 0;
}

ssize_t write(int file, const void *bytes, size_t count) {
  return fails('w', file) ? -1 : syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  return fails('w', file) ? -1 : syscall(SYS_pwrite64, file, bytes, count, offset);
}

int fdatasync(int file) { return fails('s', file) ? -1 : (int)syscall(SYS_fdatasync, file); }
int fsync(int file) { return fails('s', file) ? -1 : (int)syscall(SYS_fsync, file); }

int ftruncate(int file, off_t count) {
  return fails('t', file) ? -1 : (int)syscall(SYS_ftruncate, file, count);
}

int fallocate(int file, int mode, off_t offset, off_t count) {
  return fails('r', file) ? -1 : (int)syscall(SYS_fallocate, file, mode, offset, count);
}

int renameat2(int from, const char *path, int to, const char *new_path, unsigned int flags) {
  return fails_at('n', path) ? -1 : (int)syscall(SYS_renameat2, from, path, to, new_path, flags);
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  unsigned int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, unsigned int) : 0;
  va_end(arguments);
  if (flags & O_CREAT && fails_at('c', path)) return -1;
  return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
