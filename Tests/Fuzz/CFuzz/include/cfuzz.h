// What the fuzz targets call of the C runtime of an extension.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "layout.h"

// Requests: kind, length in 16 bits, payload, again and again.
void cfuzz_requests(const uint8_t *_Nonnull bytes, size_t count);

// One datagram of the control channel.
void cfuzz_message(const uint8_t *_Nonnull bytes, size_t count);

// Whether the bytes are a state of "aumf fuzz Test".
bool cfuzz_state(const uint8_t *_Nonnull bytes, size_t count);

// The datagrams that have come: 0 for no event, 1 for one, 2 for what is none.
void cfuzz_events_begin(int socket);
int cfuzz_events_next(
    uint32_t cycle, uint32_t frame_count, uint32_t announced, tenuto_event *_Nonnull event);
