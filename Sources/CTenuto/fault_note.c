#define _GNU_SOURCE
#include "fault_note_handler.h"

void tenuto_fault_note_install(void) { fault_install(); }

void tenuto_fault_note_stack(void *stack, size_t count) { fault_set_stack(stack, count); }

void tenuto_fault_note_cycle(void *from, const void *to) { fault_set_cycle(from, to); }
