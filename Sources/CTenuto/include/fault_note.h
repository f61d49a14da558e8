// The note that an extension leaves on stderr when it crashes: one line, read by the host.
//
//   tenuto-fault 1 signal=11 code=1 address=0x0 pc=+0x1234 sp=0x7ffc… thread=2 data=5121 frames=+0x…,+0x…
//
// Numbers with `+` are addresses in the executable's file (ELF virtual addresses), others are
// absolute. `thread` is a thread id as the process sees it, `data` counts pages (statm), `frames`
// are return addresses, innermost first. The extension can forge the note: it is a hint.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Bytes of an alternate signal stack, enough for the largest register file and the handler.
#define TENUTO_FAULT_STACK_BYTES (32 * 1024)

// Makes this process leave a note at SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP and SIGSYS,
// and then end by that signal as usual. Existing handlers of signals are kept. Call it
// once, on the main thread, before other threads start.
void tenuto_fault_note_install(void);

// Makes the handler use `stack` on the calling thread, so that an overflow of its own stack leaves
// a note too; NULL removes it. Does nothing in a process that leaves no notes, or on a thread that
// already has an alternate stack.
void tenuto_fault_note_stack(void *stack, size_t count);

// Makes the handler answer the requested cycle with TENUTO_STATUS_CRASHED before it writes the note,
// and makes the kernel mark `from->thread` when the calling thread, the render thread, ends. `from`
// and `to` are its memory shared with the host; pass NULL before they are unmapped.
void tenuto_fault_note_cycle(void *from, const void *to);
