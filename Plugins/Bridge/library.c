#define _GNU_SOURCE
#include "bridge/library.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void library_prepare(void) {
  // Toolkits end the process if there is no display, and the bridge shows no windows.
  setenv("QT_QPA_PLATFORM", "offscreen", 1);
  // Some plug-ins require a home.
  setenv("HOME", "/", 0);
}

// Maps the platform plug-in of one version of Qt if the plug-in uses that version.
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

void *library_open(const char *path) {
  // Cancelling a thread needs this library, which can only be mapped now.
  dlopen("libgcc_s.so.1", RTLD_NOW);
  void *code = dlopen(path, RTLD_NOW);
  for (int version = 5; code && version <= 6; version++) load_platform(version);
  return code;
}
