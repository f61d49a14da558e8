// What the parts of this module share.
#pragma once
#include "calsa.h"

#if __has_include(<alsa/asoundlib.h>)
#include <alsa/asoundlib.h>
#define CALSA_HAS_HEADERS 1

#define CALSA_FUNCTIONS(X)           \
  X(lib_error_set_handler)           \
  X(seq_open)                        \
  X(seq_close)                       \
  X(seq_client_id)                   \
  X(seq_set_client_name)             \
  X(seq_set_client_pool_input)       \
  X(seq_set_client_pool_output)      \
  X(seq_create_port)                 \
  X(seq_delete_port)                 \
  X(seq_port_info_sizeof)            \
  X(seq_port_info_set_name)          \
  X(seq_port_info_set_capability)    \
  X(seq_port_info_set_type)          \
  X(seq_port_info_set_midi_channels) \
  X(seq_port_info_set_timestamping)  \
  X(seq_port_info_set_timestamp_real) \
  X(seq_port_info_set_timestamp_queue) \
  X(seq_port_info_get_port)          \
  X(seq_port_info_get_capability)    \
  X(seq_port_info_get_type)          \
  X(seq_port_info_get_name)          \
  X(seq_port_info_set_client)        \
  X(seq_port_info_set_port)          \
  X(seq_client_info_sizeof)          \
  X(seq_client_info_set_client)      \
  X(seq_client_info_get_client)      \
  X(seq_client_info_get_card)        \
  X(seq_client_info_get_name)        \
  X(seq_client_info_get_type)        \
  X(seq_query_next_client)           \
  X(seq_query_next_port)             \
  X(seq_alloc_named_queue)           \
  X(seq_control_queue)               \
  X(seq_drain_output)                \
  X(seq_queue_status_sizeof)         \
  X(seq_get_queue_status)            \
  X(seq_queue_status_get_real_time)  \
  X(seq_connect_from)                \
  X(seq_connect_to)                  \
  X(seq_poll_descriptors_count)      \
  X(seq_poll_descriptors)            \
  X(seq_event_input)                 \
  X(seq_event_input_pending)         \
  X(seq_event_output_direct)         \
  X(midi_event_new)                  \
  X(midi_event_free)                 \
  X(midi_event_no_status)            \
  X(midi_event_decode)               \
  X(midi_event_encode)               \
  X(midi_event_reset_encode)

typedef struct calsa_library {
#define CALSA_FIELD(name) __typeof__(snd_##name) *name;
  CALSA_FUNCTIONS(CALSA_FIELD)
#undef CALSA_FIELD
} calsa_library;

// Written once before the first client is made, then only read.
extern calsa_library calsa_api;

struct calsa_client {
  snd_seq_t *seq;
  snd_midi_event_t *decoder;
  snd_midi_event_t *encoder;
  int number;
  int queue;
  int wakeup;
  // What the queue's time has to be added to, to be that of CLOCK_MONOTONIC; atomic.
  uint64_t origin;
  uint8_t message[16];
};

#endif
