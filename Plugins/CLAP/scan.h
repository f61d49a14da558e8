// The plug-ins of a library as components that can be asked, not run.
#pragma once

// Serves those of the library at `path`, which runs its code; does not return.
int scan_main(const char *path);
