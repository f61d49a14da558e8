#include "bridge/log.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "bridge/ring.h"

enum { LOG_BYTES = 1 << 14, LINE_BYTES = 512 };

_Thread_local bool is_rendering;

static ring *render_log;

void log_start(void) {
  if (!render_log) render_log = ring_make(LOG_BYTES);
}

static void print_line(const char *line) {
  size_t length = strlen(line);
  fprintf(stderr, "%s%s", line, length && line[length - 1] == '\n' ? "" : "\n");
}

void log_line(const char *line) {
  size_t size = strlen(line) + 1;
  if (!is_rendering) print_line(line);
  else if (render_log && size <= LINE_BYTES) ring_write(render_log, line, (uint32_t)size);
}

void log_flush(void) {
  char line[LINE_BYTES];
  uint32_t size;
  while (render_log && ring_read(render_log, line, sizeof line, &size)) print_line(line);
}
