#include "features.h"
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/state/state.h>
#include <stdio.h>
#include <string.h>
#include "bridge/log.h"
#include "files.h"

LV2_DISABLE_DEPRECATION_WARNINGS  // the old extensions, which are still in use

// --- Log -------------------------------------------------------------------------------------

enum { LINE_BYTES = 256 };

static const char *word_of(LV2_URID type) {
  const urids *u = common_urids();
  return type == u->log_error ? "error" : type == u->log_warning ? "warning" : "note";
}

static int log_text(
    LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments) {
  (void)handle;
  char line[LINE_BYTES];
  if (is_rendering && type == common_urids()->log_trace) return 0;
  int prefix = snprintf(line, sizeof line, "%s: ", word_of(type));
  int count = vsnprintf(line + prefix, sizeof line - (size_t)prefix, format, arguments);
  log_line(line);
  return count;
}

static int log_format(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = log_text(handle, type, format, arguments);
  va_end(arguments);
  return count;
}

static LV2_Log_Log log_feature = {NULL, log_format, log_text};

// --- Old extensions --------------------------------------------------------------------------

static uint32_t uri_to_id(
    LV2_URI_Map_Callback_Data data, const char *map, const char *uri) {
  (void)data, (void)map;
  return urid_of(uri);
}

// Events are plain bytes here and live only during the call, so references are not counted.
static uint32_t event_reference(LV2_Event_Callback_Data data, LV2_Event *event) {
  (void)data, (void)event;
  return 1;
}

static LV2_URI_Map_Feature uri_map_feature = {NULL, uri_to_id};
static LV2_Event_Feature event_feature = {NULL, event_reference, event_reference};

// --- All -------------------------------------------------------------------------------------

static void add(features *f, const char *uri, void *data) {
  f->items[f->count] = (LV2_Feature){uri, data};
  f->list[f->count] = &f->items[f->count];
  f->list[++f->count] = NULL;
}

static void make_options(features *f) {
  const urids *u = common_urids();
  const struct { LV2_URID key; LV2_URID type; const void *value; } all[] = {
      {u->minimum_block, u->atom_int, &f->minimum_block},
      {u->maximum_block, u->atom_int, &f->maximum_block},
      {u->nominal_block, u->atom_int, &f->nominal_block},
      {u->sequence_size, u->atom_int, &f->sequence_bytes},
      {u->sample_rate, u->atom_float, &f->sample_rate}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    f->options[i] = (LV2_Options_Option){
        LV2_OPTIONS_INSTANCE, 0, all[i].key, 4, all[i].type, all[i].value};
  f->options[sizeof all / sizeof *all] = (LV2_Options_Option){0};
}

void features_make(
    features *f, double sample_rate, uint32_t maximum_frame_count, uint32_t block_frames,
    uint32_t sequence_bytes) {
  static const char *const plain[] = {
      LV2_BUF_SIZE__boundedBlockLength, LV2_STATE__loadDefaultState, LV2_STATE__threadSafeRestore,
      LV2_CORE__isLive, LV2_CORE__hardRTCapable, LV2_CORE__inPlaceBroken};
  static const char *const of_blocks[] = {
      LV2_BUF_SIZE__fixedBlockLength, LV2_BUF_SIZE__powerOf2BlockLength,
      LV2_BUF_SIZE__coarseBlockLength};
  log_start();
  f->minimum_block = block_frames ? (int32_t)block_frames : 1;
  f->maximum_block = f->nominal_block =
      (int32_t)(block_frames ? block_frames : maximum_frame_count);
  f->sequence_bytes = (int32_t)sequence_bytes;
  f->sample_rate = (float)sample_rate;
  make_options(f);
  add(f, LV2_URID__map, &urid_map);
  add(f, LV2_URID__unmap, &urid_unmap);
  add(f, LV2_OPTIONS__options, f->options);
  add(f, LV2_LOG__log, &log_feature);
  add(f, LV2_URI_MAP_URI, &uri_map_feature);
  add(f, LV2_EVENT_URI, &event_feature);
  add(f, LV2_STATE__makePath, &files_make_path);
  add(f, LV2_STATE__freePath, &files_free_path);
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) add(f, plain[i], NULL);
  for (size_t i = 0; block_frames && i < sizeof of_blocks / sizeof *of_blocks; i++)
    add(f, of_blocks[i], NULL);
  // Last, so that it can be omitted if the plug-in has no work.
  if (f->schedule.handle) add(f, LV2_WORKER__schedule, &f->schedule);
}
