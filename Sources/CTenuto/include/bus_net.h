// A guard for shared memory that a peer may take away. If a peer truncates a POSIX shared-memory
// object or punches a hole into it, the next touch of a mapping is a SIGBUS. In a guarded range,
// zero pages then replace the missing ones, and the range counts as broken.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include "attributes.h"

// The most ranges that are guarded at one time.
#define TENUTO_MAXIMUM_GUARDED_RANGES 4096

// Guards whole mapped pages; the first call installs the handler, in front of the previous one.
// Returns a word that becomes more than 0 when the range breaks; NULL if the table is full. The
// word is valid forever, and belongs to this range until `tenuto_bus_net_release`.
//
// Thread: control.
const uint32_t *TENUTO_NULLABLE tenuto_bus_net_guard(void *TENUTO_NONNULL base, size_t byte_count);

// Ends the guard of the range with `word`; call it before unmapping the range.
//
// Thread: control.
void tenuto_bus_net_release(const uint32_t *TENUTO_NONNULL word);

// A descriptor that becomes readable when a range breaks; -1 before the first guard; never closed.
//
// Thread: any.
int tenuto_bus_net_descriptor(void);

// How often any range has broken.
//
// Thread: any.
TENUTO_RENDER_SAFE uint32_t tenuto_bus_net_break_count(void);
