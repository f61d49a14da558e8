// tenuto-lv2: LV2 plug-ins as extensions.
//
// In a bundle it serves one plug-in, named in the file `plugin` next to it by a line of `scan`:
// code, URI, folders. Without that file it serves descriptions of all plug-ins of LV2_PATH and runs
// none.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/library.h"
#include "bridge/scan.h"
#include "files.h"
#include "kernel.h"
#include "scan.h"
#include "unit.h"

static int fail(const char *what, const char *which) {
  fprintf(stderr, "tenuto: %s: %s; run 'tenuto scan' again.\n", what, which);
  return 3;
}

static void load_bundle(LilvWorld *world, const char *folder) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/", folder) >= (int)sizeof path) return;
  LilvNode *node = lilv_new_file_uri(world, NULL, path);
  lilv_world_load_bundle(world, node);
  lilv_node_free(node);
}

// Before its code runs.
static void prepare_files(const LilvPlugin *lilv) {
  char *bundle = lilv_file_uri_parse(lilv_node_as_uri(lilv_plugin_get_bundle_uri(lilv)), NULL);
  files_prepare(bundle ? bundle : "");
  lilv_free(bundle);
}

// Maps the plug-in's code; NULL, or why that cannot be.
static const char *load_code(const LilvPlugin *lilv) {
  const LilvNode *library = lilv_plugin_get_library_uri(lilv);
  char *path = library ? lilv_file_uri_parse(lilv_node_as_uri(library), NULL) : NULL;
  if (!path) return "it names no library";
  const char *fault = library_open(path) ? NULL : dlerror();
  lilv_free(path);
  return fault;
}

static int serve(char *line) {
  char *code = strtok(line, "\t"), *uri = strtok(NULL, "\t");
  if (!code || !uri) return fail("the bundle's file 'plugin' cannot be read", line);
  LilvWorld *world = lilv_world_new();
  for (char *folder; (folder = strtok(NULL, "\t"));) load_bundle(world, folder);
  // Properties defined by LV2 itself.
  load_bundle(world, "/usr/lib/lv2/parameters.lv2");
  lilv_world_load_specifications(world);
  LilvNode *name = node_of(world, uri);
  const LilvPlugin *lilv = lilv_plugins_get_by_uri(lilv_world_get_all_plugins(world), name);
  if (!lilv) return fail("the plug-in is not installed any more", uri);
  plugin *p = plugin_read(world, lilv);
  if (!p || p->fault) return fail(uri, p ? p->fault : "out of memory");
  prepare_files(lilv);
  const char *fault = load_code(lilv);
  if (fault) return fail(uri, fault);
  p->component.code = code;
  set_functions(&p->component);
  p->component.message = unit_message;
  served_plugin = p;
  return tenuto_extension_main(&p->component, 1);
}

int main(int count, char **arguments) {
  static char line[LINE_BYTES];
  library_prepare();
  return count > 0 && scan_read_line(arguments[0], line) ? serve(line) : scan_main();
}
