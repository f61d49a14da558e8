// The layouts that programs count on.
#include <assert.h>
#include <stddef.h>

#include "messages.h"
#include "notifications.h"
#include "packets.h"
#include "sysex.h"
#include "thru.h"

static_assert(sizeof(MIDIPacket) == 268, "as in Core MIDI");
static_assert(offsetof(MIDIPacket, length) == 8, "as in Core MIDI");
static_assert(offsetof(MIDIPacket, data) == 10, "as in Core MIDI");
static_assert(sizeof(MIDIPacketList) == 272, "as in Core MIDI");
static_assert(offsetof(MIDIPacketList, packet) == 4, "as in Core MIDI");
static_assert(sizeof(MIDIEventPacket) == 268, "as in Core MIDI");
static_assert(offsetof(MIDIEventPacket, words) == 12, "as in Core MIDI");
static_assert(sizeof(MIDIEventList) == 276, "as in Core MIDI");
static_assert(offsetof(MIDIEventList, packet) == 8, "as in Core MIDI");
static_assert(sizeof(MIDIUniversalMessage) == 28, "as in Core MIDI");
static_assert(sizeof(MIDIObjectAddRemoveNotification) == 24, "as in Core MIDI");
static_assert(sizeof(MIDISysexSendRequest) == 40, "as in Core MIDI");
static_assert(sizeof(MIDISysexSendRequestUMP) == 40, "as in Core MIDI");
static_assert(sizeof(MIDIThruConnectionParams) == 204, "as in Core MIDI");
static_assert(sizeof(MIDIControlTransform) == 8, "as in Core MIDI");
