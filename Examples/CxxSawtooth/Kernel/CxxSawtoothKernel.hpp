// A kernel class in the form of Apple's Instrument extension template.
#pragma once
#include <AudioToolbox/AudioToolbox.h>
#include <CoreMIDI/CoreMIDI.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

enum CxxSawtoothParameterAddress : AUParameterAddress { gain = 0, release = 1 };

// One note: a sawtooth whose jump is smoothed (polyBLEP).
class SawtoothOscillator {
 public:
  void start(double frequency, double sampleRate, float level) {
    mStep = frequency / sampleRate;
    mPhase = 0.5;
    mLevel = level;
    mIsHeld = true;
  }

  void stop() { mIsHeld = false; }
  void silence() { mLevel = 0; }
  bool isSounding() const { return mLevel > 1e-4f; }
  bool isHeld() const { return mIsHeld; }

  float next(float release) {
    const double sample = 2 * mPhase - 1 - jump(mPhase);
    mPhase += mStep;
    if (mPhase >= 1) mPhase -= 1;
    const float level = mLevel;
    if (!mIsHeld) mLevel *= release;
    return level * static_cast<float>(sample);
  }

 private:
  double jump(double phase) const {
    if (phase < mStep) {
      const double t = phase / mStep;
      return t + t - t * t - 1;
    }
    if (phase > 1 - mStep) {
      const double t = (phase - 1) / mStep;
      return t * t + t + t + 1;
    }
    return 0;
  }

  double mPhase = 0, mStep = 0;
  float mLevel = 0;
  bool mIsHeld = false;
};

class CxxSawtoothKernel {
 public:
  void initialize(int channelCount, double inSampleRate) {
    mChannelCount = channelCount;
    mSampleRate = inSampleRate;
  }

  void deInitialize() {
    for (auto &note : mNotes) note.silence();
  }

  // MARK: - Bypass
  bool isBypassed() { return mBypassed; }
  void setBypass(bool shouldBypass) { mBypassed = shouldBypass; }

  // MARK: - Parameter Getter / Setter
  void setParameter(AUParameterAddress address, AUValue value) {
    switch (address) {
      case CxxSawtoothParameterAddress::gain: mGain = value; break;
      case CxxSawtoothParameterAddress::release: mRelease = value; break;
    }
  }

  AUValue getParameter(AUParameterAddress address) {
    switch (address) {
      case CxxSawtoothParameterAddress::gain: return mGain;
      case CxxSawtoothParameterAddress::release: return mRelease;
      default: return 0.f;
    }
  }

  // MARK: - Max Frames
  AUAudioFrameCount maximumFramesToRender() const { return mMaxFramesToRender; }
  void setMaximumFramesToRender(const AUAudioFrameCount &maxFrames) {
    mMaxFramesToRender = maxFrames;
  }

  // MARK: - Musical Context
  void setMusicalContextBlock(AUHostMusicalContextBlock contextBlock) {
    mMusicalContextBlock = contextBlock;
  }

  // MARK: - MIDI Protocol
  MIDIProtocolID AudioUnitMIDIProtocol() const { return kMIDIProtocol_2_0; }

  // MARK: - Internal Process
  void process(
      std::span<float *> outputBuffers, AUEventSampleTime bufferStartTime,
      AUAudioFrameCount frameCount) {
    if (mBypassed) {
      for (auto *channel : outputBuffers) std::fill_n(channel, frameCount, 0.f);
      return;
    }
    const float release = std::exp(-1 / std::max(1.f, mRelease * float(mSampleRate)));
    for (AUAudioFrameCount i = 0; i < frameCount; ++i) {
      float sample = 0;
      for (auto &note : mNotes)
        if (note.isSounding()) sample += note.next(release);
      for (auto *channel : outputBuffers) channel[i] = sample * mGain;
    }
  }

  void handleOneEvent(AUEventSampleTime now, AURenderEvent const *event) {
    switch (event->head.eventType) {
      case AURenderEventParameter: handleParameterEvent(now, event->parameter); break;
      case AURenderEventMIDIEventList: handleMIDIEventList(now, &event->MIDIEventsList); break;
      default: break;
    }
  }

  void handleParameterEvent(AUEventSampleTime now, AUParameterEvent const &parameterEvent) {
    setParameter(parameterEvent.parameterAddress, parameterEvent.value);
  }

  void handleMIDIEventList(AUEventSampleTime now, AUMIDIEventList const *midiEvent) {
    auto visitor = [](void *context, MIDITimeStamp timeStamp, MIDIUniversalMessage message) {
      auto thisObject = static_cast<CxxSawtoothKernel *>(context);
      switch (message.type) {
        case kMIDIMessageTypeChannelVoice2: thisObject->handleMIDI2VoiceMessage(message); break;
        default: break;
      }
    };
    MIDIEventListForEachEvent(&midiEvent->eventList, visitor, this);
  }

  void handleMIDI2VoiceMessage(const struct MIDIUniversalMessage &message) {
    const auto &note = message.channelVoice2.note;
    switch (message.channelVoice2.status) {
      case kMIDICVStatusNoteOff: mNotes[note.number].stop(); break;
      case kMIDICVStatusNoteOn:
        mNotes[note.number].start(
            MIDINoteToFrequency(note.number), mSampleRate,
            0.25f * note.velocity / std::numeric_limits<std::uint16_t>::max());
        break;
      case kMIDICVStatusControlChange:
        handleController(message.channelVoice2.controlChange.index);
        break;
      default: break;
    }
  }

  // All sound off and all notes off.
  void handleController(int index) {
    if (index != 120 && index != 123) return;
    for (auto &note : mNotes) note.stop();
  }

  void reset() {
    for (auto &note : mNotes) note.silence();
  }

  // MARK: - Snapshots
  template <class Snapshot>
  void exchange(Snapshot &snapshot) {
    snapshot(mGain, mRelease, mBypassed, mNotes);
  }

 private:
  double MIDINoteToFrequency(int note) {
    constexpr auto kMiddleA = 440.0;
    return (kMiddleA / 32.0) * pow(2, ((note - 9) / 12.0));
  }

  AUHostMusicalContextBlock mMusicalContextBlock;
  double mSampleRate = 44100.0;
  int mChannelCount = 0;
  AUValue mGain = 1.0, mRelease = 0.05;
  bool mBypassed = false;
  AUAudioFrameCount mMaxFramesToRender = 1024;
  std::array<SawtoothOscillator, 128> mNotes;
};
