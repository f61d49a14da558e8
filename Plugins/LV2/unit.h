// What lives as long as the instance: the plug-in's state, and its kernel while there is one.
#pragma once
#include "plugin.h"

typedef struct unit {
  tenuto_host *host;
  plugin *plugin;
  struct kernel *kernel;  // NULL while not allocated
  // The state that the next kernel gets, as Turtle; NULL for none.
  char *waiting;
} unit;

// The plug-in of this process, set by `main` before anything else runs.
extern plugin *served_plugin;

// The functions of the component. Thread: control.
void *unit_open(tenuto_host *host);
void unit_close(void *unit);
void unit_save(void *unit, tenuto_scope scope, tenuto_output *output);
bool unit_load(void *unit, uint32_t version, const void *bytes, size_t count);
void unit_select(void *unit, int32_t number);
bool unit_message(void *unit, const void *bytes, size_t count, tenuto_output *reply);
void unit_tick(void *unit);

// A kernel was made, or is about to go: the state moves over.
void unit_attach(unit *u, struct kernel *k);
void unit_detach(unit *u);
