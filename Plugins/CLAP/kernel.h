// An active plug-in, with all data of its render thread.
#pragma once
#include <stdatomic.h>
#include "abi_events.h"
#include "bridge/functions.h"
#include "bridge/midi.h"
#include "bridge/ring.h"
#include "unit.h"

enum { MOST_EVENTS = 4096, SYSEX_ROOM = 1 << 17, CHANNELS = 16, KEYS = 128 };

// An event for the plug-in.
typedef union event {
  clap_event_header header;
  clap_event_note note;
  clap_event_note_expression expression;
  clap_event_param param;
  clap_event_midi midi;
  clap_event_midi_sysex sysex;
  clap_event_midi2 midi2;
} event;

// Events for the next call, ordered by time.
typedef struct event_queue {
  event events[MOST_EVENTS];
  uint32_t count;
  uint8_t sysex_bytes[SYSEX_ROOM];
  uint32_t sysex_count;
} event_queue;

// State of a MIDI channel whose notes have expressions.
typedef struct channel_state {
  double bend, bend_range;    // -1...1, semitones
  double note_bend_range;     // semitones, of per-note pitch bend
  double pressure, timbre;    // 0...1, below 0: never set
  int32_t note_ids[KEYS];     // -1 for none
} channel_state;

// A note port: its channels and its zones of MIDI Polyphonic Expression.
typedef struct port_state {
  channel_state channels[CHANNELS];
  uint32_t lower_members, upper_members;  // 0: no zone
} port_state;

// The busses of one side, as `process` gets them.
typedef struct buffers {
  clap_audio_buffer busses[MOST_AUDIO_PORTS];
  float **channels;   // of all busses, in sequence
  float **own;        // aligned memory of each channel
  int32_t *sources;   // the host's channel, -1 for none
  uint32_t channel_count;
} buffers;

// A gesture in the plug-in's events, for the control thread.
typedef struct gesture {
  clap_id id;
  bool is_touched;
} gesture;

typedef struct kernel {
  unit *unit;
  const plugin *plugin;
  const clap_plugin *instance;
  double sample_rate;
  uint32_t maximum_frame_count;
  uint32_t latency;        // frames
  buffers inputs, outputs;
  event_queue queue;
  port_state ports[MOST_NOTE_PORTS];
  int32_t next_note_id;
  sysex sysex_in[MOST_NOTE_PORTS];
  tenuto_cycle *cycle;     // while `process` runs
  uint32_t frame_count;
  bool is_processing;      // between `start_processing` and `stop_processing`
  bool has_failed;
  bool has_offline_mode;   // offline mode is set in the plug-in
  ring *gestures;
  atomic_bool is_offline;  // the mode that the control thread sets
  // Held while the plug-in runs. The control thread takes it to reactivate the plug-in; the render
  // thread outputs silence meanwhile instead of waiting.
  atomic_flag is_busy;
} kernel;

// Deactivates and activates the plug-in at its request. Thread: control.
void kernel_restart(kernel *k);
// Flushes values to the plug-in and from it, whether it is allocated or not. Thread: control.
void kernel_flush(unit *u, const clap_event_param *values, uint32_t count);
// Returns an event that sets a parameter. Thread: any.
clap_event_param parameter_event(clap_id id, double value);
// Forwards the reports of the render thread to the host. Thread: control.
void kernel_send_gestures(kernel *k);
