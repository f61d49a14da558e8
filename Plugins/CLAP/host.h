// The host that a plug-in sees.
#pragma once
#include "unit.h"

// Fills the unit's `clap_host`.
void host_make(unit *u);

// Marks this thread as the main thread.
void host_set_main_thread(void);

// Calls the plug-in for due timers and descriptors. Returns the seconds until the next call.
// Thread: control.
double host_run_events(unit *u);
