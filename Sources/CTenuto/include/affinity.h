// On which cores threads run, and with which priority: masks are macros in C, which Swift cannot
// import, and a render thread may call what is marked for it only.
#pragma once
#include "attributes.h"
#include <stdint.h>
#include <sys/types.h>

// The cores that a thread may use, as bits; `thread` 0 is the calling process's first one. 0 where
// there is no such thread, and where it may use a core that has no bit.
uint64_t tenuto_cores(pid_t thread);

// Has a thread use these cores only; 0 or the error number. One system call.
int tenuto_set_cores(pid_t thread, uint64_t cores) TENUTO_RENDER_SAFE;

// Gives a thread with a realtime policy another priority; 0 or the error number. One system call.
int tenuto_set_priority(pid_t thread, int priority) TENUTO_RENDER_SAFE;

// Lets a thread run only where no other wants to, and its own new threads as usual; 0 or the error
// number.
int tenuto_set_idle(pid_t thread);

// Lets the calling thread, and every process that it starts, run on these cores only, and there only
// where no other wants to (SCHED_IDLE, nice 19); 0 or the error number.
int tenuto_set_background(uint64_t cores);

// The calling thread's id, in its own PID namespace. One system call, the first time in a thread.
pid_t tenuto_own_thread(void) TENUTO_RENDER_SAFE;

// Nanoseconds that all threads of a process have run, 0 if it does not exist. One system call. The
// time since a running thread's last interrupt is missing: up to a tick of the kernel, 4 ms.
uint64_t tenuto_process_time(pid_t process) TENUTO_RENDER_SAFE;
