// Plug-ins as components of one extension that can be asked, not run.
#pragma once
#include <stddef.h>
#include "tenuto_extension.h"

// A plug-in that was found.
typedef struct finding {
  const tenuto_component *component;  // NULL where it cannot be used
  // What it is called, then the folders and whatever else its process is to know; or what it is
  // called and why it cannot be used. Tabs in between.
  const char *line;
} finding;

// Serves the components behind one that answers any message with a table: a line for each, "+" or
// "!" before it, in their order. Does not return.
int scan_serve(const finding *findings, size_t count);

// The line of what `scan` has found that stands in the file `plugin` beside the executable: a
// component's code, then as above. False where there is none.
enum { LINE_BYTES = 65536 };
bool scan_read_line(const char *executable, char line[LINE_BYTES]);
