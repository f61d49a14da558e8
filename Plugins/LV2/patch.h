// Properties by patch:Set, both ways.
#pragma once
#include "kernel.h"

enum { MOST_PATCH_BYTES = 8192 };

// Sends the properties that were set since the last call. Thread: render.
void patch_send_wanted(kernel *k);

// Handles the plug-in's messages about its properties and its state. Thread: render.
void patch_take(kernel *k, tenuto_cycle *cycle, uint32_t frame, const LV2_Atom_Object *object);

// Sets a text, path or URI property before the next frames; returns false if the plug-in lacks it,
// or while another one waits. Thread: control.
bool patch_send_text(kernel *k, const char *uri, const char *value);
