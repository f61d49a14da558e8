// The host that a plug-in sees.
#pragma once
#include "unit.h"

// Fills the unit's `clap_host`.
void host_make(unit *u);

// Says that this thread is the main one.
void host_set_main_thread(void);

// Calls the plug-in for timers and descriptors that are due, and sets when this is to happen
// again, in seconds. Thread: control.
double host_run_events(unit *u);
