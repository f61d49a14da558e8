// The names of AudioToolbox and CoreMIDI that a kernel of Apple's Audio Unit extension templates
// uses, so that such a kernel compiles here. Include it instead of those two.
#pragma once
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

using AUValue = float;
using AUParameterAddress = std::uint64_t;
using AUAudioFrameCount = std::uint32_t;
using AUEventSampleTime = std::int64_t;
using AUAudioChannelCount = std::uint32_t;
using MIDITimeStamp = std::uint64_t;

enum MIDIProtocolID : std::int32_t { kMIDIProtocol_1_0 = 1, kMIDIProtocol_2_0 = 2 };

enum MIDIMessageType : std::uint32_t {
  kMIDIMessageTypeUtility = 0x0,
  kMIDIMessageTypeSystem = 0x1,
  kMIDIMessageTypeChannelVoice1 = 0x2,
  kMIDIMessageTypeSysEx = 0x3,
  kMIDIMessageTypeChannelVoice2 = 0x4,
  kMIDIMessageTypeData128 = 0x5,
};

enum MIDICVStatus : std::uint32_t {
  kMIDICVStatusRegisteredPNC = 0x0,
  kMIDICVStatusAssignablePNC = 0x1,
  kMIDICVStatusRegisteredControl = 0x2,
  kMIDICVStatusAssignableControl = 0x3,
  kMIDICVStatusPerNotePitchBend = 0x6,
  kMIDICVStatusNoteOff = 0x8,
  kMIDICVStatusNoteOn = 0x9,
  kMIDICVStatusPolyPressure = 0xA,
  kMIDICVStatusControlChange = 0xB,
  kMIDICVStatusProgramChange = 0xC,
  kMIDICVStatusChannelPressure = 0xD,
  kMIDICVStatusPitchBend = 0xE,
  kMIDICVStatusPerNoteMgmt = 0xF,
};

// A message as MIDIEventListForEachEvent gives it out.
struct MIDIUniversalMessage {
  MIDIMessageType type;
  std::uint8_t group;
  struct ChannelVoice2 {
    MIDICVStatus status;
    std::uint8_t channel;
    union {
      struct {
        std::uint8_t number;
        std::uint8_t attributeType;
        std::uint16_t velocity;
        std::uint16_t attribute;
      } note;
      struct {
        std::uint8_t noteNumber;
        std::uint32_t pressure;
      } polyPressure;
      struct {
        std::uint8_t index;
        std::uint32_t data;
      } controlChange;
      struct {
        std::uint32_t data;
      } channelPressure, pitchBend;
      struct {
        std::uint8_t noteNumber;
        std::uint32_t bend;
      } perNotePitchBend;
    };
  } channelVoice2;
};

// A list of packets; here it holds one.
struct MIDIEventList {
  MIDIProtocolID protocol;
  std::uint32_t words[4];
};

using MIDIEventVisitor = void (*)(void *context, MIDITimeStamp, MIDIUniversalMessage);

inline void MIDIEventListForEachEvent(
    const MIDIEventList *list, MIDIEventVisitor visitor, void *context) {
  const std::uint32_t first = list->words[0], second = list->words[1];
  MIDIUniversalMessage message{};
  message.type = static_cast<MIDIMessageType>(first >> 28);
  message.group = first >> 24 & 15;
  if (message.type == kMIDIMessageTypeChannelVoice2) {
    auto &voice = message.channelVoice2;
    const std::uint8_t index = first >> 8 & 127;
    voice.status = static_cast<MIDICVStatus>(first >> 20 & 15);
    voice.channel = first >> 16 & 15;
    switch (voice.status) {
      case kMIDICVStatusNoteOn:
      case kMIDICVStatusNoteOff:
        voice.note = {
            index, static_cast<std::uint8_t>(first & 255),
            static_cast<std::uint16_t>(second >> 16), static_cast<std::uint16_t>(second)};
        break;
      case kMIDICVStatusPolyPressure: voice.polyPressure = {index, second}; break;
      case kMIDICVStatusPerNotePitchBend: voice.perNotePitchBend = {index, second}; break;
      case kMIDICVStatusChannelPressure:
      case kMIDICVStatusPitchBend: voice.pitchBend = {second}; break;
      default: voice.controlChange = {index, second};
    }
  }
  visitor(context, 0, message);
}

enum AURenderEventType : std::uint8_t {
  AURenderEventParameter = 1,
  AURenderEventParameterRamp = 2,
  AURenderEventMIDIEventList = 10,
};

struct AURenderEventHeader {
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
};

struct AUParameterEvent {
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  AUAudioFrameCount rampDurationSampleFrames;
  AUParameterAddress parameterAddress;
  AUValue value;
};

struct AUMIDIEventList {
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  MIDIEventList eventList;
};

union AURenderEvent {
  AURenderEventHeader head;
  AUParameterEvent parameter;
  AUMIDIEventList MIDIEventsList;
};

// The music's time at the first frame of the call: what AUHostMusicalContextBlock tells.
struct TenutoMusicalContext {
  double tempo = 120;
  double timeSignatureNumerator = 4;
  std::int64_t timeSignatureDenominator = 4;
  double beatPosition = 0;
  double measureDownbeat = 0;
};

// Called as the block is; any pointer may be null.
class AUHostMusicalContextBlock {
 public:
  AUHostMusicalContextBlock() = default;
  explicit AUHostMusicalContextBlock(const TenutoMusicalContext *context) : context(context) {}

  explicit operator bool() const { return context != nullptr; }

  bool operator()(
      double *tempo, double *numerator, std::int64_t *denominator, double *beatPosition,
      std::int64_t *sampleOffsetToNextBeat, double *measureDownbeat) const {
    if (!context) return false;
    if (tempo) *tempo = context->tempo;
    if (numerator) *numerator = context->timeSignatureNumerator;
    if (denominator) *denominator = context->timeSignatureDenominator;
    if (beatPosition) *beatPosition = context->beatPosition;
    if (sampleOffsetToNextBeat) *sampleOffsetToNextBeat = 0;
    if (measureDownbeat) *measureDownbeat = context->measureDownbeat;
    return true;
  }

 private:
  const TenutoMusicalContext *context = nullptr;
};
