#include "describe.h"
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/event/event.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/parameters/parameters.h>
#include <lv2/state/state.h>
#include <lv2/uri-map/uri-map.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <string.h>

bool is_feature_known(const char *uri) {
  static const char *const known[] = {
      LV2_URID__map, LV2_URID__unmap, LV2_OPTIONS__options, LV2_WORKER__schedule, LV2_LOG__log,
      LV2_BUF_SIZE__boundedBlockLength, LV2_BUF_SIZE__fixedBlockLength, LV2_BUF_SIZE__powerOf2BlockLength,
      LV2_BUF_SIZE__coarseBlockLength, LV2_STATE__loadDefaultState, LV2_STATE__makePath,
      LV2_STATE__mapPath, LV2_STATE__freePath, LV2_STATE__threadSafeRestore, LV2_CORE__isLive,
      LV2_CORE__hardRTCapable, LV2_CORE__inPlaceBroken, LV2_URI_MAP_URI, LV2_EVENT_URI};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(uri, known[i])) return true;
  return false;
}

bool is_option_known(const char *uri) {
  static const char *const known[] = {
      LV2_BUF_SIZE__minBlockLength, LV2_BUF_SIZE__maxBlockLength, LV2_BUF_SIZE__nominalBlockLength,
      LV2_BUF_SIZE__sequenceSize, LV2_PARAMETERS__sampleRate};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strcmp(uri, known[i])) return true;
  return false;
}

void describe(plugin *p) {
  describe_words(p);
  describe_busses(p);
  describe_parameters(p);
  if (!p->fault) describe_presets(p);
}
