// Stable codes for plug-ins of another format, such as "aumu x7Qp Davi".
#pragma once
#include <stdint.h>

// FNV-1a, 64 bits.
uint64_t digest_of(const char *text);

// Returns a code such as "aumu ---- Davi" from a type and the first letters and digits of a
// manufacturer's name. The host, which knows all plug-ins, fills in the subtype. The caller frees
// the code.
char *make_code(const char *type, const char *manufacturer);
