// A running LV2 instance, with all data of its render thread.
#pragma once
#include <lv2/atom/atom.h>
#include <lv2/atom/forge.h>
#include <lv2/event/event.h>
#include <lv2/worker/worker.h>
#include <stdatomic.h>
#include "bridge/functions.h"
#include "bridge/midi.h"
#include "features.h"
#include "plugin.h"
#include "unit.h"
#include "worker.h"

enum { PENDING_BYTES = 1 << 17, MIDI_INPUTS = 16 };

// MIDI that waits for the next call: headers and bytes in sequence.
typedef struct pending_event {
  uint32_t frame;
  uint16_t port;   // by `midi_index`
  uint32_t size;   // of the bytes that follow
} pending_event;

// The transport last sent to the plug-in.
typedef struct known_position {
  bool is_known;
  tenuto_music music;
  int64_t next_frame;  // the position after the frames since then
} known_position;

// A text for the plug-in, filled by the control thread and sent by the render thread.
typedef struct wanted_text {
  atomic_bool is_full;
  LV2_URID key, type;
  char value[4096];
  _Alignas(8) uint8_t bytes[4608];  // the message, made by the render thread
} wanted_text;

// Reports of the render thread to the control thread, which checks them at every tick.
typedef struct reports {
  _Atomic uint32_t latency;
  atomic_bool is_latency_new;
  atomic_bool has_state_changed;
} reports;

// The position of the first frame of a run in the call of `render`, and the frames of that call.
typedef struct frames {
  uint32_t first, count;
} frames;

typedef struct kernel {
  plugin *plugin;
  unit *unit;
  features features;
  LilvInstance *instance;
  worker *worker;            // NULL without work
  double sample_rate;
  uint32_t maximum_frame_count;
  uint32_t block_frames;     // of each run, where these are of one length; else 0
  uint32_t block_fill;       // frames of the next block that are there
  int32_t music_shift;       // frames from the call of `render` to the start of the run
  float *controls;           // one for each port
  float *meters;             // values last reported to the host, one for each port
  int64_t next_meters;       // the sample time of the next report
  float **signals;           // audio and CV: aligned memory of the port's own
  void **sequences;          // atom and event ports
  int32_t *channels;         // audio and CV: the host's channel, -1 for none
  int32_t latency_port;      // -1 for none
  int32_t control_port;      // for positions and patches; -1 for none
  float *property_values;
  bool *is_property_wanted;  // to be sent before the next frames
  uint8_t pending[PENDING_BYTES];
  uint32_t pending_bytes;
  sysex sysex_in[MIDI_INPUTS];
  known_position position;
  wanted_text text;
  LV2_Atom_Forge forge;
  reports reports;
  // Held while the plug-in runs. The control thread takes it to restore a state; the render thread
  // outputs silence meanwhile instead of waiting.
  atomic_flag is_busy;
} kernel;

// Runs the plug-in with its queued input, and passes on its output. Thread: render.
void kernel_run(kernel *k, tenuto_cycle *cycle, uint32_t frame_count, frames of_call);

// The current value of the latency port in frames, plus the block's length.
uint32_t kernel_latency_now(const kernel *k);
// Returns whether it has changed since the last call. Thread: control.
bool kernel_has_new_latency(kernel *k);

// Keeps the render thread out. Thread: control.
void kernel_pause(kernel *k);
void kernel_resume(kernel *k);
