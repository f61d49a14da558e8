extension Template {
  /// The kernel class, in the form of Apple's effect extension template.
  static let cxxEffect = #"""
    // A low-pass of the first order, and a gain: a kernel class in the form of the Audio Unit effect
    // template.
    #pragma once
    #include <AudioToolbox/AudioToolbox.h>
    #include <array>
    #include <cmath>
    #include <span>

    enum «NAME»ParameterAddress : AUParameterAddress { cutoff = 0, gain = 1 };

    class «NAME»DSPKernel {
     public:
      void initialize(int inputChannelCount, int outputChannelCount, double inSampleRate) {
        mSampleRate = inSampleRate;
        mGlide = static_cast<float>(1 - std::exp(-6.9 / (0.02 * mSampleRate)));
        setParameter(cutoff, 1000);
        setParameter(gain, 0);
        mShare = mShareAim;
        mGain = mGainAim;
      }

      void deInitialize() {}
      void reset() { mStates.fill(0); }

      void setParameter(AUParameterAddress address, AUValue value) {
        constexpr double turn = 2 * M_PI;
        switch (address) {
          case cutoff:
            mShareAim = static_cast<float>(1 - std::exp(-turn * value / mSampleRate));
            break;
          case gain: mGainAim = std::pow(10.f, value / 20); break;
        }
      }

      void setMaximumFramesToRender(const AUAudioFrameCount &maxFrames) {}

      void setMusicalContextBlock(AUHostMusicalContextBlock contextBlock) {
        mMusicalContextBlock = contextBlock;
      }

      void process(
          std::span<float const *> inputBuffers, std::span<float *> outputBuffers,
          AUEventSampleTime bufferStartTime, AUAudioFrameCount frameCount) {
        for (AUAudioFrameCount frame = 0; frame < frameCount; ++frame) {
          mShare += (mShareAim - mShare) * mGlide;
          mGain += (mGainAim - mGain) * mGlide;
          for (std::size_t channel = 0; channel < mStates.size(); ++channel) {
            mStates[channel] = step(mStates[channel], inputBuffers[channel][frame]);
            outputBuffers[channel][frame] = mStates[channel] * mGain;
          }
        }
      }

      void handleOneEvent(AUEventSampleTime now, AURenderEvent const *event) {
        if (event->head.eventType == AURenderEventParameter)
          setParameter(event->parameter.parameterAddress, event->parameter.value);
      }

     private:
      // One step of the low-pass; resets NaN and infinity, which would otherwise stay forever.
      float step(float state, float input) const {
        const float next = state + (input - state) * mShare;
        return std::abs(next) < 1e6f && std::abs(next) > 1e-15f ? next : 0;
      }

      AUHostMusicalContextBlock mMusicalContextBlock;
      double mSampleRate = 44100;
      float mGlide = 0;                   // movement towards the targets in one frame, 0...1
      float mShare = 0, mShareAim = 0;    // movement towards the input in one frame, 0...1
      float mGain = 0, mGainAim = 0;
      std::array<float, 2> mStates = {};  // the low-pass of each channel
    };

    """#
}
