// The names of Core Audio and AudioToolbox that a kernel of Apple's Audio Unit extension templates
// uses, so that such a kernel compiles here unchanged: AudioToolbox/AudioToolbox.h includes it.
#pragma once
#include <cstddef>
#include <cstdint>

#include "CoreMIDI/CoreMIDI.h"

// --- MacTypes.h ------------------------------------------------------------------------------

using UInt8 = std::uint8_t;
using SInt8 = std::int8_t;
using UInt16 = std::uint16_t;
using SInt16 = std::int16_t;
using UInt32 = std::uint32_t;
using SInt32 = std::int32_t;
using UInt64 = std::uint64_t;
using SInt64 = std::int64_t;
using Float32 = float;
using Float64 = double;
using Byte = UInt8;
using Boolean = unsigned char;
using OSStatus = SInt32;
using OSType = UInt32;
using FourCharCode = UInt32;

enum : OSStatus { noErr = 0 };

// --- CoreAudioBaseTypes.h --------------------------------------------------------------------

using AudioSampleType = Float32;
using AudioUnitSampleType = Float32;

struct AudioBuffer {
  UInt32 mNumberChannels;
  UInt32 mDataByteSize;
  void *mData;
};

// Of variable length: `mNumberBuffers` buffers follow each other.
struct AudioBufferList {
  UInt32 mNumberBuffers;
  AudioBuffer mBuffers[1];
};

struct AudioStreamBasicDescription {
  Float64 mSampleRate;
  UInt32 mFormatID;
  UInt32 mFormatFlags;
  UInt32 mBytesPerPacket;
  UInt32 mFramesPerPacket;
  UInt32 mBytesPerFrame;
  UInt32 mChannelsPerFrame;
  UInt32 mBitsPerChannel;
  UInt32 mReserved;
};

struct SMPTETime {
  SInt16 mSubframes, mSubframeDivisor;
  UInt32 mCounter, mType, mFlags;
  SInt16 mHours, mMinutes, mSeconds, mFrames;
};

enum AudioTimeStampFlags : UInt32 {
  kAudioTimeStampNothingValid = 0,
  kAudioTimeStampSampleTimeValid = 1 << 0,
  kAudioTimeStampHostTimeValid = 1 << 1,
  kAudioTimeStampRateScalarValid = 1 << 2,
  kAudioTimeStampSampleHostTimeValid = 3,
};

struct AudioTimeStamp {
  Float64 mSampleTime;
  UInt64 mHostTime;
  Float64 mRateScalar;
  UInt64 mWordClockTime;
  SMPTETime mSMPTETime;
  AudioTimeStampFlags mFlags;
  UInt32 mReserved;
};

// --- AudioUnit's own -------------------------------------------------------------------------

using AUValue = float;
using AUParameterAddress = UInt64;
using AUAudioUnitStatus = OSStatus;
using AUAudioFrameCount = UInt32;
using AUAudioChannelCount = UInt32;
using AUEventSampleTime = std::int64_t;
using AudioUnitParameterID = UInt32;
using AudioUnitParameterValue = Float32;
using AudioUnitRenderActionFlags = UInt32;

inline constexpr AUEventSampleTime AUEventSampleTimeImmediate =
    static_cast<AUEventSampleTime>(0xffffffff00000000ll);

enum : OSStatus {
  kAudioUnitErr_InvalidParameter = -10878,
  kAudioUnitErr_FormatNotSupported = -10868,
  kAudioUnitErr_Uninitialized = -10867,
  kAudioUnitErr_TooManyFramesToProcess = -10874,
  kAudioUnitErr_NoConnection = -10876,
};

enum AURenderEventType : UInt8 {
  AURenderEventParameter = 1,
  AURenderEventParameterRamp = 2,
  AURenderEventMIDI = 8,
  AURenderEventMIDISysEx = 9,
  AURenderEventMIDIEventList = 10,
};

union AURenderEvent;

struct AURenderEventHeader {
  AURenderEvent *next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  UInt8 reserved;
};

struct AUParameterEvent {
  AURenderEvent *next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  UInt8 reserved[3];
  AUAudioFrameCount rampDurationSampleFrames;
  AUParameterAddress parameterAddress;
  AUValue value;
};

struct AUMIDIEvent {
  AURenderEvent *next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  UInt8 reserved;
  UInt16 length;
  UInt8 cable;
  UInt8 data[3];
};

struct AUMIDIEventList {
  AURenderEvent *next;
  AUEventSampleTime eventSampleTime;
  AURenderEventType eventType;
  UInt8 reserved;
  UInt8 cable;
  MIDIEventList eventList;
};

union AURenderEvent {
  AURenderEventHeader head;
  AUParameterEvent parameter;
  AUMIDIEvent MIDI;
  AUMIDIEventList MIDIEventsList;
};

// The musical time at the first frame of the call, as from AUHostMusicalContextBlock.
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
  AUHostMusicalContextBlock(std::nullptr_t) {}
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
