// Landlock: the files that an extension may access. The host makes the rules before the child
// starts.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "sandbox.h"
#include "sandbox_landlock.h"

int tenuto_landlock_abi(void) {
  long abi = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, 1 /* LANDLOCK_CREATE_RULESET_VERSION */);
  return abi < 0 ? -errno : (int)abi;
}

static uint64_t handled(int abi) {
  uint64_t all = FILE_RIGHTS_1;
  if (abi >= 2) all |= FILE_REFER;
  if (abi >= 3) all |= FILE_TRUNCATE;
  if (abi >= 5) all |= FILE_IOCTL_DEVICE;
  return all;
}

int tenuto_landlock_create(int abi, int is_network_allowed) {
  landlock_ruleset rules = {.files = handled(abi)};
  size_t size = sizeof rules.files;
  if (abi >= 4) {
    rules.network = is_network_allowed ? 0 : NETWORK_BIND | NETWORK_CONNECT;
    size = 2 * sizeof(uint64_t);
  }
  if (abi >= 6) {
    rules.scopes = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS;
    size = sizeof rules;
  }
  long file = syscall(LANDLOCK_CREATE_RULESET, &rules, size, 0);
  return file < 0 ? -errno : (int)file;
}

static uint64_t rights_in_files(uint32_t rights, int abi, int is_folder) {
  uint64_t all = 0;
  if (rights & TENUTO_MAY_READ) all |= FILE_READ | FOLDER_READ;
  if (rights & TENUTO_MAY_EXECUTE) all |= FILE_EXECUTE;
  if (rights & TENUTO_MAY_WRITE) all |= FILE_CHANGES;
  all &= handled(abi);
  return is_folder ? all : all & RIGHTS_OF_FILES;
}

int tenuto_landlock_allow(int ruleset, int abi, const char *path, uint32_t rights) {
  int file = open(path, O_PATH | O_CLOEXEC);
  if (file < 0) return errno;
  struct stat status;
  int error = fstat(file, &status) < 0 ? errno : 0;
  landlock_path rule = {rights_in_files(rights, abi, S_ISDIR(status.st_mode)), file};
  if (!error && syscall(LANDLOCK_ADD_RULE, ruleset, LANDLOCK_PATH_BENEATH, &rule, 0) < 0)
    error = errno;
  close(file);
  return error;
}

uint64_t tenuto_landlock_reading(void) { return FILE_READ | FOLDER_READ; }
