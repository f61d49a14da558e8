// Stable codes for plug-ins of another format, such as "aumu x7Qp Davi".
#pragma once
#include <stdint.h>

// FNV-1a, 64 bits.
uint64_t digest_of(const char *text);

// A subtype of letters and digits for `uri`; other attempts give others, for two URIs that would
// have the same one.
void write_subtype(char subtype[5], const char *uri, unsigned attempt);

// Four characters out of a name: its first letters and digits.
void write_manufacturer(char manufacturer[5], const char *name);
