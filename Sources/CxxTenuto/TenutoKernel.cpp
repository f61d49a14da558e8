#include "TenutoKernel.hpp"

#include <algorithm>
#include <iterator>

TenutoChannels::TenutoChannels(int channelCount, std::uint32_t frameCount)
    : count(static_cast<std::size_t>(channelCount)),
      samples(new float[count * frameCount]()),
      pointers(new float *[count]),
      constants(new float const *[count]) {
  for (std::size_t channel = 0; channel < count; channel++)
    constants[channel] = pointers[channel] = samples + channel * frameCount;
}

TenutoChannels::~TenutoChannels() {
  delete[] samples;
  delete[] pointers;
  delete[] constants;
}

void tenuto_kernel_destroy(tenuto_kernel *kernel) { delete kernel; }

void tenuto_kernel_set_parameter(tenuto_kernel *kernel, uint64_t address, float value) {
  AURenderEvent event{.parameter = {}};
  event.parameter.eventSampleTime = kernel->now;
  event.parameter.eventType = AURenderEventParameter;
  event.parameter.parameterAddress = address;
  event.parameter.value = value;
  kernel->handle(event);
}

// How many words a packet has, by its message type (M2-104-UM, "Message Type Allocation").
static UInt32 wordCount(UInt32 word0) {
  static constexpr UInt8 counts[16] = {1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4};
  return counts[word0 >> 28];
}

void tenuto_kernel_receive(
    tenuto_kernel *kernel, uint32_t word0, uint32_t word1, uint32_t word2, uint32_t word3) {
  AURenderEvent event{.MIDIEventsList = {}};
  event.MIDIEventsList.eventSampleTime = kernel->now;
  event.MIDIEventsList.eventType = AURenderEventMIDIEventList;
  MIDIEventList &list = event.MIDIEventsList.eventList;
  list.protocol = kMIDIProtocol_2_0;
  list.numPackets = 1;
  list.packet[0].wordCount = wordCount(word0);
  const UInt32 words[] = {word0, word1, word2, word3};
  std::copy(std::begin(words), std::end(words), list.packet[0].words);
  kernel->handle(event);
}

void tenuto_kernel_set_musical_context(
    tenuto_kernel *kernel, double tempo, double numerator, int64_t denominator,
    double beat_position, double measure_downbeat) {
  kernel->context = {tempo, numerator, denominator, beat_position, measure_downbeat};
}

float *tenuto_kernel_input(tenuto_kernel *kernel, intptr_t channel) {
  return kernel->inputs.buffers()[static_cast<std::size_t>(channel)];
}

void tenuto_kernel_process(tenuto_kernel *kernel, int64_t sample_time, uint32_t frame_count) {
  kernel->now = sample_time;
  kernel->process(frame_count);
  kernel->now = sample_time + frame_count;
}

const float *tenuto_kernel_output(const tenuto_kernel *kernel, intptr_t channel) {
  return kernel->outputs.buffers()[static_cast<std::size_t>(channel)];
}

void tenuto_kernel_reset(tenuto_kernel *kernel) { kernel->reset(); }

intptr_t tenuto_kernel_snapshot_bytes(tenuto_kernel *kernel) {
  TenutoSnapshot snapshot(nullptr, false);
  return kernel->exchange(snapshot) ? static_cast<intptr_t>(snapshot.byteCount()) : 0;
}

void tenuto_kernel_exchange(tenuto_kernel *kernel, void *bytes, bool is_restoring) {
  TenutoSnapshot snapshot(static_cast<std::byte *>(bytes), is_restoring);
  kernel->exchange(snapshot);
}
