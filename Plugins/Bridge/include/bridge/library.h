// The code of plug-ins. No code can be mapped after the extension begins to serve its host.
#pragma once

// Sets the environment that toolkits need without a display and a home.
void library_prepare(void);

// Denies this process to open memory files, which the sandbox allows bridges: what a plug-in can fill
// is limited by the number of those that are open and by RLIMIT_FSIZE. To be called before any of a
// plug-in's code runs.
void library_deny_memory_files(void);

// Maps a plug-in's library, and what it will look for later; NULL where that cannot be, which
// `dlerror` explains.
void *library_open(const char *path);
