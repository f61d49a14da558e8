// A plug-in that is active, with all that its render thread touches.
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

// Events that wait for the next call, in the order of time.
typedef struct event_queue {
  event events[MOST_EVENTS];
  uint32_t count;
  uint8_t sysex_bytes[SYSEX_ROOM];
  uint32_t sysex_count;
} event_queue;

// What is known of a channel of MIDI whose notes have expressions.
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
  float **channels;   // of all busses, one behind the other
  float **own;        // aligned memory of each channel
  int32_t *sources;   // the host's channel, -1 for none
  uint32_t channel_count;
} buffers;

// What the plug-in's events tell the control thread.
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
  bool has_offline_mode;   // it was told that it renders offline
  ring *gestures;
  atomic_bool is_offline;  // what the control thread has to tell it
  // Held while the plug-in runs; the control thread takes it to activate it anew, and the render
  // thread, which does not wait for it, gives silence meanwhile.
  atomic_flag is_busy;
} kernel;

// Deactivates and activates the plug-in, which has asked for it. Thread: control.
void kernel_restart(kernel *k);
// Has the plug-in take values and tell its own, while it is or is not allocated. Thread: control.
void kernel_flush(unit *u, const clap_event_param *values, uint32_t count);
// An event that sets a parameter. Thread: any.
clap_event_param parameter_event(clap_id id, double value);
// Hands on what the render thread has to tell. Thread: control.
void kernel_tell(kernel *k);
