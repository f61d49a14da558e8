// The extension whose outputs are this one's inputs: its memory, mapped read-only, and a private
// copy of its rendered output.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "layout.h"

typedef struct tx_link {
  const tenuto_from_extension *from;
  size_t byte_count;
  uint32_t source_count;    // output channels of the peer
  uint32_t channel_count;   // input channels of this instance
  uint32_t channel_stride;  // bytes
  uint16_t *sources;        // the peer's channel for each of this one's, or TENUTO_NO_CHANNEL
  float *samples;           // [channel][frame]
  float *last_samples;      // start of the fade to silence
} tx_link;

// The link that control publishes for the render thread, and the one in use.
typedef struct tx_link_handoff {
  _Atomic(tx_link *) offered, used;
} tx_link_handoff;

// Maps the peer's output; NULL on failure. Takes ownership of `sources`. Thread: control.
tx_link *tx_link_make(
    int descriptor, uint32_t frame_capacity, uint32_t source_count, uint16_t *sources,
    uint32_t channel_count);
void tx_link_free(tx_link *link);

// The current link; not freed before the next call. Thread: render, as all below.
tx_link *tx_link_take(tx_link_handoff *handoff);

// Whether the newest link's memory has been replaced by zeros: it is unusable then.
bool tx_link_is_broken(void);

// Copies the cycle that the peer has rendered; fades the input to silence if it is incomplete.
void tx_link_copy(tx_link *link, uint32_t frame_count);
// Fades from the last samples to silence.
void tx_link_silence(tx_link *link, uint32_t frame_count);
// Keeps the last samples of an input from the host.
void tx_link_note(tx_link *link, const char *input, uint32_t frame_count);
