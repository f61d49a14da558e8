// Lets a Swift `Kernel` call the C++ kernel class of an Audio Unit instrument template.
//
//   using OrganHandle = TenutoKernelHandle<OrganDSPKernel>;
//
// In Swift, `OrganHandle.make(...)` in `init`, `destroy()` in `deinit`, and one call in each of
// `handle` and `render`. See Examples/CxxSawtooth.
#pragma once
#include <cstddef>
#include "TenutoAudioUnit.hpp"

// Callable from a Swift function marked @_noLocks.
#define TENUTO_RENDER_CALL __attribute__((swift_attr("@_noLocks")))

// Names a kernel; whoever makes it destroys it. Copies name the same kernel.
template <class DSPKernel>
class TenutoKernelHandle {
 public:
  // Thread: control.
  static TenutoKernelHandle make(
      int channelCount, double sampleRate, std::uint32_t maximumFrameCount) {
    TenutoKernelHandle handle;
    handle.box = new Box(channelCount, maximumFrameCount);
    DSPKernel &kernel = handle.box->kernel;
    kernel.setMaximumFramesToRender(maximumFrameCount);
    kernel.setMusicalContextBlock(AUHostMusicalContextBlock(&handle.box->context));
    kernel.initialize(channelCount, sampleRate);
    return handle;
  }

  // Thread: control.
  void destroy() const {
    box->kernel.deInitialize();
    delete box;
  }

  // Thread: render, as all below.
  TENUTO_RENDER_CALL void setParameter(AUParameterAddress address, AUValue value) const {
    AURenderEvent event{};
    event.parameter = {box->now, AURenderEventParameter, 0, address, value};
    box->kernel.handleOneEvent(box->now, &event);
  }

  TENUTO_RENDER_CALL void receive(
      std::uint32_t word0, std::uint32_t word1, std::uint32_t word2, std::uint32_t word3) const {
    AURenderEvent event{};
    event.MIDIEventsList = {
        box->now, AURenderEventMIDIEventList, {kMIDIProtocol_2_0, {word0, word1, word2, word3}}};
    box->kernel.handleOneEvent(box->now, &event);
  }

  // Says where the music is at the first frame of the next `process`.
  TENUTO_RENDER_CALL void setMusicalContext(
      double tempo, double numerator, std::int64_t denominator, double beatPosition,
      double measureDownbeat) const {
    box->context = {tempo, numerator, denominator, beatPosition, measureDownbeat};
  }

  TENUTO_RENDER_CALL void process(std::int64_t sampleTime, std::uint32_t frameCount) const {
    box->now = sampleTime;
    box->kernel.process(std::span<float *>(box->outputs), sampleTime, frameCount);
    box->now = sampleTime + frameCount;
  }

  // One sample of what `process` has rendered.
  TENUTO_RENDER_CALL float sample(std::ptrdiff_t channel, std::ptrdiff_t frame) const {
    return box->outputs[static_cast<std::size_t>(channel)][frame];
  }

 private:
  struct Box {
    Box(int channelCount, std::uint32_t frameCount)
        : samples(static_cast<std::size_t>(channelCount) * frameCount) {
      for (int channel = 0; channel < channelCount; channel++)
        outputs.push_back(samples.data() + static_cast<std::size_t>(channel) * frameCount);
    }
    DSPKernel kernel;
    TenutoMusicalContext context;
    std::vector<float> samples;
    std::vector<float *> outputs;
    AUEventSampleTime now = 0;
  };
  Box *box = nullptr;
};
