// The cores and priorities of threads: masks are macros in C, which Swift cannot import, and a
// render thread may call only marked functions.
#pragma once
#include "attributes.h"
#include <stdint.h>
#include <sys/types.h>

// The cores that a thread may use, as bits; `thread` 0 is the first thread of the calling process.
// 0 if the thread does not exist or may use a core beyond the bits.
uint64_t tenuto_cores(pid_t thread);

// Restricts a thread to these cores; 0 or the error number. One system call.
int tenuto_set_cores(pid_t thread, uint64_t cores) TENUTO_RENDER_SAFE;

// Gives a thread with a realtime policy another priority; 0 or the error number. One system call.
int tenuto_set_priority(pid_t thread, int priority) TENUTO_RENDER_SAFE;

// Lets a thread run on idle cores only; its own new threads start normally; 0 or the error number.
int tenuto_set_idle(pid_t thread);

// Restricts the calling thread, and every process that it starts, to these cores and to idle time
// (SCHED_IDLE, nice 19); 0 or the error number.
int tenuto_set_background(uint64_t cores);

// The calling thread's id, in its own PID namespace. One system call, at the first call in a
// thread.
pid_t tenuto_own_thread(void) TENUTO_RENDER_SAFE;

// Nanoseconds that all threads of a process have run, 0 if it does not exist. One system call. The
// time since a running thread's last interrupt is missing: up to a tick of the kernel, 4 ms.
uint64_t tenuto_process_time(pid_t process) TENUTO_RENDER_SAFE;
