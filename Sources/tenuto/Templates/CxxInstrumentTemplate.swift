extension Template {
  /// The kernel class, in the form of Apple's Instrument extension template.
  static let cxxInstrument = #"""
    // 16 voices of a sine, each with an envelope: a kernel class in the form of the Audio Unit
    // instrument template.
    #pragma once
    #include <AudioToolbox/AudioToolbox.h>
    #include <CoreMIDI/CoreMIDI.h>
    #include <array>
    #include <cmath>
    #include <span>

    enum «NAME»ParameterAddress : AUParameterAddress { gain = 0, release = 1 };

    // The movement per frame that leaves 0.1 % of the distance after `seconds`.
    inline float approach(double seconds, double sampleRate) {
      return static_cast<float>(1 - std::exp(-6.9 / (seconds * sampleRate)));
    }

    // One note.
    struct «NAME»Voice {
      int note = 0, channel = 0;
      unsigned serial = 0;
      bool isHeld = false;
      float level = 0, peak = 0;  // the envelope, 0...1
      double phase = 0, step = 0;  // in periods

      bool isSounding() const { return isHeld || level > 0; }

      float next(float attack, float release) {
        level += isHeld ? (peak - level) * attack : -level * release;
        if (!isHeld && level < 1e-5f) level = 0;
        phase += step;
        if (phase >= 1) phase -= 1;
        return static_cast<float>(std::sin(2 * M_PI * phase)) * level;
      }
    };

    class «NAME»DSPKernel {
     public:
      void initialize(int channelCount, double inSampleRate) {
        mSampleRate = inSampleRate;
        mGlide = approach(0.02, mSampleRate);
        mAttack = approach(0.01, mSampleRate);
        setParameter(gain, -18);
        setParameter(release, 300);
        mGain = mGainAim;
      }

      void deInitialize() {}
      void reset() { mVoices.fill({}); }

      void setParameter(AUParameterAddress address, AUValue value) {
        switch (address) {
          case gain: mGainAim = std::pow(10.f, value / 20); break;
          case release: mRelease = approach(value / 1000, mSampleRate); break;
        }
      }

      void setMaximumFramesToRender(const AUAudioFrameCount &maxFrames) {}

      void setMusicalContextBlock(AUHostMusicalContextBlock contextBlock) {
        mMusicalContextBlock = contextBlock;
      }

      void process(
          std::span<float *> outputBuffers, AUEventSampleTime bufferStartTime,
          AUAudioFrameCount frameCount) {
        for (AUAudioFrameCount frame = 0; frame < frameCount; ++frame) {
          mGain += (mGainAim - mGain) * mGlide;
          float sample = 0;
          for (auto &voice : mVoices)
            if (voice.isSounding()) sample += voice.next(mAttack, mRelease);
          for (auto *channel : outputBuffers) channel[frame] = sample * mGain;
        }
      }

      void handleOneEvent(AUEventSampleTime now, AURenderEvent const *event) {
        switch (event->head.eventType) {
          case AURenderEventParameter:
            setParameter(event->parameter.parameterAddress, event->parameter.value);
            break;
          case AURenderEventMIDIEventList: handleMIDIEventList(&event->MIDIEventsList); break;
          default: break;
        }
      }

     private:
      void handleMIDIEventList(AUMIDIEventList const *midiEvent) {
        auto visitor = [](void *context, MIDITimeStamp, MIDIUniversalMessage message) {
          if (message.type == kMIDIMessageTypeChannelVoice2)
            static_cast<«NAME»DSPKernel *>(context)->handleMIDI2VoiceMessage(message);
        };
        MIDIEventListForEachEvent(&midiEvent->eventList, visitor, this);
      }

      void handleMIDI2VoiceMessage(const MIDIUniversalMessage &message) {
        const auto &voice = message.channelVoice2;
        const auto controller = voice.controlChange.index;
        switch (voice.status) {
          case kMIDICVStatusNoteOn:
            start(voice.channel, voice.note.number, voice.note.velocity);
            break;
          case kMIDICVStatusNoteOff: stop(voice.channel, voice.note.number); break;
          case kMIDICVStatusControlChange:  // all sound off, and all notes off
            if (controller == 120 || controller == 123) stop(voice.channel, -1);
            break;
          default: break;
        }
      }

      // A free voice, or else the oldest one.
      «NAME»Voice &nextVoice() {
        auto *oldest = &mVoices[0];
        for (auto &voice : mVoices) {
          if (!voice.isSounding()) return voice;
          if (voice.serial < oldest->serial) oldest = &voice;
        }
        return *oldest;
      }

      void start(int channel, int note, int velocity) {
        auto &voice = nextVoice();
        // A stolen voice continues from its level, without a click.
        if (!voice.isSounding()) voice.phase = 0;
        voice.note = note;
        voice.channel = channel;
        voice.serial = ++mNoteCount;
        voice.isHeld = true;
        voice.peak = velocity / 65535.f;
        voice.step = 440 * std::exp2((note - 69) / 12.0) / mSampleRate;
      }

      // Ends a note, or all notes of the channel if `note` is negative.
      void stop(int channel, int note) {
        for (auto &voice : mVoices)
          if (voice.channel == channel && (note < 0 || voice.note == note)) voice.isHeld = false;
      }

      AUHostMusicalContextBlock mMusicalContextBlock;
      double mSampleRate = 44100;
      float mGain = 0, mGainAim = 0;  // the gain follows its target without a click
      float mGlide = 0, mAttack = 0, mRelease = 0;
      unsigned mNoteCount = 0;
      std::array<«NAME»Voice, 16> mVoices;
    };

    """#
}
