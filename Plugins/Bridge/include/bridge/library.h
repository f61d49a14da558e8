// The code of plug-ins. No more can be mapped once the extension serves its host.
#pragma once

// Sets what toolkits look for when they start, where there is no display and no home.
void library_prepare(void);

// Maps a plug-in's library, and what it will look for later; NULL where that cannot be, which
// `dlerror` explains.
void *library_open(const char *path);
