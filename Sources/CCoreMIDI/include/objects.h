// The objects of Core MIDI's model, and the numbers that name them.
#pragma once
#include <stdint.h>

#include "declarations.h"

// A result code: noErr or one of the kMIDI… errors.
typedef int32_t OSStatus;

// A number for an object in this process, 0 for none.
typedef uint32_t MIDIObjectRef;
typedef MIDIObjectRef MIDIClientRef;
typedef MIDIObjectRef MIDIPortRef;
typedef MIDIObjectRef MIDIDeviceRef;
typedef MIDIObjectRef MIDIEntityRef;
typedef MIDIObjectRef MIDIEndpointRef;

// A time of the host's clock: nanoseconds of CLOCK_MONOTONIC, 0 for "now".
typedef uint64_t MIDITimeStamp;

// A number for an object that survives restarts and renames, 0 for none.
typedef int32_t MIDIUniqueID;

typedef MIDI_ENUM(int32_t, MIDIObjectType) {
  kMIDIObjectType_Other = -1,
  kMIDIObjectType_Device = 0,
  kMIDIObjectType_Entity = 1,
  kMIDIObjectType_Source = 2,
  kMIDIObjectType_Destination = 3,
  kMIDIObjectType_ExternalDevice = 0x10,
  kMIDIObjectType_ExternalEntity = 0x11,
  kMIDIObjectType_ExternalSource = 0x12,
  kMIDIObjectType_ExternalDestination = 0x13,
} MIDIObjectType;

// The protocol of the packets in an event list, and the protocol that a receiver requests.
typedef MIDI_ENUM(int32_t, MIDIProtocolID) {
  kMIDIProtocol_1_0 = 1,
  kMIDIProtocol_2_0 = 2,
} MIDIProtocolID;
