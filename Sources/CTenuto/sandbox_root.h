// The files that an extension sees.
#pragma once
#include "sandbox_spawn.h"

// Opens the files to be mounted later, with the rights of the host's user.
void tenuto_take_trees(spawn *s);

// Makes a tree of the opened files the root of all processes that this process starts. On a layer's
// error everything stays as it was.
long tenuto_enter_private_root(spawn *s);

// Mounts a /proc that shows the processes of the namespace, limited to those that each may trace.
long tenuto_mount_proc(const char *path);
