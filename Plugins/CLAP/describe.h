// What a host is told of a plug-in: its `tenuto_component`.
#pragma once
#include "unit.h"

// Makes a plug-in of the library, with an instance that describes it. Where it cannot be used
// `fault` says why, and there is no instance.
plugin *describe(const library *l, const clap_plugin_descriptor *descriptor, unit **made);

// The parts. Each fills its lists.
void describe_busses(plugin *p, unit *u);
void describe_parameters(plugin *p, const unit *u);
void describe_presets(plugin *p, unit *u);

// Loads a factory preset. Thread: control.
bool preset_load(unit *u, const preset_place *place);
