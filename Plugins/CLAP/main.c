// tenuto-clap: CLAP plug-ins as extensions.
//
// In a bundle it serves one plug-in, named in the file `plugin` next to it by a line of `scan`:
// code, id, folder, file. Without that file it serves descriptions of the plug-ins in the library
// CLAP_FILE, whose code it runs for that.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/library.h"
#include "bridge/scan.h"
#include "describe.h"
#include "host.h"
#include "scan.h"

static int fail(const char *what, const char *which) {
  fprintf(stderr, "tenuto: %s: %s; run 'tenuto scan' again.\n", what, which);
  return 3;
}

static const clap_plugin_descriptor *find(const library *l, const char *id) {
  uint32_t count = l->factory->get_plugin_count(l->factory);
  for (uint32_t i = 0; i < count; i++) {
    const clap_plugin_descriptor *d = l->factory->get_plugin_descriptor(l->factory, i);
    if (d && d->id && !strcmp(d->id, id)) return d;
  }
  return NULL;
}

static int serve(char *line) {
  char *code = strtok(line, "\t"), *uri = strtok(NULL, "\t"), *folder = strtok(NULL, "\t");
  char *file = strtok(NULL, "\t"), *id = strtok(NULL, "\t");
  static char path[4096];
  if (!code || !uri || !folder || !file || !id ||
      snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
    return fail("the bundle's file 'plugin' cannot be read", line);
  static library l;
  const char *fault = library_load(&l, path);
  if (fault) return fail(uri, fault);
  const clap_plugin_descriptor *descriptor = find(&l, id);
  if (!descriptor) return fail("the plug-in is not installed any more", uri);
  served_plugin = describe(&l, descriptor, &first_unit);
  if (!served_plugin || served_plugin->fault)
    return fail(uri, served_plugin ? served_plugin->fault : "out of memory");
  served_plugin->component.code = code;
  return tenuto_extension_main(&served_plugin->component, 1);
}

int main(int count, char **arguments) {
  static char line[LINE_BYTES];
  library_prepare();
  library_deny_memory_files();
  host_set_main_thread();
  if (count > 0 && scan_read_line(arguments[0], line)) return serve(line);
  const char *path = getenv("CLAP_FILE");
  return path ? scan_main(path) : fail("no plug-in is named", "CLAP_FILE");
}
