// Makes a `tenuto_kernel` of the C++ kernel class of an Audio Unit extension template: of an
// instrument, `process(outputs, time, frames)`, or of an effect, `process(inputs, outputs, time,
// frames)`. Include it where the class is compiled:
//
//   tenuto_kernel *OrganKernelMake(int channelCount, double sampleRate, uint32_t maximumFrames) {
//     return TenutoKernel<OrganDSPKernel>::make(0, channelCount, sampleRate, maximumFrames);
//   }
#pragma once
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

#include "TenutoAudioUnit.hpp"
#include "TenutoKernel.h"

// The samples of all channels of one direction.
class TenutoChannels {
 public:
  TenutoChannels(int channelCount, std::uint32_t frameCount);
  ~TenutoChannels();
  TenutoChannels(const TenutoChannels &) = delete;
  TenutoChannels &operator=(const TenutoChannels &) = delete;

  std::span<float *> buffers() const { return {pointers, count}; }
  std::span<float const *> constantBuffers() const { return {constants, count}; }

 private:
  std::size_t count;
  float *samples;  // one channel after the other
  float **pointers;
  float const **constants;
};

// Writes or reads values of a snapshot. A kernel class has snapshots if it has this member:
//
//   template <class Snapshot>
//   void exchange(Snapshot &snapshot) { snapshot(phase, voices, delayLine); }
//
// It names everything that later output depends on, but no constants, as values without pointers.
class TenutoSnapshot {
 public:
  TenutoSnapshot(std::byte *bytes, bool isRestoring) : bytes(bytes), isRestoring(isRestoring) {}

  template <class... Values>
  void operator()(Values &...values) {
    (exchange(values), ...);
  }

  std::size_t byteCount() const { return count; }

 private:
  template <class Value>
  void exchange(Value &value) {
    static_assert(std::is_trivially_copyable_v<Value> && !std::is_pointer_v<Value>);
    if (bytes && isRestoring) std::memcpy(&value, bytes + count, sizeof value);
    if (bytes && !isRestoring) std::memcpy(bytes + count, &value, sizeof value);
    count += sizeof value;
  }

  std::byte *bytes;  // NULL: only counts
  bool isRestoring;
  std::size_t count = 0;
};

// The part for Swift, independent of the class.
struct tenuto_kernel {
  tenuto_kernel(int inputChannelCount, int outputChannelCount, std::uint32_t maximumFrameCount)
      : inputs(inputChannelCount, maximumFrameCount),
        outputs(outputChannelCount, maximumFrameCount) {}
  virtual ~tenuto_kernel() = default;
  virtual void handle(const AURenderEvent &event) = 0;
  virtual void process(std::uint32_t frameCount) = 0;
  virtual void reset() = 0;
  // Whether the class has snapshots.
  virtual bool exchange(TenutoSnapshot &snapshot) = 0;

  TenutoMusicalContext context;
  TenutoChannels inputs, outputs;
  AUEventSampleTime now = 0;
};

template <class DSPKernel>
class TenutoKernel final : public tenuto_kernel {
 public:
  // Thread: control. An instrument has no input channels.
  static tenuto_kernel *make(
      int inputChannelCount, int outputChannelCount, double sampleRate,
      std::uint32_t maximumFrameCount) {
    auto *self = new TenutoKernel(inputChannelCount, outputChannelCount, maximumFrameCount);
    self->kernel.setMaximumFramesToRender(maximumFrameCount);
    self->kernel.setMusicalContextBlock(AUHostMusicalContextBlock(&self->context));
    if constexpr (hasInput)
      self->kernel.initialize(inputChannelCount, outputChannelCount, sampleRate);
    else
      self->kernel.initialize(outputChannelCount, sampleRate);
    return self;
  }

 private:
  using tenuto_kernel::tenuto_kernel;

  ~TenutoKernel() override { kernel.deInitialize(); }

  static constexpr bool hasInput = requires(
      DSPKernel kernel, std::span<float const *> inputs, std::span<float *> outputs) {
    kernel.process(inputs, outputs, AUEventSampleTime(0), AUAudioFrameCount(0));
  };

  void handle(const AURenderEvent &event) override { kernel.handleOneEvent(now, &event); }

  void process(std::uint32_t frameCount) override {
    if constexpr (hasInput)
      kernel.process(inputs.constantBuffers(), outputs.buffers(), now, frameCount);
    else
      kernel.process(outputs.buffers(), now, frameCount);
  }

  void reset() override {
    if constexpr (requires(DSPKernel kernel) { kernel.reset(); }) kernel.reset();
  }

  bool exchange(TenutoSnapshot &snapshot) override {
    if constexpr (requires(DSPKernel kernel) { kernel.exchange(snapshot); }) {
      snapshot(now);
      kernel.exchange(snapshot);
      return true;
    }
    return false;
  }

  DSPKernel kernel;
};
