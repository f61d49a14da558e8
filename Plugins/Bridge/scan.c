#define _GNU_SOURCE
#include "bridge/scan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *table;
static size_t table_bytes;

static void *no_kernel(const tenuto_setup *setup) {
  (void)setup;
  return NULL;  // scanned plug-ins never run
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

// The first component, which answers with the table.
static const tenuto_component scanner = {
    .code = "aumi scan Tnto", .name = "Scan", .manufacturer = "Tenuto", .create = no_kernel,
    .render = no_render, .message = answer};

static tenuto_component only_described(const tenuto_component *from) {
  tenuto_component to = *from;
  to.create = no_kernel;
  to.render = no_render;
  return to;
}

int scan_serve(const finding *findings, size_t count) {
  tenuto_component *components = calloc(count + 1, sizeof *components);
  FILE *to = open_memstream(&table, &table_bytes);
  if (!components || !to) return 1;
  size_t used = 0;
  components[used++] = scanner;
  for (size_t i = 0; i < count; i++) {
    const finding *f = &findings[i];
    if (f->component) components[used++] = only_described(f->component);
    fprintf(to, "%c\t%s\n", f->component ? '+' : '!', f->line);
  }
  fclose(to);
  return tenuto_extension_main(components, used);
}

bool scan_read_line(const char *executable, char line[LINE_BYTES]) {
  const char *slash = strrchr(executable, '/');
  char path[4096];
  int folder = slash ? (int)(slash - executable) : 0;
  int length = snprintf(path, sizeof path, "%.*s/plugin", folder, executable);
  if (!slash || length >= (int)sizeof path) return false;
  FILE *file = fopen(path, "re");
  if (!file) return false;
  bool is_read = fgets(line, LINE_BYTES, file) != NULL;
  fclose(file);
  line[strcspn(line, "\n")] = 0;
  return is_read;
}
