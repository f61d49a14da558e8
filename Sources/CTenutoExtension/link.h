// The extension whose outputs are this one's inputs: its memory, which is only read, and a copy of
// what it has rendered that nobody else can change.
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include "layout.h"

typedef struct tx_link {
  const tenuto_from_extension *from;
  size_t byte_count;
  uint32_t source_count;    // output channels of the other
  uint32_t channel_count;   // input channels of this one
  uint32_t channel_stride;  // bytes
  uint16_t *sources;        // the other's channel for each of this one's, TENUTO_NO_CHANNEL for none
  float *samples;           // [channel][frame]
  float *last_samples;      // from which silence is faded to
} tx_link;

// What the control thread leaves for the render thread, and what that uses.
typedef struct tx_link_handoff {
  _Atomic(tx_link *) offered, used;
} tx_link_handoff;

// Maps what the other writes; NULL where that fails. Takes `sources` over. Thread: control.
tx_link *tx_link_make(
    int descriptor, uint32_t frame_capacity, uint32_t source_count, uint16_t *sources,
    uint32_t channel_count);
void tx_link_free(tx_link *link);

// Who sits there now; not freed before the next call. Thread: render, as all below.
tx_link *tx_link_take(tx_link_handoff *handoff);

// Whether the memory of the newest one has been taken away: there is nothing to follow any more.
bool tx_link_is_broken(void);

// Copies the cycle that the other has done; where it is not whole, the input falls to silence.
void tx_link_copy(tx_link *link, uint32_t frame_count);
// Goes from the last samples down to silence.
void tx_link_silence(tx_link *link, uint32_t frame_count);
// Keeps the last samples of an input that comes from the host.
void tx_link_note(tx_link *link, const char *input, uint32_t frame_count);
