// The note that an extension leaves on stderr when it crashes: one line, read by the host.
//
//   tenuto-fault 1 signal=11 code=1 address=0x0 pc=+0x1234 sp=0x7ffc… thread=2 data=5121 frames=+0x…,+0x…
//
// Numbers with `+` are addresses in the executable's file (ELF virtual addresses), others are
// absolute. `thread` is a thread id as the process sees it, `data` counts pages (statm), `frames`
// are return addresses, the innermost first. The note is the extension's word: a hint.
#pragma once
#include <stddef.h>

// Bytes of an alternate signal stack, enough for the largest register file and the handler.
#define TENUTO_FAULT_STACK_BYTES (32 * 1024)

// Has this process leave a note at SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS,
// then end by that signal as it would have. Signals with handlers already are left alone. On the
// main thread, once, before other threads start.
void tenuto_fault_note_install(void);

// Lets the handler run on `stack` on the calling thread, so that an overflow of its own stack
// leaves a note too; NULL ends that. Does nothing in a process that leaves no notes, or where the
// thread has an alternate stack already.
void tenuto_fault_note_stack(void *stack, size_t count);
