#define _GNU_SOURCE
#include "bridge/library.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void library_prepare(void) {
  // Toolkits end the process if there is no display, and the bridge shows no windows.
  setenv("QT_QPA_PLATFORM", "offscreen", 1);
  // Some plug-ins require a home.
  setenv("HOME", "/", 0);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))

void library_deny_memory_files(void) {
  // Without the host's program this is no sandbox.
  if (prctl(PR_GET_SECCOMP) != SECCOMP_MODE_FILTER) return;
  struct sock_filter filter[] = {
      LOAD(nr),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  // With the flags that the host's program allows, see `seal.h`.
  syscall(
      SYS_seccomp, SECCOMP_SET_MODE_FILTER,
      SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}

// Maps the files that one version of Qt opens when it starts, for plug-ins linked with it.
static void load_platform(int version) {
  char path[4096];
  snprintf(path, sizeof path, "libQt%dGui.so.%d", version, version);
  void *qt = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
  struct link_map *map = NULL;
  if (!qt || dlinfo(qt, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
  const char *slash = strrchr(map->l_name, '/');
  int folder = slash ? (int)(slash - map->l_name) : 0;
  int length = snprintf(
      path, sizeof path, "%.*s/qt%d/plugins/platforms/libqoffscreen.so", folder, map->l_name,
      version);
  if (length < (int)sizeof path) dlopen(path, RTLD_NOW);
}

// Whether a library's text contains the name of another one, with or without its ending.
static bool names_library(const char *bytes, size_t size, const char *name) {
  char text[258] = "";
  size_t length = strlen(name);
  if (length < 4 || length > 255) return false;
  memcpy(text + 1, name, length);
  if (memmem(bytes, size, text, length + 2)) return true;
  text[length - 2] = 0;
  return memmem(bytes, size, text, length - 1);
}

// Maps neighbouring libraries that it names: it may load them when the plug-in is created, where
// code can no longer be mapped (blop).
static void load_named(const char *path, const char *bytes, size_t size) {
  char other[4096];
  const char *slash = strrchr(path, '/');
  int folder = slash ? (int)(slash - path) : 0;
  snprintf(other, sizeof other, "%.*s", folder, path);
  DIR *list = folder ? opendir(other) : NULL;
  for (struct dirent *entry; list && (entry = readdir(list));) {
    const char *ending = strrchr(entry->d_name, '.');
    bool is_other = ending && !strcmp(ending, ".so") && strcmp(entry->d_name, slash + 1) != 0;
    if (!is_other || !names_library(bytes, size, entry->d_name)) continue;
    if (snprintf(other, sizeof other, "%.*s/%s", folder, path, entry->d_name) < (int)sizeof other)
      dlopen(other, RTLD_NOW);
  }
  if (list) closedir(list);
}

static void load_helpers(const char *path) {
  struct stat status;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  size_t size = fstat(file, &status) == 0 ? (size_t)status.st_size : 0;
  char *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
  close(file);
  if (bytes == MAP_FAILED) return;
  load_named(path, bytes, size);
  munmap(bytes, size);
}

void *library_open(const char *path) {
  // Cancelling a thread needs this library, which can only be mapped now.
  dlopen("libgcc_s.so.1", RTLD_NOW);
  void *code = dlopen(path, RTLD_NOW);
  if (code) load_helpers(path);
  for (int version = 5; code && version <= 6; version++) load_platform(version);
  return code;
}
