// The plug-ins of a library as components for queries only.
#pragma once

// Serves the plug-ins of the library at `path`, running its code. Does not return.
int scan_main(const char *path);
