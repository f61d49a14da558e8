#define _GNU_SOURCE
#include "seal_program.h"

void tenuto_seal_code(void) { seal_code(); }
