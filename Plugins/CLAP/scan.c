#define _GNU_SOURCE
#include "scan.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bridge/scan.h"
#include "describe.h"

enum { MOST_PLUGINS = 1024 };

// Writes "clap:" and the id, with blanks and non-printable characters escaped as in a URI.
static void write_id(FILE *to, const char *id) {
  fputs("clap:", to);
  for (const char *c = id; *c; c++) {
    if ((unsigned char)*c > ' ' && *c != 0x7F) fputc(*c, to);
    else fprintf(to, "%%%02X", (unsigned char)*c);
  }
}

// Returns the identifier, the folder and name of the library and the raw id; or the identifier and
// the reason.
static char *line_of(const plugin *p, const char *path) {
  char *line = NULL;
  size_t size;
  FILE *to = open_memstream(&line, &size);
  if (!to) return NULL;
  const char *slash = strrchr(path, '/');
  write_id(to, p->descriptor->id);
  if (p->fault)
    fprintf(to, "\t%s", p->fault);
  else
    fprintf(to, "\t%.*s\t%s\t%s", (int)(slash - path), path, slash + 1, p->descriptor->id);
  fclose(to);
  return line;
}

// An id must not break a line of the table.
static bool is_usable(const clap_plugin_descriptor *d) {
  return d && d->id && *d->id && d->name && !strpbrk(d->id, "\t\n\r");
}

static int refuse(const char *path, const char *fault) {
  char *line = NULL;
  if (asprintf(&line, "%s\t%s", path, fault) < 0) return 1;
  for (char *c = line + strlen(path) + 1; *c; c++)
    if ((unsigned char)*c < ' ') *c = ' ';
  return scan_serve(&(finding){NULL, line}, 1);
}

int scan_main(const char *path) {
  static library l;
  if (!strchr(path, '/')) return refuse(path, "it is not a path");
  const char *fault = library_load(&l, path);
  if (fault) return refuse(path, fault);
  uint32_t count = l.factory->get_plugin_count(l.factory), known = 0;
  if (count > MOST_PLUGINS) count = MOST_PLUGINS;
  finding *findings = calloc(count + 1u, sizeof *findings);
  for (uint32_t i = 0; findings && i < count; i++) {
    const clap_plugin_descriptor *d = l.factory->get_plugin_descriptor(l.factory, i);
    unit *u = NULL;
    plugin *p = is_usable(d) ? describe(&l, d, &u) : NULL;
    char *line = p ? line_of(p, path) : NULL;
    if (u) unit_free(u);
    if (line) findings[known++] = (finding){p->fault ? NULL : &p->component, line};
  }
  return findings ? scan_serve(findings, known) : 1;
}
