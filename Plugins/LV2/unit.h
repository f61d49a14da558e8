// The data of an instance: the plug-in's state, and its kernel while there is one.
#pragma once
#include "plugin.h"

typedef struct unit {
  tenuto_host *host;
  plugin *plugin;
  struct kernel *kernel;  // NULL while not allocated
  // The state that the next kernel gets: Turtle, a zero, its files; NULL for none.
  char *waiting;
  size_t waiting_count;
} unit;

// The plug-in of this process, set by `main` before anything else runs.
extern plugin *served_plugin;

// The component's functions that only this bridge has. Thread: control.
bool unit_message(void *unit, const void *bytes, size_t count, tenuto_output *reply);

// Moves the state to a new kernel, or from a kernel that is about to be freed.
void unit_attach(unit *u, struct kernel *k);
void unit_detach(unit *u);
