// The `LV2_Feature`s of an LV2 instance, with their data.
#pragma once
#include <lilv/lilv.h>
#include <lv2/event/event.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/uri-map/uri-map.h>
#include <lv2/worker/worker.h>
#include "urids.h"

enum { MOST_FEATURES = 24 };

typedef struct features {
  int32_t minimum_block, maximum_block, nominal_block, sequence_bytes;
  float sample_rate;
  LV2_Options_Option options[6];
  LV2_Worker_Schedule schedule;
  LV2_Feature items[MOST_FEATURES];
  const LV2_Feature *list[MOST_FEATURES + 1];  // ends with NULL
  uint32_t count;
} features;

// Fills them for an instance; `block_frames` is the length of all calls, 0 if it varies; `schedule`
// is set before if there is a worker.
void features_make(
    features *f, double sample_rate, uint32_t maximum_frame_count, uint32_t block_frames,
    uint32_t sequence_bytes);
