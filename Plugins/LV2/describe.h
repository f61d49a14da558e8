// Describes a plug-in to hosts by a `tenuto_component`.
#pragma once
#include "plugin.h"

// Fills `component` except for its functions; sets `fault` on failure.
void describe(plugin *p);

// Each part fills its own lists and the ports' indices in them.
void describe_words(plugin *p);
void describe_busses(plugin *p);
void describe_parameters(plugin *p);
void describe_presets(plugin *p);

// Whether the bridge supports a requirement of a plug-in, a feature or an option, by its URI.
bool is_feature_known(const char *uri);
bool is_option_known(const char *uri);
