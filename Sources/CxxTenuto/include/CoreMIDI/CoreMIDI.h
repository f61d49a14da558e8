// Replaces Apple's header: Core MIDI's packets and messages, as in CCoreMIDI.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "messages.h"
#include "packets.h"

#ifdef __cplusplus
}
#endif
