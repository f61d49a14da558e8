// The code of plug-ins. No code can be mapped after the extension begins to serve its host.
#pragma once

// Sets the environment that toolkits need without a display and a home.
void library_prepare(void);

// Denies this process opening memory files, which the sandbox allows bridges: a plug-in can then
// fill only the open ones, up to RLIMIT_FSIZE. Call it before any plug-in code runs.
void library_deny_memory_files(void);

// Maps a plug-in's library and the libraries that it loads later; NULL on failure, which `dlerror`
// explains.
void *library_open(const char *path);
