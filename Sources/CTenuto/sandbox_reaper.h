// The first process of an extension's PID namespace.
#pragma once

// The descriptor for the extension's wait status.
#define REAPER_REPORT 3

// A descriptor of the reaper's executable, made at the first call, or minus the error number.
//
// Thread: the thread that spawns extensions.
int tenuto_reaper(void);
