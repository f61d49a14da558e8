// The routing and the changes of a thru connection.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "objects.h"

#pragma clang assume_nonnull begin

typedef MIDIObjectRef MIDIThruConnectionRef;

enum { kMIDIThruConnection_MaxEndpoints = 8 };

// A table for 7-bit values: y = value[x].
typedef struct MIDIValueMap {
  uint8_t value[128];
} MIDIValueMap;

typedef MIDI_ENUM(uint16_t, MIDITransformType) {
  kMIDITransform_None = 0,
  kMIDITransform_FilterOut = 1,
  kMIDITransform_MapControl = 2,  // param: the other control number
  kMIDITransform_Add = 8,         // param: the summand
  kMIDITransform_Scale = 9,       // param: the factor, with 12 fractional bits
  kMIDITransform_MinValue = 10,   // param: the lowest value
  kMIDITransform_MaxValue = 11,   // param: the highest value
  kMIDITransform_MapValue = 12,   // param: index of the table in the connection's
} MIDITransformType;

typedef MIDI_ENUM(uint8_t, MIDITransformControlType) {
  kMIDIControlType_7Bit = 0,
  kMIDIControlType_14Bit = 1,
  kMIDIControlType_7BitRPN = 2,
  kMIDIControlType_14BitRPN = 3,
  kMIDIControlType_7BitNRPN = 4,
  kMIDIControlType_14BitNRPN = 5,
} MIDITransformControlType;

typedef struct MIDITransform {
  MIDITransformType transform;
  int16_t param;
} MIDITransform;

// A change to one controller; values and `param` have 14 bits.
typedef struct MIDIControlTransform {
  MIDITransformControlType controlType;
  MIDITransformControlType remappedControlType;
  uint16_t controlNumber;
  MIDITransformType transform;
  int16_t param;
} MIDIControlTransform;

// A source or destination, by its reference in this process, or by its unique id if that is 0.
typedef struct MIDIThruConnectionEndpoint {
  MIDIEndpointRef endpointRef;
  MIDIUniqueID uniqueID;
} MIDIThruConnectionEndpoint;

// Behind it in memory follow numControlTransforms of MIDIControlTransform, then numMaps of
// MIDIValueMap.
typedef struct MIDIThruConnectionParams {
  uint32_t version;  // 0
  uint32_t numSources;
  MIDIThruConnectionEndpoint sources[kMIDIThruConnection_MaxEndpoints];
  uint32_t numDestinations;
  MIDIThruConnectionEndpoint destinations[kMIDIThruConnection_MaxEndpoints];
  uint8_t channelMap[16];  // channel to channel, 0 to 15; 0xFF takes the channel out
  uint8_t lowVelocity;     // note ons below are taken out
  uint8_t highVelocity;    // note ons above are taken out; 0: no limit
  uint8_t lowNote;         // low <= high: notes outside are taken out, else those between
  uint8_t highNote;
  MIDITransform noteNumber;
  MIDITransform velocity;
  MIDITransform keyPressure;
  MIDITransform channelPressure;
  MIDITransform programChange;
  MIDITransform pitchBend;
  uint8_t filterOutSysEx;
  uint8_t filterOutMTC;
  uint8_t filterOutBeatClock;
  uint8_t filterOutTuneRequest;
  uint8_t reserved2[3];
  uint8_t filterOutAllControls;
  uint16_t numControlTransforms;
  uint16_t numMaps;
  uint16_t reserved3[4];
} MIDIThruConnectionParams;

// Returns the size in bytes of `ptr` with the data after it.
static inline size_t MIDIThruConnectionParamsSize(const MIDIThruConnectionParams *ptr) {
  return sizeof *ptr + ptr->numControlTransforms * sizeof(MIDIControlTransform) +
         ptr->numMaps * sizeof(MIDIValueMap);
}

// Fills `inConnectionParams` with a connection of nothing to nothing that changes nothing.
void MIDIThruConnectionParamsInitialize(MIDIThruConnectionParams *inConnectionParams);

#pragma clang assume_nonnull end
