// Lets a Swift `Kernel` call the C++ kernel class of an Audio Unit extension template: of an
// instrument, `process(outputs, time, frames)`, or of an effect, `process(inputs, outputs, time,
// frames)`.
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
    TenutoKernelHandle handle = prepare(0, channelCount, maximumFrameCount);
    handle.box->kernel.initialize(channelCount, sampleRate);
    return handle;
  }

  // The same for an effect.
  static TenutoKernelHandle make(
      int inputChannelCount, int outputChannelCount, double sampleRate,
      std::uint32_t maximumFrameCount) {
    TenutoKernelHandle handle = prepare(inputChannelCount, outputChannelCount, maximumFrameCount);
    handle.box->kernel.initialize(inputChannelCount, outputChannelCount, sampleRate);
    return handle;
  }

  // The kernel's address: what a Swift type of a library keeps. A field of a C++ type has no size for
  // other modules (Swift 6.3.1).
  void *address() const { return box; }

  // The kernel at an address. Thread: any.
  TENUTO_RENDER_CALL static TenutoKernelHandle at(void *address) {
    TenutoKernelHandle handle;
    handle.box = static_cast<Box *>(address);
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
    const std::span<float *> outputs(box->outputs.pointers);
    box->now = sampleTime;
    if constexpr (hasInput)
      box->kernel.process(
          std::span<float const *>(box->inputs.constants), outputs, sampleTime, frameCount);
    else
      box->kernel.process(outputs, sampleTime, frameCount);
    box->now = sampleTime + frameCount;
  }

  // Calls the kernel's `reset()`, if it has one.
  TENUTO_RENDER_CALL void reset() const {
    if constexpr (requires(DSPKernel kernel) { kernel.reset(); }) box->kernel.reset();
  }

  // Puts in one sample for the next `process`.
  TENUTO_RENDER_CALL void setInput(
      std::ptrdiff_t channel, std::ptrdiff_t frame, float sample) const {
    box->inputs.pointers[static_cast<std::size_t>(channel)][frame] = sample;
  }

  // One sample of what `process` has rendered.
  TENUTO_RENDER_CALL float sample(std::ptrdiff_t channel, std::ptrdiff_t frame) const {
    return box->outputs.pointers[static_cast<std::size_t>(channel)][frame];
  }

 private:
  static constexpr bool hasInput = requires(
      DSPKernel kernel, std::span<float const *> inputs, std::span<float *> outputs) {
    kernel.process(inputs, outputs, AUEventSampleTime(0), AUAudioFrameCount(0));
  };

  static TenutoKernelHandle prepare(int inputs, int outputs, std::uint32_t maximumFrameCount) {
    TenutoKernelHandle handle;
    handle.box = new Box(inputs, outputs, maximumFrameCount);
    DSPKernel &kernel = handle.box->kernel;
    kernel.setMaximumFramesToRender(maximumFrameCount);
    kernel.setMusicalContextBlock(AUHostMusicalContextBlock(&handle.box->context));
    return handle;
  }

  struct Channels {
    Channels(int channelCount, std::uint32_t frameCount)
        : samples(static_cast<std::size_t>(channelCount) * frameCount) {
      for (int channel = 0; channel < channelCount; channel++)
        pointers.push_back(samples.data() + static_cast<std::size_t>(channel) * frameCount);
      constants.assign(pointers.begin(), pointers.end());
    }
    std::vector<float> samples;
    std::vector<float *> pointers;
    std::vector<float const *> constants;
  };

  struct Box {
    Box(int inputChannelCount, int outputChannelCount, std::uint32_t frameCount)
        : inputs(inputChannelCount, frameCount), outputs(outputChannelCount, frameCount) {}
    DSPKernel kernel;
    TenutoMusicalContext context;
    Channels inputs, outputs;
    AUEventSampleTime now = 0;
  };
  Box *box = nullptr;
};
