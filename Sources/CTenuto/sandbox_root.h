// The files that an extension finds.
#pragma once
#include "sandbox_spawn.h"

// Takes what is mounted later, with the rights of the host's user.
void tenuto_take_trees(spawn *s);

// Makes a tree of what was taken the root of all that this process starts. A layer's error leaves
// everything as it was.
long tenuto_enter_own_root(spawn *s);

// Mounts a /proc that shows the processes of the namespace, and of these only what each may trace.
long tenuto_mount_proc(const char *path);
