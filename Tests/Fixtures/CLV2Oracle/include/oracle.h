// The smallest LV2 host, in the process of a test: what it renders is what a plug-in sounds like.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct oracle oracle;

// Loads the plug-in from the bundles of LV2_PATH; NULL where that cannot be. All control ports are
// at their defaults.
oracle *_Nullable oracle_make(const char *_Nonnull uri, double sample_rate, uint32_t frame_count);
void oracle_free(oracle *_Nullable o);

// Sets a control port by its symbol.
void oracle_set(oracle *_Nonnull o, const char *_Nonnull symbol, float value);

// Adds a MIDI message to the next run.
void oracle_send(oracle *_Nonnull o, uint32_t frame, const uint8_t *_Nonnull bytes, uint32_t size);

// Runs as many frames as were named. Channels follow each other, in the order of the ports.
void oracle_run(oracle *_Nonnull o, const float *_Nonnull inputs, float *_Nonnull outputs);

uint32_t oracle_input_count(const oracle *_Nonnull o);
uint32_t oracle_output_count(const oracle *_Nonnull o);
