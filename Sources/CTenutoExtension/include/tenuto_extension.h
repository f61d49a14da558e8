// Audio extensions for Tenuto in C or C++: fill a `tenuto_component`, call `tenuto_extension_main`.
//
// It implements the protocol of the pages SharedMemoryLayout and MessageProtocol, and needs only
// a C library. Two threads call the author's functions; each function names its thread:
//
//   control  the main thread. It may allocate and wait.
// render   the audio thread. No allocation, no lock, no input or output, no waiting.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- Description of a component --------------------------------------------------------------

// One audio bus of 1...64 channels. An optional one, such as a side chain, may be left out.
typedef struct tenuto_bus {
  const char *name;
  uint16_t channel_count;
  bool is_optional;
} tenuto_bus;

// Channel counts of the main busses that a component supports, as in AUChannelInfo: 0 or
// more is exact; -1 any (-1 on both sides: the same on both); -1 with -2 any and any; below -2 the
// maximum sum over all busses of that side.
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

// Units, with the numbers of AudioUnitParameterUnit; its other numbers are allowed as well.
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
  TENUTO_PARAMETER_HIDDEN = 4,          // hidden from users
  TENUTO_PARAMETER_CAN_RAMP = 8,        // supports `ramp`; other parameters get steps of 32 frames
  TENUTO_PARAMETER_NOT_AUTOMATABLE = 16,  // changing it during playback may click
};

// NULL strings and lists are empty. The identifier is required.
typedef struct tenuto_parameter {
  uint64_t address;        // unique in the component and permanent
  const char *identifier;  // unique too, such as "cutoff"
  const char *name;
  const char *group;       // the path of its group
  float minimum, maximum, default_value;
  uint32_t unit;           // TENUTO_UNIT_*
  const char *unit_name;   // with TENUTO_UNIT_CUSTOM
  uint32_t flags;          // TENUTO_PARAMETER_*
  const char *const *value_names;  // of the whole values, from the minimum upwards
  uint16_t value_name_count;
  const uint64_t *dependents;      // parameters whose values or meaning change with this one
  uint16_t dependent_count;
} tenuto_parameter;

// A factory preset. Parameters that it omits take their defaults.
typedef struct tenuto_preset {
  int32_t number;  // 0 or more, permanent
  const char *name;
  const tenuto_value *values;
  uint16_t value_count;
} tenuto_preset;

// --- Arguments of the author's functions -----------------------------------------------------

// The instance, for notices to its host.
typedef struct tenuto_host tenuto_host;

// The cycle being rendered.
typedef struct tenuto_cycle tenuto_cycle;

// A growing byte buffer: the output of `save` and `message`.
typedef struct tenuto_output tenuto_output;

typedef struct tenuto_setup {
  double sample_rate;            // Hz
  uint32_t maximum_frame_count;  // frames per call of `render`
  const uint16_t *input_channels;   // of each bus; 0: the bus is omitted
  const uint16_t *output_channels;
  uint32_t input_channel_count;     // of all busses
  uint32_t output_channel_count;
  void *unit;                       // the result of `open`
} tenuto_setup;

typedef enum tenuto_scope {
  TENUTO_SCOPE_PRESET = 0,    // the contents of a preset
  TENUTO_SCOPE_DOCUMENT = 1,  // plus the data of the document
} tenuto_scope;

// --- A component -----------------------------------------------------------------------------

// Only `code`, `name`, `create` and `render` are required.
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
  const tenuto_capability *capabilities;  // NULL: only the channel counts of the busses
  uint16_t capability_count;
  const tenuto_parameter *parameters;
  uint16_t parameter_count;
  const tenuto_group *groups;
  uint16_t group_count;
  const uint64_t *overview;  // addresses, most important first
  uint16_t overview_count;
  const tenuto_preset *presets;
  uint16_t preset_count;
  uint32_t state_version;  // of the bytes that `save` writes
  uint8_t midi_protocol;   // 1: MIDI 1.0 in UMP, 2 or 0: MIDI 2.0
  const char *const *midi_outputs;  // their names, by group
  uint16_t midi_output_count;
  bool supports_mpe;
  bool is_deterministic;  // the same input gives the same output in every process

  // The kernel. Thread: control.
  //
  // Creates it with all its memory; NULL refuses. Then every parameter is set.
  void *(*create)(const tenuto_setup *setup);
  void (*destroy)(void *kernel);
  uint32_t (*latency)(const void *kernel);  // frames
  double (*tail)(const void *kernel);       // seconds, INFINITY: endless

  // The kernel. Thread: render.
  //
  // Renders `frame_count` frames; every sample of every output must be written. Events arrive
  // before the frames to which they apply.
  void (*render)(
      void *kernel, const float *const *inputs, float *const *outputs, uint32_t frame_count,
      tenuto_cycle *cycle);
  // A Universal MIDI Packet; unused words are 0.
  void (*midi)(void *kernel, const uint32_t words[4]);
  // Replaces `midi` for a kernel that schedules events itself: the next call of `render`
  // is not split at the events; they have their offset in `frame`, 0 or more, in order.
  void (*midi_at)(void *kernel, const uint32_t words[4], uint32_t frame);
  // A value within the parameter's range.
  void (*parameter)(void *kernel, uint64_t address, float value);
  // A linear ramp to `value`, reached after `frame_count` frames (1 or more). It ends early if
  // the parameter is set.
  void (*ramp)(void *kernel, uint64_t address, float value, uint32_t frame_count);
  // Clears notes, tails and delay lines; parameters stay.
  void (*reset)(void *kernel);

  // Snapshots, for a second process that continues with the same sample: optional, both or none.
  // Thread: render, between two cycles.
  //
  // Writes everything that later output depends on, but nothing that `create` sets, to `bytes`, and
  // returns the number of bytes: always the same, 0 for no snapshot now. With NULL it only returns
  // the number, on the control thread. Parameters and their ramps in steps need not be written.
  size_t (*snapshot)(const void *kernel, void *bytes, size_t count);
  // Continues from such bytes of a process of the same executable; false if they are unusable.
  bool (*restore)(void *kernel, const void *bytes, size_t count);

  // The unit: the state that lives as long as the instance. Thread: control.
  //
  // `open` is called when the component is chosen; its result is passed to all functions below.
  void *(*open)(tenuto_host *host);
  void (*close)(void *unit);
  // The component's own part of the state.
  void (*save)(void *unit, tenuto_scope scope, tenuto_output *output);
  // Restores it completely or (false) not at all; `version` is `state_version` or older. Parameters
  // are set after it.
  bool (*load)(void *unit, uint32_t version, const void *bytes, size_t count);
  // Applies the part of a preset beyond its parameters.
  void (*select)(void *unit, int32_t number);
  // Replies to a message from the host, or (false) refuses it.
  bool (*message)(void *unit, const void *bytes, size_t count, tenuto_output *reply);
  // The text for a value, at most `capacity` bytes including the terminating zero, and the value of
  // a text; NULL or false: the default text, from the unit and the value names.
  bool (*text)(void *unit, uint64_t address, float value, char *words, size_t capacity);
  bool (*value)(void *unit, uint64_t address, const char *words, float *value);
  // The purpose of the instance, such as a track's name.
  void (*context_name)(void *unit, const char *name);
  // Called every `tick_interval` seconds while allocated.
  void (*tick)(void *unit);
  double tick_interval;
  // Stack size of the thread of `render`; 0: 256 KiB.
  size_t stack_bytes;
  // The most frames of a call of `render`, for kernels that cannot take as many as a host may have
  // in a cycle: longer cycles are several calls. 0: no limit.
  uint32_t longest_call;
} tenuto_component;

// Serves the components until the host disconnects. Thread: main. Does not return.
int tenuto_extension_main(const tenuto_component *components, size_t count);

// --- Functions for `render`. Thread: render --------------------------------------------------

// Musical time; beats are quarter notes.
typedef struct tenuto_music {
  double tempo;  // quarter notes per minute
  double beat_position;
  double measure_downbeat;
  double loop_start, loop_end;
  int64_t sample_position;
  uint32_t meter_numerator, meter_denominator;
  bool is_playing, is_recording, is_looping;
} tenuto_music;

// The musical time at the first of the frames; false, and a stopped transport at 120
// quarter notes per minute, if the host provides none.
bool tenuto_get_music(const tenuto_cycle *cycle, tenuto_music *music);

// Frames since start at the first of the frames.
int64_t tenuto_sample_time(const tenuto_cycle *cycle);

// Whether the host renders offline, without deadlines.
bool tenuto_is_offline(const tenuto_cycle *cycle);

// Sends a Universal MIDI Packet at one of the frames; its group is the index of the MIDI output.
// False if the cycle already has 4096 events.
bool tenuto_send_midi(tenuto_cycle *cycle, uint32_t frame, const uint32_t words[4]);

// Notifies the host of a parameter that the kernel itself has set, such as a meter.
bool tenuto_send_parameter(tenuto_cycle *cycle, uint32_t frame, uint64_t address, float value);

// --- Functions for a unit. Thread: control ---------------------------------------------------

// The value of a parameter; 0 for an unknown one.
float tenuto_get_parameter(const tenuto_host *host, uint64_t address);

// Sets a parameter from the unit: the kernel and the host are notified.
void tenuto_set_parameter(tenuto_host *host, uint64_t address, float value);

// The user begins (true) or stops moving a parameter.
void tenuto_gesture(tenuto_host *host, uint64_t address, bool is_touched);

// Notifies the host of a state change other than parameters.
void tenuto_state_changed(tenuto_host *host);

// Notifies the host of a changed latency or tail.
void tenuto_format_changed(tenuto_host *host);

// Sends at most 32768 bytes to listeners; dropped if the host is too slow.
void tenuto_stream(tenuto_host *host, const void *bytes, size_t count);

// Appends bytes.
void tenuto_write(tenuto_output *output, const void *bytes, size_t count);

#ifdef __cplusplus
}
#endif
