#include "scan.h"
#include <lv2/presets/presets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "code.h"
#include "describe.h"

// One line for each plug-in: its code, or "!" for one that cannot be used; its URI; then the
// folders of its bundle and of its presets, or the reason. Tabs in between.
static char *table;
static size_t table_bytes;

static void *no_kernel(const tenuto_setup *setup) {
  (void)setup;
  return NULL;  // here nothing is run
}

static void no_render(
    void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
    tenuto_cycle *cycle) {
  (void)kernel, (void)inputs, (void)outputs, (void)frame_count, (void)cycle;
}

static bool answer(void *unit, const void *bytes, size_t count, tenuto_output *reply) {
  (void)unit, (void)bytes, (void)count;
  tenuto_write(reply, table, table_bytes);
  return true;
}

// The first of all components: what is asked for the table.
static const tenuto_component scanner = {
    .code = "aumi lv2s Tnto", .name = "LV2 scan", .manufacturer = "Tenuto", .create = no_kernel,
    .render = no_render, .message = answer};

// --- Order and codes -------------------------------------------------------------------------

static int by_uri(const void *a, const void *b) {
  return strcmp((*(plugin *const *)a)->uri, (*(plugin *const *)b)->uri);
}

// Two URIs never have the same code: in the order of URIs, a later one takes its next subtype.
static void part(plugin **plugins, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char *code = (char *)plugins[i]->component.code;
    for (unsigned attempt = 1, is_taken = 1; is_taken && attempt < 64; attempt++) {
      is_taken = 0;
      for (size_t j = 0; j < i; j++) is_taken |= !strcmp(code, plugins[j]->component.code);
      char subtype[5];
      write_subtype(subtype, plugins[i]->uri, attempt);
      if (is_taken) memcpy(code + 5, subtype, 4);
    }
  }
}

// --- The table -------------------------------------------------------------------------------

static void write_folder(FILE *to, const LilvNode *file, bool is_folder) {
  char *path = lilv_file_uri_parse(lilv_node_as_uri(file), NULL);
  if (!path) return;
  char *slash = strrchr(path, '/');
  if (slash && (!is_folder || !slash[1])) *slash = 0;
  fprintf(to, "\t%s", path);
  lilv_free(path);
}

// The URI of the folder that a file is in, with the slash at its end.
static char *folder_of(const char *uri) {
  const char *slash = strrchr(uri, '/');
  return slash ? strndup(uri, (size_t)(slash + 1 - uri)) : NULL;
}

// Whether a file is in a folder itself.
static bool is_in(const char *uri, const char *folder) {
  size_t length = strlen(folder);
  return !strncmp(uri, folder, length) && !strchr(uri + length, '/');
}

// The folders of presets that are not in the bundle itself.
static void write_preset_folders(FILE *to, const plugin *p) {
  LilvNode *see_also = node_of(p->world, "http://www.w3.org/2000/01/rdf-schema#seeAlso");
  const char *bundle = lilv_node_as_uri(lilv_plugin_get_bundle_uri(p->lilv));
  char *last = strdup(bundle);
  for (int32_t i = 0; last && p->presets && p->presets[i]; i++) {
    LilvNode *file = lilv_world_get(p->world, p->presets[i], see_also, NULL);
    const char *uri = file && lilv_node_is_uri(file) ? lilv_node_as_uri(file) : bundle;
    // Presets are in the order of URIs, and so those of a folder mostly follow each other.
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

static void write_line(FILE *to, const plugin *p) {
  fprintf(to, "%s\t%s", p->fault ? "!" : p->component.code, p->uri);
  if (p->fault) {
    fprintf(to, "\t%s", p->fault);
  } else {
    write_folder(to, lilv_plugin_get_bundle_uri(p->lilv), true);
    write_preset_folders(to, p);
  }
  fputc('\n', to);
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

int scan_main(void) {
  LilvWorld *world = lilv_world_new();
  // A dynamic manifest is code.
  LilvNode *no = lilv_new_bool(world, false);
  lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, no);
  lilv_world_load_all(world);
  size_t count, usable = 0;
  plugin **plugins = read_all(world, &count);
  tenuto_component *components = calloc(count + 1, sizeof *components);
  FILE *to = open_memstream(&table, &table_bytes);
  if (!plugins || !components || !to) return 1;
  plugin **good = calloc(count + 1, sizeof *good);
  for (size_t i = 0; good && i < count; i++)
    if (!plugins[i]->fault) good[usable++] = plugins[i];
  part(good, usable);
  components[0] = scanner;
  for (size_t i = 0; i < usable; i++) {
    components[i + 1] = good[i]->component;
    components[i + 1].create = no_kernel;
    components[i + 1].render = no_render;
  }
  for (size_t i = 0; i < count; i++) write_line(to, plugins[i]);
  fclose(to);
  return tenuto_extension_main(components, usable + 1);
}
