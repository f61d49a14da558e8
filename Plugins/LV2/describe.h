// What a host is told of a plug-in: its `tenuto_component`.
#pragma once
#include "plugin.h"

// Fills `component`, but for its functions; sets `fault` where that cannot be.
void describe(plugin *p);

// The parts. Each fills its lists and the ports' places in them.
void describe_words(plugin *p);
void describe_busses(plugin *p);
void describe_parameters(plugin *p);
void describe_presets(plugin *p);

// Whether the bridge has what a plug-in requires by this URI: a feature, an option.
bool is_feature_known(const char *uri);
bool is_option_known(const char *uri);
