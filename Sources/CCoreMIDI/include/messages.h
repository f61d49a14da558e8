// Universal MIDI Packets as words, and taken apart.
#pragma once
#include <stdint.h>

#include "objects.h"
#include "packets.h"

#pragma clang assume_nonnull begin

typedef MIDI_ENUM(unsigned int, MIDIMessageType) {
  kMIDIMessageTypeUtility = 0x0,
  kMIDIMessageTypeSystem = 0x1,
  kMIDIMessageTypeChannelVoice1 = 0x2,
  kMIDIMessageTypeSysEx = 0x3,
  kMIDIMessageTypeChannelVoice2 = 0x4,
  kMIDIMessageTypeData128 = 0x5,
  kMIDIMessageTypeFlexData = 0xD,
  kMIDIMessageTypeUnknownF = 0xF,
  kMIDIMessageTypeStream = 0xF,
  kMIDIMessageTypeInvalid = 0xFF,
} MIDIMessageType;

typedef MIDI_ENUM(unsigned int, MIDICVStatus) {
  kMIDICVStatusNoteOff = 0x8,
  kMIDICVStatusNoteOn = 0x9,
  kMIDICVStatusPolyPressure = 0xA,
  kMIDICVStatusControlChange = 0xB,
  kMIDICVStatusProgramChange = 0xC,
  kMIDICVStatusChannelPressure = 0xD,
  kMIDICVStatusPitchBend = 0xE,
  // MIDI 2.0 only
  kMIDICVStatusRegisteredPNC = 0x0,
  kMIDICVStatusAssignablePNC = 0x1,
  kMIDICVStatusRegisteredControl = 0x2,
  kMIDICVStatusAssignableControl = 0x3,
  kMIDICVStatusRelRegisteredControl = 0x4,
  kMIDICVStatusRelAssignableControl = 0x5,
  kMIDICVStatusPerNotePitchBend = 0x6,
  kMIDICVStatusPerNoteMgmt = 0xF,
} MIDICVStatus;

typedef MIDI_ENUM(unsigned int, MIDISystemStatus) {
  kMIDIStatusStartOfExclusive = 0xF0,
  kMIDIStatusEndOfExclusive = 0xF7,
  kMIDIStatusMTC = 0xF1,
  kMIDIStatusSongPosPointer = 0xF2,
  kMIDIStatusSongSelect = 0xF3,
  kMIDIStatusTuneRequest = 0xF6,
  kMIDIStatusTimingClock = 0xF8,
  kMIDIStatusStart = 0xFA,
  kMIDIStatusContinue = 0xFB,
  kMIDIStatusStop = 0xFC,
  kMIDIStatusActiveSending = 0xFE,
  kMIDIStatusActiveSensing = 0xFE,
  kMIDIStatusSystemReset = 0xFF,
} MIDISystemStatus;

typedef MIDI_ENUM(unsigned int, MIDISysExStatus) {
  kMIDISysExStatusComplete = 0x0,
  kMIDISysExStatusStart = 0x1,
  kMIDISysExStatusContinue = 0x2,
  kMIDISysExStatusEnd = 0x3,
  kMIDISysExStatusMixedDataSetHeader = 0x8,
  kMIDISysExStatusMixedDataSetPayload = 0x9,
} MIDISysExStatus;

typedef MIDI_ENUM(unsigned int, MIDIUtilityStatus) {
  kMIDIUtilityStatusNOOP = 0x0,
  kMIDIUtilityStatusJitterReductionClock = 0x1,
  kMIDIUtilityStatusJitterReductionTimestamp = 0x2,
  kMIDIUtilityStatusDeltaClockstampTicksPerQuarterNote = 0x3,
  kMIDIUtilityStatusTicksSinceLastEvent = 0x4,
} MIDIUtilityStatus;

typedef MIDI_ENUM(uint8_t, MIDINoteAttribute) {
  kMIDINoteAttributeNone = 0x0,
  kMIDINoteAttributeManufacturerSpecific = 0x1,
  kMIDINoteAttributeProfileSpecific = 0x2,
  kMIDINoteAttributePitch = 0x3,
} MIDINoteAttribute;

typedef MIDI_OPTIONS(uint8_t, MIDIProgramChangeOptions) {
  kMIDIProgramChangeBankValid = 0x1,
} MIDIProgramChangeOptions;

typedef MIDI_OPTIONS(uint8_t, MIDIPerNoteManagementOptions) {
  kMIDIPerNoteManagementReset = 0x1,
  kMIDIPerNoteManagementDetach = 0x2,
} MIDIPerNoteManagementOptions;

typedef uint32_t MIDIMessage_32;

typedef struct MIDIMessage_64 {
  uint32_t word0;
  uint32_t word1;
} MIDIMessage_64;

typedef struct MIDIMessage_96 {
  uint32_t word0;
  uint32_t word1;
  uint32_t word2;
} MIDIMessage_96;

typedef struct MIDIMessage_128 {
  uint32_t word0;
  uint32_t word1;
  uint32_t word2;
  uint32_t word3;
} MIDIMessage_128;

// One packet taken apart. `type` says which part of the union counts, `status` which of the inner.
typedef struct MIDIUniversalMessage {
  MIDIMessageType type;
  uint8_t group;  // 0 to 15
  uint8_t reserved[3];
  union {
    struct {
      MIDIUtilityStatus status;
      union {
        uint16_t jitterReductionClock;
        uint16_t jitterReductionTimestamp;
        uint16_t ticksPerQuarterNote;
        uint32_t ticksSinceLastEvent;  // 20 bits
      };
    } utility;

    struct {
      MIDISystemStatus status;
      union {
        uint8_t timeCode;
        uint16_t songPositionPointer;  // 14 bits
        uint8_t songSelect;
      };
    } system;

    struct {
      MIDICVStatus status;
      uint8_t channel;  // 0 to 15
      uint8_t reserved[3];
      union {
        struct {
          uint8_t number;
          uint8_t velocity;
        } note;
        struct {
          uint8_t noteNumber;
          uint8_t pressure;
        } polyPressure;
        struct {
          uint8_t index;
          uint8_t data;
        } controlChange;
        uint8_t program;
        uint8_t channelPressure;
        uint16_t pitchBend;  // 14 bits
      };
    } channelVoice1;

    struct {
      MIDISysExStatus status;
      uint8_t channel;  // here the count of data bytes, 0 to 6: SysEx has no channel
      uint8_t data[6];
      uint8_t reserved;
    } sysEx;

    struct {
      MIDICVStatus status;
      uint8_t channel;  // 0 to 15
      uint8_t reserved[3];
      union {
        struct {
          uint8_t number;
          MIDINoteAttribute attributeType;
          uint16_t velocity;
          uint16_t attribute;
        } note;
        struct {
          uint8_t noteNumber;
          uint8_t reserved;
          uint32_t pressure;
        } polyPressure;
        struct {
          uint8_t index;
          uint8_t reserved;
          uint32_t data;
        } controlChange;
        struct {
          MIDIProgramChangeOptions options;
          uint8_t program;
          uint8_t reserved[2];
          uint16_t bank;  // 14 bits
        } programChange;
        struct {
          uint32_t data;
          uint8_t reserved[2];
        } channelPressure;
        struct {
          uint32_t data;
          uint8_t reserved[2];
        } pitchBend;
        struct {
          uint8_t noteNumber;
          uint8_t index;
          uint32_t data;
        } perNoteController;
        struct {
          uint8_t bank;
          uint8_t index;
          uint32_t data;
        } controller;
        struct {
          uint8_t noteNumber;
          uint8_t reserved;
          uint32_t bend;
        } perNotePitchBend;
        struct {
          uint8_t note;
          MIDIPerNoteManagementOptions options;
          uint8_t reserved[4];
        } perNoteManagement;
      };
    } channelVoice2;

    struct {
      MIDISysExStatus status;
      union {
        struct {
          uint8_t byteCount;  // of streamID and data, 1 to 14
          uint8_t streamID;
          uint8_t data[13];
          uint8_t reserved;
        } sysex8;
        struct {
          uint8_t mdsID;
          uint8_t data[14];
          uint8_t reserved;
        } mixedDataSet;
      };
    } data128;

    struct {
      uint32_t words[4];
    } unknown;
  };
} MIDIUniversalMessage;

// Called with every packet of an event list.
typedef void (*MIDIEventVisitor)(
    void *_Nullable context, MIDITimeStamp timeStamp, MIDIUniversalMessage message);

// Parses every packet of `evtlist` and calls `visitor` with its messages, in order.
//
// A packet that is cut off by the end of its MIDIEventPacket is left out.
void MIDIEventListForEachEvent(
    const MIDIEventList *evtlist, MIDIEventVisitor visitor, void *_Nullable visitorContext);

#pragma clang assume_nonnull end
