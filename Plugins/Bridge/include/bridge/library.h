// The code of plug-ins. No code can be mapped after the extension begins to serve its host.
#pragma once

// Sets the environment that toolkits need without a display and a home.
void library_prepare(void);

// Maps a plug-in's library and the libraries that it opens later. Returns NULL on failure, which
// `dlerror` explains.
void *library_open(const char *path);
