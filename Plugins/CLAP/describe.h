// Describes a plug-in to hosts by a `tenuto_component`.
#pragma once
#include "unit.h"

// Creates a plug-in of the library and an instance that describes it. If the plug-in cannot be
// used, `fault` has the reason and there is no instance.
plugin *describe(const library *l, const clap_plugin_descriptor *descriptor, unit **made);

// Each part fills its own lists.
void describe_busses(plugin *p, unit *u);
void describe_parameters(plugin *p, const unit *u);
void describe_presets(plugin *p, unit *u);

// Loads a factory preset. Thread: control.
bool preset_load(unit *u, const preset_location *preset);
