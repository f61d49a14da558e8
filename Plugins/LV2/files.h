// The files of a plug-in's state (`state:mapPath`, `makePath`, `freePath`).
//
// A sandbox has no folder to write to: files that a plug-in makes are in memory, as
// "/proc/self/fd/N", and the state carries them. A state names a file by an abstract path:
//
//   /tenuto/files/NAME    one that the state carries: made by the plug-in, or a user's
//   /tenuto/bundle/PATH   one of the plug-in's bundle, wherever that is installed
//   any other             one of a package, or one that is too long to be carried
//
// Thread: control, for all.
#pragma once
#include <lilv/lilv.h>
#include <lv2/state/state.h>
#include <stdio.h>
#include "tenuto_extension.h"

// Opens the memory for files, then denies this process to open more. To be called before any of
// the plug-in's code runs. `bundle` is the bundle's folder with a slash at its end.
void files_prepare(const char *bundle);

// The features that make and free paths, for instantiation and states.
extern LV2_State_Make_Path files_make_path;
extern LV2_State_Free_Path files_free_path;
// The feature that maps paths, for states alone.
extern LV2_State_Map_Path files_map_path;

// Begins a state; `carries_users` is whether the user's files are part of it.
void files_begin_save(bool carries_users);
// Writes the files that the state has named; false if a file cannot be read.
bool files_write(FILE *to);

// Whether a state is acceptable: `bytes` are its text, a zero, and its files.
bool files_are_whole(const char *bytes, size_t count);

// Takes the files of a state that is about to be restored; false if they are malformed or too many.
// `bytes` begin with the first file.
bool files_take(const char *bytes, size_t count);
