// The smallest LV2 host, within a test's process: its output is the reference for a plug-in.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct oracle oracle;

// Loads the plug-in from the bundles in LV2_PATH; NULL on failure. All control ports have their
// defaults.
oracle *_Nullable oracle_make(const char *_Nonnull uri, double sample_rate, uint32_t frame_count);
void oracle_free(oracle *_Nullable o);

// Sets a control port by its symbol.
void oracle_set(oracle *_Nonnull o, const char *_Nonnull symbol, float value);

// Adds a MIDI message to the next run.
void oracle_send(oracle *_Nonnull o, uint32_t frame, const uint8_t *_Nonnull bytes, uint32_t size);

// Renders the given number of frames. Channels are concatenated, in the order of the ports.
void oracle_run(oracle *_Nonnull o, const float *_Nonnull inputs, float *_Nonnull outputs);

uint32_t oracle_input_count(const oracle *_Nonnull o);
uint32_t oracle_output_count(const oracle *_Nonnull o);
