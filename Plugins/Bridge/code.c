#include "bridge/code.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum { CODE_BYTES = 15 };

uint64_t digest_of(const char *text) {
  uint64_t sum = 14695981039346656037u;
  while (*text) sum = (sum ^ (uint8_t)*text++) * 1099511628211u;
  return sum;
}

static void write_manufacturer(char manufacturer[5], const char *name) {
  int count = 0;
  for (; *name && count < 4; name++)
    if (isalnum((unsigned char)*name) && (unsigned char)*name < 0x80) manufacturer[count++] = *name;
  if (count) manufacturer[0] = (char)toupper((unsigned char)manufacturer[0]);
  while (count < 4) manufacturer[count++] = '_';
  manufacturer[4] = 0;
}

char *make_code(const char *type, const char *name) {
  char manufacturer[5], *code = malloc(CODE_BYTES);
  write_manufacturer(manufacturer, name);
  if (code) snprintf(code, CODE_BYTES, "%.4s ---- %s", type, manufacturer);
  return code;
}
