#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

#include "posix.h"

int tenuto_keep_room(int file, off_t offset, off_t count) {
  return fallocate(file, FALLOC_FL_KEEP_SIZE, offset, count) == 0 ? 0 : errno;
}

int tenuto_rename_new(const char *path, const char *new_path) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, RENAME_NOREPLACE) == 0 ? 0 : errno;
}
