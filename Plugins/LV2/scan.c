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

// The folders of presets, most of which are in the bundle itself; each once in a row.
static void write_preset_folders(FILE *to, const plugin *p) {
  LilvNode *see_also = node_of(p->world, "http://www.w3.org/2000/01/rdf-schema#seeAlso");
  LilvNode *last = NULL;
  for (int32_t i = 0; p->presets && p->presets[i]; i++) {
    LilvNode *file = lilv_world_get(p->world, p->presets[i], see_also, NULL);
    bool is_new = file && lilv_node_is_uri(file) && !(last && lilv_node_equals(file, last));
    if (is_new) write_folder(to, file, false);
    lilv_node_free(last);
    last = file;
  }
  lilv_node_free(last);
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
  for (size_t i = 0; i < usable; i++) {
    components[i] = good[i]->component;
    components[i].create = no_kernel;
    components[i].render = no_render;
    components[i].message = answer;
  }
  for (size_t i = 0; i < count; i++) write_line(to, plugins[i]);
  fclose(to);
  return tenuto_extension_main(components, usable);
}
