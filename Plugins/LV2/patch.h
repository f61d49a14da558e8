// Properties by patch:Set, both ways.
#pragma once
#include "kernel.h"

enum { MOST_PATCH_BYTES = 8192 };

// Sends the properties that were set since the last call. Thread: render.
void patch_send_wanted(kernel *k);

// Takes what the plug-in says of its properties and its state. Thread: render.
void patch_take(kernel *k, tenuto_cycle *cycle, uint32_t frame, const LV2_Atom_Object *object);

// Sets a property that is a text, a path or a URI before the next frames; false where the
// plug-in has none of that name, or where others wait. Thread: control.
bool patch_send_text(kernel *k, const char *uri, const char *value);
