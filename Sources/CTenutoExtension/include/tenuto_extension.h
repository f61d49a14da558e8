// Audio extensions for Tenuto in C or C++: fill a `tenuto_component`, call `tenuto_extension_main`.
//
// It speaks the protocol of the pages SharedMemoryLayout and MessageProtocol and needs nothing but
// a C library. Two threads call the author's functions; each says which:
//
//   control  the main thread. It may allocate and wait.
//   render   the thread that makes sound. No allocation, no lock, no input or output, no waiting.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- What a component says of itself ---------------------------------------------------------

// One audio bus of 1...64 channels. An optional one, such as a side chain, may be left out.
typedef struct tenuto_bus {
  const char *name;
  uint16_t channel_count;
  bool is_optional;
} tenuto_bus;

// Channel counts of the main busses that a component works with, as AUChannelInfo has them: 0 or
// more is exact; -1 any (-1 on both sides: the same on both); -1 with -2 any and any; below -2 at
// most so many over all busses of that side.
typedef struct tenuto_capability {
  int16_t input_count;
  int16_t output_count;
} tenuto_capability;

typedef struct tenuto_group {
  const char *path;  // such as "filter.envelope"
  const char *name;
} tenuto_group;

typedef struct tenuto_value {
  uint64_t address;
  float value;
} tenuto_value;

// Units, with the numbers of AudioUnitParameterUnit; others of its numbers may be used as well.
enum {
  TENUTO_UNIT_GENERIC = 0,
  TENUTO_UNIT_INDEXED = 1,
  TENUTO_UNIT_BOOLEAN = 2,
  TENUTO_UNIT_PERCENT = 3,
  TENUTO_UNIT_SECONDS = 4,
  TENUTO_UNIT_SAMPLE_FRAMES = 5,
  TENUTO_UNIT_HERTZ = 8,
  TENUTO_UNIT_CENTS = 9,
  TENUTO_UNIT_SEMITONES = 10,
  TENUTO_UNIT_MIDI_NOTE = 11,
  TENUTO_UNIT_MIDI_CONTROLLER = 12,
  TENUTO_UNIT_DECIBELS = 13,
  TENUTO_UNIT_LINEAR_GAIN = 14,
  TENUTO_UNIT_PAN = 18,
  TENUTO_UNIT_MILLISECONDS = 24,
  TENUTO_UNIT_RATIO = 25,
  TENUTO_UNIT_CUSTOM = 26,
};

enum {
  TENUTO_PARAMETER_READ_ONLY = 1,       // a meter: only the extension changes it
  TENUTO_PARAMETER_LOGARITHMIC = 2,     // shown on a logarithmic scale
  TENUTO_PARAMETER_HIDDEN = 4,          // not for people to see
  TENUTO_PARAMETER_CAN_RAMP = 8,        // `ramp` is called for it; others get steps of 32 frames
  TENUTO_PARAMETER_NOT_AUTOMATABLE = 16,  // changing it while sound runs may click
};

// Strings and lists that are NULL are empty. The identifier is not.
typedef struct tenuto_parameter {
  uint64_t address;        // unique in the component and stable for ever
  const char *identifier;  // unique too, such as "cutoff"
  const char *name;
  const char *group;       // the path of its group
  float minimum, maximum, default_value;
  uint32_t unit;           // TENUTO_UNIT_*
  const char *unit_name;   // with TENUTO_UNIT_CUSTOM
  uint32_t flags;          // TENUTO_PARAMETER_*
  const char *const *value_names;  // of the whole values from the minimum on
  uint16_t value_name_count;
  const uint64_t *dependents;      // parameters whose values or meaning change with this one
  uint16_t dependent_count;
} tenuto_parameter;

// A factory preset. Parameters that it does not name take their defaults.
typedef struct tenuto_preset {
  int32_t number;  // 0 or more, stable for ever
  const char *name;
  const tenuto_value *values;
  uint16_t value_count;
} tenuto_preset;

// --- What the author's functions get ---------------------------------------------------------

// The instance, for what a unit tells its host.
typedef struct tenuto_host tenuto_host;

// The cycle that is rendered.
typedef struct tenuto_cycle tenuto_cycle;

// Bytes that grow: what `save` and `message` write into.
typedef struct tenuto_output tenuto_output;

typedef struct tenuto_setup {
  double sample_rate;            // Hz
  uint32_t maximum_frame_count;  // frames of one call of `render`
  const uint16_t *input_channels;   // of each bus; 0: the bus is left out
  const uint16_t *output_channels;
  uint32_t input_channel_count;     // of all busses
  uint32_t output_channel_count;
  void *unit;                       // what `open` gave
} tenuto_setup;

typedef enum tenuto_scope {
  TENUTO_SCOPE_PRESET = 0,    // what a preset keeps
  TENUTO_SCOPE_DOCUMENT = 1,  // and what belongs to the piece
} tenuto_scope;

// --- A component -----------------------------------------------------------------------------

// Only `code`, `name`, `create` and `render` must be there.
typedef struct tenuto_component {
  const char *code;  // "aumu ckrn Tnto"
  const char *name;
  const char *manufacturer;
  const char *version;  // "major.minor.patch"
  const char *summary;
  const char *license;  // an SPDX expression
  const char *contact;
  const char *const *tags;
  uint16_t tag_count;
  const tenuto_bus *inputs;
  uint16_t input_count;
  const tenuto_bus *outputs;
  uint16_t output_count;
  const tenuto_capability *capabilities;  // none: the channels of the busses alone
  uint16_t capability_count;
  const tenuto_parameter *parameters;
  uint16_t parameter_count;
  const tenuto_group *groups;
  uint16_t group_count;
  const uint64_t *overview;  // addresses, the most important first
  uint16_t overview_count;
  const tenuto_preset *presets;
  uint16_t preset_count;
  uint32_t state_version;  // of the bytes that `save` writes
  uint8_t midi_protocol;   // 1: MIDI 1.0 in UMP, 2 or 0: MIDI 2.0
  const char *const *midi_outputs;  // their names, by group
  uint16_t midi_output_count;
  bool supports_mpe;
  bool is_deterministic;  // the same input gives the same output, in every process

  // The kernel. Thread: control.
  //
  // Makes it with all the memory that it will need; NULL refuses. Then every parameter is set.
  void *(*create)(const tenuto_setup *setup);
  void (*destroy)(void *kernel);
  uint32_t (*latency)(const void *kernel);  // frames
  double (*tail)(const void *kernel);       // seconds, INFINITY: for ever

  // The kernel. Thread: render.
  //
  // Renders `frame_count` frames; every sample of every output must be written. Events come
  // before the frames for which they hold.
  void (*render)(
      void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
      tenuto_cycle *cycle);
  // A Universal MIDI Packet; words that it does not use are 0.
  void (*midi)(void *kernel, const uint32_t words[4]);
  // In place of `midi`, for a kernel that places events in time itself: the next call of `render`
  // is not cut where they are, but has them at `frame`, 0 or more, in order.
  void (*midi_at)(void *kernel, const uint32_t words[4], uint32_t frame);
  // A value in the parameter's range.
  void (*parameter)(void *kernel, uint64_t address, float value);
  // A straight line to `value`, there in `frame_count` frames (1 or more). It ends where the
  // parameter is set.
  void (*ramp)(void *kernel, uint64_t address, float value, uint32_t frame_count);
  // Forgets what sounds; parameters stay.
  void (*reset)(void *kernel);

  // The unit: what lives as long as the instance. Thread: control.
  //
  // `open` is called when the component is chosen; what it gives goes to all functions below.
  void *(*open)(tenuto_host *host);
  void (*close)(void *unit);
  // The component's own part of the state.
  void (*save)(void *unit, tenuto_scope scope, tenuto_output *output);
  // Takes it, whole or (false) not at all; `version` is `state_version` or older. Parameters are
  // set after it.
  bool (*load)(void *unit, uint32_t version, const void *bytes, size_t count);
  // What a preset wants beyond its parameters.
  void (*select)(void *unit, int32_t number);
  // Answers a message of the host's, or (false) refuses it.
  bool (*message)(void *unit, const void *bytes, size_t count, tenuto_output *reply);
  // The words for a value, at most `capacity` bytes with the zero at their end, and the value that
  // words mean; NULL or false: as the unit and the names of values have them.
  bool (*text)(void *unit, uint64_t address, float value, char *words, size_t capacity);
  bool (*value)(void *unit, uint64_t address, const char *words, float *value);
  // What the instance is used for, such as a track's name.
  void (*context_name)(void *unit, const char *name);
  // Called every `tick_interval` seconds while allocated.
  void (*tick)(void *unit);
  double tick_interval;
  // Of the stack that `render` runs on; 0: 256 KiB.
  size_t stack_bytes;
} tenuto_component;

// Serves the components to a host until the host is done. Thread: main. Does not return.
int tenuto_extension_main(const tenuto_component *components, size_t count);

// --- What `render` can ask. Thread: render ---------------------------------------------------

// The music's time; beats are quarter notes.
typedef struct tenuto_music {
  double tempo;  // quarter notes per minute
  double beat_position;
  double measure_downbeat;
  double loop_start, loop_end;
  int64_t sample_position;
  uint32_t meter_numerator, meter_denominator;
  bool is_playing, is_recording, is_looping;
} tenuto_music;

// The music's time at the first of the frames; false, and a transport that stands still at 120
// quarter notes per minute, where the host says nothing.
bool tenuto_get_music(const tenuto_cycle *cycle, tenuto_music *music);

// Frames since start, of the first of the frames.
int64_t tenuto_sample_time(const tenuto_cycle *cycle);

// Whether the host waits as long as it takes.
bool tenuto_is_offline(const tenuto_cycle *cycle);

// Sends a Universal MIDI Packet at one of the frames; its group is the number of the MIDI output.
// False where the cycle has 4096 events already.
bool tenuto_send_midi(tenuto_cycle *cycle, uint32_t frame, const uint32_t words[4]);

// Tells the host that the kernel itself has set a parameter, such as a meter.
bool tenuto_send_parameter(tenuto_cycle *cycle, uint32_t frame, uint64_t address, float value);

// --- What a unit can tell. Thread: control ---------------------------------------------------

// The value of a parameter; 0 for an unknown one.
float tenuto_get_parameter(const tenuto_host *host, uint64_t address);

// Sets a parameter from the unit's side: the kernel and the host learn of it.
void tenuto_set_parameter(tenuto_host *host, uint64_t address, float value);

// Somebody begins (true) or ceases to move a parameter.
void tenuto_gesture(tenuto_host *host, uint64_t address, bool is_touched);

// The state has changed otherwise than by parameters.
void tenuto_state_changed(tenuto_host *host);

// Latency or tail have changed.
void tenuto_format_changed(tenuto_host *host);

// Bytes for whoever listens, at most 32768; what the host is too slow for is dropped.
void tenuto_stream(tenuto_host *host, const void *bytes, size_t count);

// Adds bytes.
void tenuto_write(tenuto_output *output, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
