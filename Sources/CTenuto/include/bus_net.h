// A guard for shared memory that a peer may take away. If a peer truncates a POSIX shared-memory
// object or punches a hole into it, the next touch of a mapping is a SIGBUS. In a guarded range,
// zero pages then replace the missing ones, and the range counts as broken.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "attributes.h"

// Ranges that are guarded at one time at most.
#define TENUTO_MAXIMUM_GUARDED_RANGES 4096

// Guards whole pages that are mapped; the first call installs the handler, in front of the previous
// one. Returns a word that becomes more than 0 when the range breaks, valid for ever and this
// range's until `tenuto_bus_net_release`; NULL if the table is full.
//
// Thread: control.
const uint32_t *TENUTO_NULLABLE tenuto_bus_net_guard(void *TENUTO_NONNULL base, size_t byte_count);

// Ends the guard of the range that `word` is of, before it is unmapped.
//
// Thread: control.
void tenuto_bus_net_release(const uint32_t *TENUTO_NONNULL word);

// What becomes readable when a range breaks, -1 before the first guard; never closed.
//
// Thread: any.
int tenuto_bus_net_descriptor(void);

// How often any range has broken.
//
// Thread: any.
TENUTO_RENDER_SAFE uint32_t tenuto_bus_net_break_count(void);
