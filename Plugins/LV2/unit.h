// What lives as long as the instance: the plug-in's state, and its kernel while there is one.
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

// The functions of the component beside those of all bridges. Thread: control.
bool unit_message(void *unit, const void *bytes, size_t count, tenuto_output *reply);

// A kernel was made, or is about to go: the state moves over.
void unit_attach(unit *u, struct kernel *k);
void unit_detach(unit *u);
