// The crash note, see fault_note.h: a copy without library dependencies.
#pragma once
#include <stddef.h>
#include "fault_note.h"

void tx_fault_note_install(void);
void tx_fault_note_stack(void *stack, size_t count);
void tx_fault_note_cycle(void *from, const void *to);
