// The functions of an extension's C runtime that fuzz targets call.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "layout.h"

// Requests: kind, 16-bit length, payload, repeated.
void cfuzz_requests(const uint8_t *_Nonnull bytes, size_t count);

// One datagram of the control channel.
void cfuzz_message(const uint8_t *_Nonnull bytes, size_t count);

// Whether the bytes are a state of "aumf fuzz Test".
bool cfuzz_state(const uint8_t *_Nonnull bytes, size_t count);

// The received datagrams: 0 for no event, 1 for one, 2 for an invalid one.
void cfuzz_events_begin(int socket);
int cfuzz_events_next(
    uint32_t cycle, uint32_t frame_count, uint32_t announced, tenuto_event *_Nonnull event);
