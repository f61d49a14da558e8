// Stable codes for plug-ins of another format, such as "aumu x7Qp Davi".
#pragma once
#include <stdint.h>

// FNV-1a, 64 bits.
uint64_t digest_of(const char *text);

// "aumu ---- Davi" of a type and the name of a manufacturer, of which the first letters and digits
// are taken; the host, which knows all plug-ins, puts the subtype in. The caller's to free.
char *make_code(const char *type, const char *manufacturer);
