#define _GNU_SOURCE
#include "scan.h"
#include <lv2/dynmanifest/dynmanifest.h>
#include <lv2/presets/presets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/scan.h"
#include "describe.h"

enum { MOST_DYNAMIC = 64 };

// --- Order -----------------------------------------------------------------------------------

static int by_uri(const void *a, const void *b) {
  return strcmp((*(plugin *const *)a)->uri, (*(plugin *const *)b)->uri);
}

// --- Lines -----------------------------------------------------------------------------------

static void write_folder(FILE *to, const LilvNode *file, bool is_folder) {
  char *path = lilv_file_uri_parse(lilv_node_as_uri(file), NULL);
  if (!path) return;
  char *slash = strrchr(path, '/');
  if (slash && (!is_folder || !slash[1])) *slash = 0;
  fprintf(to, "\t%s", path);
  lilv_free(path);
}

// Returns the URI of the folder of a file, with the slash at its end.
static char *folder_of(const char *uri) {
  const char *slash = strrchr(uri, '/');
  return slash ? strndup(uri, (size_t)(slash + 1 - uri)) : NULL;
}

// Whether a file is directly in a folder.
static bool is_in(const char *uri, const char *folder) {
  size_t length = strlen(folder);
  return !strncmp(uri, folder, length) && !strchr(uri + length, '/');
}

// Returns the folders of presets outside the bundle.
static void write_preset_folders(FILE *to, const plugin *p) {
  LilvNode *see_also = node_of(p->world, "http://www.w3.org/2000/01/rdf-schema#seeAlso");
  const char *bundle = lilv_node_as_uri(lilv_plugin_get_bundle_uri(p->lilv));
  char *last = strdup(bundle);
  for (int32_t i = 0; last && p->presets && p->presets[i]; i++) {
    LilvNode *file = lilv_world_get(p->world, p->presets[i], see_also, NULL);
    const char *uri = file && lilv_node_is_uri(file) ? lilv_node_as_uri(file) : bundle;
    // Presets are sorted by URI, so those of a folder are mostly adjacent.
    if (!is_in(uri, bundle) && !is_in(uri, last)) {
      write_folder(to, file, false);
      free(last);
      last = folder_of(uri);
    }
    lilv_node_free(file);
  }
  free(last);
  lilv_node_free(see_also);
}

// Returns the URI, then the folders of its bundle and of its presets, or the reason.
static char *line_of(const plugin *p) {
  char *line = NULL;
  size_t size;
  FILE *to = open_memstream(&line, &size);
  if (!to) return NULL;
  fputs(p->uri, to);
  if (p->fault) {
    fprintf(to, "\t%s", p->fault);
  } else {
    write_folder(to, lilv_plugin_get_bundle_uri(p->lilv), true);
    write_preset_folders(to, p);
  }
  fclose(to);
  return line;
}

// --- All -------------------------------------------------------------------------------------

static plugin **read_all(LilvWorld *world, size_t *count) {
  const LilvPlugins *all = lilv_world_get_all_plugins(world);
  plugin **plugins = calloc(lilv_plugins_size(all) + 1u, sizeof *plugins);
  *count = 0;
  LILV_FOREACH(plugins, i, all) {
    plugin *p = plugins ? plugin_read(world, lilv_plugins_get(all, i)) : NULL;
    if (p) plugins[(*count)++] = p;
  }
  if (plugins) qsort(plugins, *count, sizeof *plugins, by_uri);
  return plugins;
}

// Manifests that are code: their content is unknown, and a message reports that.
static size_t add_dynamic(LilvWorld *world, finding *findings, size_t most) {
  LilvNode *type = node_of(world, LILV_NS_RDF "type");
  LilvNode *class = node_of(world, LV2_DYN_MANIFEST_PREFIX "DynManifest");
  LilvNodes *found = lilv_world_find_nodes(world, NULL, type, class);
  size_t count = 0;
  LILV_FOREACH(nodes, i, found) {
    char *line = NULL;
    if (count >= most) break;
    if (asprintf(
            &line, "%s\tits manifest is code (dynmanifest), which a scan does not run",
            lilv_node_as_string(lilv_nodes_get(found, i))) >= 0)
      findings[count++] = (finding){NULL, line};
  }
  lilv_nodes_free(found);
  lilv_node_free(class);
  lilv_node_free(type);
  return count;
}

int scan_main(void) {
  LilvWorld *world = lilv_world_new();
  // A dynamic manifest is code.
  LilvNode *no = lilv_new_bool(world, false);
  lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, no);
  lilv_world_load_all(world);
  size_t count, known = 0;
  plugin **plugins = read_all(world, &count);
  finding *findings = calloc(count + MOST_DYNAMIC, sizeof *findings);
  if (!plugins || !findings) return 1;
  for (size_t i = 0; i < count; i++) {
    char *line = line_of(plugins[i]);
    if (line)
      findings[known++] = (finding){plugins[i]->fault ? NULL : &plugins[i]->component, line};
  }
  known += add_dynamic(world, findings + known, MOST_DYNAMIC);
  return scan_serve(findings, known);
}
