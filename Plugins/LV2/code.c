#include "code.h"
#include <ctype.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

static uint64_t continued(uint64_t sum, const char *text) {
  while (*text) sum = (sum ^ (uint8_t)*text++) * 1099511628211u;
  return sum;
}

uint64_t digest_of(const char *text) { return continued(14695981039346656037u, text); }

void write_subtype(char subtype[5], const char *uri, unsigned attempt) {
  uint64_t sum = digest_of(uri);
  for (unsigned i = 0; i < attempt; i++) sum = continued(sum, "\n");
  sum ^= sum >> 32;  // the lower bits of FNV alone are the weaker ones
  for (int i = 0; i < 4; i++) {
    subtype[i] = alphabet[sum % 62];
    sum /= 62;
  }
  subtype[4] = 0;
}

void write_manufacturer(char manufacturer[5], const char *name) {
  int count = 0;
  for (; *name && count < 4; name++)
    if (isalnum((unsigned char)*name) && (unsigned char)*name < 0x80) manufacturer[count++] = *name;
  if (count) manufacturer[0] = (char)toupper((unsigned char)manufacturer[0]);
  while (count < 4) manufacturer[count++] = '_';
  manufacturer[4] = 0;
}
