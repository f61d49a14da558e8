#include "bridge/text.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 200 };

// Length of the UTF-8 character at `text`, or 0 if it is invalid.
static size_t character_bytes(const char *text) {
  uint8_t first = (uint8_t)*text;
  size_t count = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  for (size_t i = 1; i < count; i++)
    if (((uint8_t)text[i] & 0xC0) != 0x80) return 0;
  return count;
}

char *clean_text(const char *text, const char *fallback) {
  char *clean = calloc(1, TEXT_BYTES + 1);
  size_t length = 0;
  for (const char *t = text ? text : ""; clean && *t;) {
    size_t count = character_bytes(t);
    if (length + (count ? count : 1) > TEXT_BYTES) break;
    if (count == 0 || (uint8_t)*t < 0x20 || *t == 0x7f)
      clean[length++] = ' ';
    else
      memcpy(clean + length, t, count), length += count;
    t += count ? count : 1;
  }
  while (length && clean[length - 1] == ' ') clean[--length] = 0;
  if (clean && length == 0 && fallback) {
    free(clean);
    return clean_text(fallback, NULL);
  }
  return clean;
}
