// Plug-ins as components of one extension, for queries only.
#pragma once
#include <stddef.h>
#include "tenuto_extension.h"

// A plug-in found by the scan.
typedef struct finding {
  const tenuto_component *component;  // NULL if it cannot be used
  // Tab-separated: its identifier, folders and further data for its process; or its identifier and
  // the reason why it cannot be used.
  const char *line;
} finding;

// Serves a component that answers any message with a table, followed by the found components. The
// table has a line for each plug-in, with "+" or "!" before it, in their order. Does not return.
int scan_serve(const finding *findings, size_t count);

// Reads the scan's line from the file `plugin` next to the executable: a component's code, then the
// line as above. Returns false if none exists.
enum { LINE_BYTES = 65536 };
bool scan_read_line(const char *executable, char line[LINE_BYTES]);
