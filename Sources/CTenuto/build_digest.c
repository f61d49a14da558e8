#define _GNU_SOURCE
#include "build_digest_program.h"

uint64_t tenuto_build_digest(void) { return build_digest(); }
