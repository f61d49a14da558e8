// CLAP's events.
#pragma once
#include "abi.h"

struct clap_event_header {
  uint32_t size;      // bytes, with this header
  uint32_t time;      // frame in the call
  uint16_t space_id;  // 0 for those below
  uint16_t type;
  uint32_t flags;
};
CLAP_AT(clap_event_header, time, 4);
CLAP_AT(clap_event_header, space_id, 8);
CLAP_AT(clap_event_header, type, 10);
CLAP_AT(clap_event_header, flags, 12);
CLAP_SIZE(clap_event_header, 16);

enum { CLAP_CORE_EVENT_SPACE_ID = 0 };

enum {
  CLAP_EVENT_NOTE_ON = 0,
  CLAP_EVENT_NOTE_OFF = 1,
  CLAP_EVENT_NOTE_CHOKE = 2,
  CLAP_EVENT_NOTE_END = 3,
  CLAP_EVENT_NOTE_EXPRESSION = 4,
  CLAP_EVENT_PARAM_VALUE = 5,
  CLAP_EVENT_PARAM_MOD = 6,
  CLAP_EVENT_PARAM_GESTURE_BEGIN = 7,
  CLAP_EVENT_PARAM_GESTURE_END = 8,
  CLAP_EVENT_TRANSPORT = 9,
  CLAP_EVENT_MIDI = 10,
  CLAP_EVENT_MIDI_SYSEX = 11,
  CLAP_EVENT_MIDI2 = 12,
};

// The addressed notes; -1 matches all.
typedef struct clap_event_note {
  clap_event_header header;
  int32_t note_id;
  int16_t port_index, channel, key;
  double velocity;  // 0...1
} clap_event_note;
CLAP_AT(clap_event_note, note_id, 16);
CLAP_AT(clap_event_note, port_index, 20);
CLAP_AT(clap_event_note, channel, 22);
CLAP_AT(clap_event_note, key, 24);
CLAP_AT(clap_event_note, velocity, 32);
CLAP_SIZE(clap_event_note, 40);

enum {
  CLAP_NOTE_EXPRESSION_VOLUME = 0,  // above 0, at most 4: a factor
  CLAP_NOTE_EXPRESSION_PAN = 1,     // 0 left, 1 right
  CLAP_NOTE_EXPRESSION_TUNING = 2,  // semitones, -120...120
  CLAP_NOTE_EXPRESSION_VIBRATO = 3,
  CLAP_NOTE_EXPRESSION_EXPRESSION = 4,
  CLAP_NOTE_EXPRESSION_BRIGHTNESS = 5,
  CLAP_NOTE_EXPRESSION_PRESSURE = 6,
};

typedef struct clap_event_note_expression {
  clap_event_header header;
  int32_t expression_id, note_id;
  int16_t port_index, channel, key;
  double value;
} clap_event_note_expression;
CLAP_AT(clap_event_note_expression, expression_id, 16);
CLAP_AT(clap_event_note_expression, note_id, 20);
CLAP_AT(clap_event_note_expression, port_index, 24);
CLAP_AT(clap_event_note_expression, channel, 26);
CLAP_AT(clap_event_note_expression, key, 28);
CLAP_AT(clap_event_note_expression, value, 32);
CLAP_SIZE(clap_event_note_expression, 40);

// A parameter's value, or the amount of its modulation.
typedef struct clap_event_param {
  clap_event_header header;
  clap_id param_id;
  void *cookie;
  int32_t note_id;
  int16_t port_index, channel, key;
  double value;
} clap_event_param;
CLAP_AT(clap_event_param, param_id, 16);
CLAP_AT(clap_event_param, cookie, 24);
CLAP_AT(clap_event_param, note_id, 32);
CLAP_AT(clap_event_param, port_index, 36);
CLAP_AT(clap_event_param, channel, 38);
CLAP_AT(clap_event_param, key, 40);
CLAP_AT(clap_event_param, value, 48);
CLAP_SIZE(clap_event_param, 56);

typedef struct clap_event_param_gesture {
  clap_event_header header;
  clap_id param_id;
} clap_event_param_gesture;
CLAP_AT(clap_event_param_gesture, param_id, 16);
CLAP_SIZE(clap_event_param_gesture, 20);

enum {
  CLAP_TRANSPORT_HAS_TEMPO = 1,
  CLAP_TRANSPORT_HAS_BEATS_TIMELINE = 2,
  CLAP_TRANSPORT_HAS_SECONDS_TIMELINE = 4,
  CLAP_TRANSPORT_HAS_TIME_SIGNATURE = 8,
  CLAP_TRANSPORT_IS_PLAYING = 16,
  CLAP_TRANSPORT_IS_RECORDING = 32,
  CLAP_TRANSPORT_IS_LOOP_ACTIVE = 64,
};

// Beats and seconds are fixed-point numbers with 31 fractional bits.
struct clap_event_transport {
  clap_event_header header;
  uint32_t flags;
  int64_t song_pos_beats, song_pos_seconds;
  double tempo;      // beats per minute
  double tempo_inc;  // per frame
  int64_t loop_start_beats, loop_end_beats, loop_start_seconds, loop_end_seconds;
  int64_t bar_start;
  int32_t bar_number;
  uint16_t tsig_num, tsig_denom;
};
CLAP_AT(clap_event_transport, flags, 16);
CLAP_AT(clap_event_transport, song_pos_beats, 24);
CLAP_AT(clap_event_transport, song_pos_seconds, 32);
CLAP_AT(clap_event_transport, tempo, 40);
CLAP_AT(clap_event_transport, tempo_inc, 48);
CLAP_AT(clap_event_transport, loop_start_beats, 56);
CLAP_AT(clap_event_transport, loop_end_beats, 64);
CLAP_AT(clap_event_transport, loop_start_seconds, 72);
CLAP_AT(clap_event_transport, loop_end_seconds, 80);
CLAP_AT(clap_event_transport, bar_start, 88);
CLAP_AT(clap_event_transport, bar_number, 96);
CLAP_AT(clap_event_transport, tsig_num, 100);
CLAP_AT(clap_event_transport, tsig_denom, 102);
CLAP_SIZE(clap_event_transport, 104);

typedef struct clap_event_midi {
  clap_event_header header;
  uint16_t port_index;
  uint8_t data[3];
} clap_event_midi;
CLAP_AT(clap_event_midi, port_index, 16);
CLAP_AT(clap_event_midi, data, 18);
CLAP_SIZE(clap_event_midi, 24);

typedef struct clap_event_midi_sysex {
  clap_event_header header;
  uint16_t port_index;
  const uint8_t *buffer;
  uint32_t size;
} clap_event_midi_sysex;
CLAP_AT(clap_event_midi_sysex, port_index, 16);
CLAP_AT(clap_event_midi_sysex, buffer, 24);
CLAP_AT(clap_event_midi_sysex, size, 32);
CLAP_SIZE(clap_event_midi_sysex, 40);

typedef struct clap_event_midi2 {
  clap_event_header header;
  uint16_t port_index;
  uint32_t data[4];
} clap_event_midi2;
CLAP_AT(clap_event_midi2, port_index, 16);
CLAP_AT(clap_event_midi2, data, 20);
CLAP_SIZE(clap_event_midi2, 36);
