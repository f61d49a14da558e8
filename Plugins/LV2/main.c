// tenuto-lv2: LV2 plug-ins as extensions.
//
// It stands in a bundle for one plug-in, beside a file `lv2` with a line of what `scan` has found:
// code, URI, folders. Without that file it serves the descriptions of all plug-ins of LV2_PATH and
// runs none.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel.h"
#include "scan.h"
#include "unit.h"

enum { LINE_BYTES = 65536 };

static int fail(const char *what, const char *which) {
  fprintf(stderr, "tenuto: %s: %s; run 'tenuto scan' again.\n", what, which);
  return 3;
}

// The line of the file beside the executable; false where there is none.
static bool read_line(const char *executable, char line[LINE_BYTES]) {
  const char *slash = strrchr(executable, '/');
  char path[4096];
  int folder = slash ? (int)(slash - executable) : 0;
  if (!slash || snprintf(path, sizeof path, "%.*s/lv2", folder, executable) >= (int)sizeof path)
    return false;
  FILE *file = fopen(path, "re");
  if (!file) return false;
  bool is_read = fgets(line, LINE_BYTES, file) != NULL;
  fclose(file);
  line[strcspn(line, "\n")] = 0;
  return is_read;
}

static void load_bundle(LilvWorld *world, const char *folder) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/", folder) >= (int)sizeof path) return;
  LilvNode *node = lilv_new_file_uri(world, NULL, path);
  lilv_world_load_bundle(world, node);
  lilv_node_free(node);
}

// Maps what one version of Qt looks for when it starts, where the plug-in is made with that.
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

// Maps the plug-in's code, since no more can be mapped once the extension serves its host.
static const char *load_code(const LilvPlugin *lilv) {
  const LilvNode *library = lilv_plugin_get_library_uri(lilv);
  char *path = library ? lilv_file_uri_parse(lilv_node_as_uri(library), NULL) : NULL;
  if (!path) return "it names no library";
  // Threads that are cancelled need it, and find it only now.
  dlopen("libgcc_s.so.1", RTLD_NOW);
  void *code = dlopen(path, RTLD_NOW);
  lilv_free(path);
  for (int version = 5; code && version <= 6; version++) load_platform(version);
  return code ? NULL : dlerror();
}

static void set_functions(tenuto_component *c) {
  c->create = kernel_create;
  c->destroy = kernel_destroy;
  c->latency = kernel_latency;
  c->tail = kernel_tail;
  c->render = kernel_render;
  c->midi_at = kernel_midi_at;
  c->parameter = kernel_parameter;
  c->reset = kernel_reset;
  c->open = unit_open;
  c->close = unit_close;
  c->save = unit_save;
  c->load = unit_load;
  c->select = unit_select;
  c->message = unit_message;
  c->tick = unit_tick;
  c->tick_interval = 0.1;
  c->stack_bytes = 1 << 20;
}

static int serve(char *line) {
  char *code = strtok(line, "\t"), *uri = strtok(NULL, "\t");
  if (!code || !uri) return fail("the bundle's file 'lv2' cannot be read", line);
  LilvWorld *world = lilv_world_new();
  for (char *folder; (folder = strtok(NULL, "\t"));) load_bundle(world, folder);
  // Properties that LV2 itself defines.
  load_bundle(world, "/usr/lib/lv2/parameters.lv2");
  lilv_world_load_specifications(world);
  LilvNode *name = node_of(world, uri);
  const LilvPlugin *lilv = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), name);
  if (!lilv) return fail("the plug-in is not installed any more", uri);
  plugin *p = plugin_read(world, lilv);
  if (!p || p->fault) return fail(uri, p ? p->fault : "there is no memory");
  const char *fault = load_code(lilv);
  if (fault) return fail(uri, fault);
  p->component.code = code;
  set_functions(&p->component);
  served_plugin = p;
  return tenuto_extension_main(&p->component, 1);
}

int main(int count, char **arguments) {
  static char line[LINE_BYTES];
  // Toolkits end the process where there is no display; nothing is shown here.
  setenv("QT_QPA_PLATFORM", "offscreen", 1);
  // Some take it for granted that there is one.
  setenv("HOME", "/", 0);
  return count > 0 && read_line(arguments[0], line) ? serve(line) : scan_main();
}
