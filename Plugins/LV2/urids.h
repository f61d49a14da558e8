// Numbers for URIs (LV2 URID), and those that the bridge itself uses.
#pragma once
#include <lilv/lilv.h>
#include <lv2/urid/urid.h>
#include <stdint.h>

typedef struct urids {
  LV2_URID atom_blank, atom_bool, atom_double, atom_float, atom_int, atom_long, atom_object;
  LV2_URID atom_path, atom_sequence, atom_string, atom_uri, atom_urid, atom_chunk;
  LV2_URID midi_event;
  LV2_URID patch_get, patch_put, patch_set, patch_property, patch_value, patch_body;
  LV2_URID time_position, time_frame, time_speed, time_bar, time_bar_beat, time_beat;
  LV2_URID time_beat_unit, time_beats_per_bar, time_beats_per_minute, time_frames_per_second;
  LV2_URID state_changed;
  LV2_URID log_error, log_warning, log_note, log_trace;
  LV2_URID minimum_block, maximum_block, nominal_block, sequence_size, sample_rate;
} urids;

// Thread: any. A new URI takes a lock and memory.
extern LV2_URID_Map urid_map;
extern LV2_URID_Unmap urid_unmap;

// Returns the number of `uri`, or 0 if memory runs out.
LV2_URID urid_of(const char *uri);
// Returns the URI of a number, or NULL for an unknown number.
const char *urid_text(LV2_URID urid);

// Returns the bridge's own URIDs, mapped at the first call. Thread: control for the first.
const urids *common_urids(void);
