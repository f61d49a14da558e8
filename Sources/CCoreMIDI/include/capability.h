// Descriptions of UMP endpoints, their function blocks and MIDI-CI devices.
#pragma once
#include <stdint.h>

#include "objects.h"

// Integers of fewer bits than memory has.
typedef uint8_t MIDIUInteger2;
typedef uint8_t MIDIUInteger4;
typedef uint8_t MIDIUInteger7;
typedef uint16_t MIDIUInteger14;
typedef uint32_t MIDIUInteger28;

// 0 to 15.
typedef MIDIUInteger4 MIDIUMPGroupNumber;
typedef MIDIUInteger4 MIDIChannelNumber;

// 0 to 31.
typedef MIDIUInteger7 MIDIUMPFunctionBlockID;

// The part of a device that a message of MIDI-CI is for, and the device.
typedef MIDIUInteger7 MIDICIDeviceID;
typedef MIDIUInteger28 MIDICIMUID;

typedef MIDI_ENUM(int32_t, MIDIUMPFunctionBlockMIDI1Info) {
  kMIDIUMPFunctionBlockMIDI1InfoNotMIDI1 = 0,
  kMIDIUMPFunctionBlockMIDI1InfoUnrestrictedBandwidth = 1,
  kMIDIUMPFunctionBlockMIDI1InfoRestrictedBandwidth = 2,
} MIDIUMPFunctionBlockMIDI1Info;

typedef MIDI_ENUM(int32_t, MIDIUMPFunctionBlockUIHint) {
  kMIDIUMPFunctionBlockUIHintUnknown = 0,
  kMIDIUMPFunctionBlockUIHintReceiver = 1,
  kMIDIUMPFunctionBlockUIHintSender = 2,
  kMIDIUMPFunctionBlockUIHintSenderReceiver = 3,
} MIDIUMPFunctionBlockUIHint;

typedef MIDI_ENUM(int32_t, MIDIUMPFunctionBlockDirection) {
  kMIDIUMPFunctionBlockDirectionUnknown = 0,
  kMIDIUMPFunctionBlockDirectionInput = 1,
  kMIDIUMPFunctionBlockDirectionOutput = 2,
  kMIDIUMPFunctionBlockDirectionBidirectional = 3,
} MIDIUMPFunctionBlockDirection;

// The protocols that an endpoint can speak.
typedef MIDI_OPTIONS(MIDIUInteger4, MIDIUMPProtocolOptions) {
  kMIDIUMPProtocolOptionsMIDI1 __attribute__((swift_name("midi1"))) = 1,
  kMIDIUMPProtocolOptionsMIDI2 __attribute__((swift_name("midi2"))) = 2,
} MIDIUMPProtocolOptions;

typedef MIDI_ENUM(uint8_t, MIDIUMPCIObjectBackingType) {
  kMIDIUMPCIObjectBackingTypeUnknown = 0,
  kMIDIUMPCIObjectBackingTypeVirtual = 1,
  kMIDIUMPCIObjectBackingTypeDriverDevice = 2,
  kMIDIUMPCIObjectBackingTypeUSBMIDI __attribute__((swift_name("usbMIDI"))) = 3,
} MIDIUMPCIObjectBackingType;

typedef MIDI_ENUM(uint8_t, MIDICIDeviceType) {
  kMIDICIDeviceTypeUnknown = 0,
  kMIDICIDeviceTypeLegacyMIDI1 = 1,
  kMIDICIDeviceTypeVirtual = 2,
  kMIDICIDeviceTypeUSBMIDI __attribute__((swift_name("usbMIDI"))) = 3,
} MIDICIDeviceType;

typedef MIDI_ENUM(uint8_t, MIDICIProfileType) {
  kMIDICIProfileTypeSingleChannel = 1,
  kMIDICIProfileTypeGroup = 2,
  kMIDICIProfileTypeFunctionBlock = 3,
  kMIDICIProfileTypeMultichannel = 4,
} MIDICIProfileType;

// A manufacturer's id; a one-byte id is followed by zeros.
typedef struct MIDI2DeviceManufacturer {
  uint8_t sysExIDByte[3];
} MIDI2DeviceManufacturer;

typedef struct MIDI2DeviceRevisionLevel {
  uint8_t revisionLevel[4];
} MIDI2DeviceRevisionLevel;

typedef struct MIDICIProfileIDStandard {
  MIDIUInteger7 profileIDByte1;  // 0x7E
  MIDIUInteger7 profileBank;
  MIDIUInteger7 profileNumber;
  MIDIUInteger7 profileVersion;
  MIDIUInteger7 profileLevel;
} MIDICIProfileIDStandard;

typedef struct MIDICIProfileIDManufacturerSpecific {
  MIDIUInteger7 sysExID1;
  MIDIUInteger7 sysExID2;
  MIDIUInteger7 sysExID3;
  MIDIUInteger7 info1;
  MIDIUInteger7 info2;
} MIDICIProfileIDManufacturerSpecific;

// The five bytes that name a profile.
typedef union MIDICIProfileID {
  MIDICIProfileIDStandard standard;
  MIDICIProfileIDManufacturerSpecific manufacturerSpecific;
} MIDICIProfileID;
