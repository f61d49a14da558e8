#include "urids.h"
#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/log/log.h>
#include <lv2/midi/midi.h>
#include <lv2/parameters/parameters.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>
#include <lv2/time/time.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Open addressing: `slots` has the numbers, `texts` the URIs by number. Entries are never removed.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static LV2_URID *slots;
static size_t slot_count;
static char **texts;
static LV2_URID last;

static size_t hash(const char *text) {
  uint64_t sum = 14695981039346656037u;
  while (*text) sum = (sum ^ (uint8_t)*text++) * 1099511628211u;
  return (size_t)(sum ^ sum >> 32);
}

static LV2_URID *slot_of(const char *uri) {
  for (size_t i = hash(uri);; i++) {
    LV2_URID *slot = &slots[i & (slot_count - 1)];
    if (!*slot || !strcmp(texts[*slot], uri)) return slot;
  }
}

static bool grow(void) {
  size_t count = slot_count ? slot_count * 2 : 1024;
  LV2_URID *wider = calloc(count, sizeof *wider);
  char **more = realloc(texts, count * sizeof *more);
  if (more) texts = more;
  if (!wider || !more) {
    free(wider);
    return false;
  }
  free(slots);
  slots = wider;
  slot_count = count;
  for (LV2_URID i = 1; i <= last; i++) *slot_of(texts[i]) = i;
  return true;
}

LV2_URID urid_of(const char *uri) {
  if (!uri) return 0;
  pthread_mutex_lock(&lock);
  LV2_URID result = 0;
  if (last * 2 < slot_count || grow()) {
    LV2_URID *slot = slot_of(uri);
    char *copy = *slot ? NULL : strdup(uri);
    if (copy) {
      texts[++last] = copy;
      *slot = last;
    }
    result = *slot;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

const char *urid_text(LV2_URID urid) {
  pthread_mutex_lock(&lock);
  const char *text = urid > 0 && urid <= last ? texts[urid] : NULL;
  pthread_mutex_unlock(&lock);
  return text;
}

static LV2_URID map(LV2_URID_Map_Handle handle, const char *uri) {
  (void)handle;
  return urid_of(uri);
}

static const char *unmap(LV2_URID_Unmap_Handle handle, LV2_URID urid) {
  (void)handle;
  return urid_text(urid);
}

LV2_URID_Map urid_map = {NULL, map};
LV2_URID_Unmap urid_unmap = {NULL, unmap};

const urids *common_urids(void) {
  static urids all;
  if (all.atom_blank) return &all;
  all = (urids){
      .atom_bool = urid_of(LV2_ATOM__Bool), .atom_double = urid_of(LV2_ATOM__Double),
      .atom_float = urid_of(LV2_ATOM__Float), .atom_int = urid_of(LV2_ATOM__Int),
      .atom_long = urid_of(LV2_ATOM__Long), .atom_object = urid_of(LV2_ATOM__Object),
      .atom_path = urid_of(LV2_ATOM__Path), .atom_sequence = urid_of(LV2_ATOM__Sequence),
      .atom_string = urid_of(LV2_ATOM__String), .atom_uri = urid_of(LV2_ATOM__URI),
      .atom_urid = urid_of(LV2_ATOM__URID), .atom_chunk = urid_of(LV2_ATOM__Chunk),
      .midi_event = urid_of(LV2_MIDI__MidiEvent), .patch_get = urid_of(LV2_PATCH__Get),
      .patch_put = urid_of(LV2_PATCH__Put), .patch_set = urid_of(LV2_PATCH__Set),
      .patch_property = urid_of(LV2_PATCH__property), .patch_value = urid_of(LV2_PATCH__value),
      .patch_body = urid_of(LV2_PATCH__body), .time_position = urid_of(LV2_TIME__Position),
      .time_frame = urid_of(LV2_TIME__frame), .time_speed = urid_of(LV2_TIME__speed),
      .time_bar = urid_of(LV2_TIME__bar), .time_bar_beat = urid_of(LV2_TIME__barBeat),
      .time_beat = urid_of(LV2_TIME__beat), .time_beat_unit = urid_of(LV2_TIME__beatUnit),
      .time_beats_per_bar = urid_of(LV2_TIME__beatsPerBar),
      .time_beats_per_minute = urid_of(LV2_TIME__beatsPerMinute),
      .time_frames_per_second = urid_of(LV2_TIME__framesPerSecond),
      .state_changed = urid_of(LV2_STATE__StateChanged), .log_error = urid_of(LV2_LOG__Error),
      .log_warning = urid_of(LV2_LOG__Warning), .log_note = urid_of(LV2_LOG__Note),
      .log_trace = urid_of(LV2_LOG__Trace),
      .minimum_block = urid_of(LV2_BUF_SIZE__minBlockLength),
      .maximum_block = urid_of(LV2_BUF_SIZE__maxBlockLength),
      .nominal_block = urid_of(LV2_BUF_SIZE__nominalBlockLength),
      .sequence_size = urid_of(LV2_BUF_SIZE__sequenceSize),
      .sample_rate = urid_of(LV2_PARAMETERS__sampleRate)};
  all.atom_blank = urid_of(LV2_ATOM__Blank);
  return &all;
}
