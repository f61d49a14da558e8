import TenutoCore
import TenutoTransport

@testable import TenutoRender

/// A mixer as on the render thread, and memory for its channels.
@safe final class MixerRig {
  let inputs: [UnsafeMutablePointer<Float>]
  let outputs: [UnsafeMutablePointer<Float>]
  private let state: UnsafeMutablePointer<MixerState>
  private let capacity: Int
  private var events = EventList(capacity: 256)
  /// Channels without input.
  var silentChannels: Set<Int> = []

  init(_ mixer: Mixer, capacity: Int = 4096) {
    self.capacity = capacity
    func channels(_ count: Int) -> [UnsafeMutablePointer<Float>] {
      unsafe (0..<count).map { _ in
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
        unsafe samples.initialize(repeating: 0, count: capacity)
        return unsafe samples
      }
    }
    unsafe inputs = channels(mixer.inputs.reduce(0, +))
    unsafe outputs = channels(mixer.outputChannelCount)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: MixerState(mixer))
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe (inputs + outputs).forEach { unsafe $0.deallocate() }
  }

  func fill(_ channel: Int, _ sample: (Int) -> Float) {
    for frame in 0..<capacity { unsafe inputs[channel][frame] = sample(frame) }
  }

  func input(_ channel: Int, _ frame: Int) -> Float { unsafe inputs[channel][frame] }

  /// The description of a parameter.
  func value(_ address: ParameterAddress) -> Float { unsafe state.pointee.values[address] }

  func reshape(_ mixer: Mixer) { unsafe state.pointee.reshape(MixerShape(mixer)) }

  /// Renders frames from `start` on, in cycles of `cycle` frames, with events at their frames.
  func render(
    _ frames: Range<Int>, cycle: Int = 128, _ happening: [(Int, TimedEvent.Payload)] = []
  ) {
    var start = frames.lowerBound
    while start < frames.upperBound {
      let count = min(cycle, frames.upperBound - start)
      events.removeAll()
      for (frame, payload) in happening where frame >= start && frame < start + count {
        events.insert(TimedEvent(frameOffset: UInt32(frame - start), payload: payload))
      }
      let from: [UnsafePointer<Float>?] = unsafe inputs.enumerated().map {
        unsafe silentChannels.contains($0.offset) ? nil : UnsafePointer($0.element + start)
      }
      let to = unsafe outputs.map { unsafe $0 + start }
      unsafe state.pointee.process(inputs: from, outputs: to, frameCount: count, events: events)
      start += count
    }
  }

  func output(_ channel: Int, _ frames: Range<Int>) -> [Float] {
    frames.map { unsafe outputs[channel][$0] }
  }

  /// The largest step between two frames of an output.
  func largestStep(_ channel: Int, _ frames: Range<Int>) -> Float {
    let samples = output(channel, frames)
    return zip(samples, samples.dropFirst()).map { ($1 - $0).magnitude }.max() ?? 0
  }
}

func gain(_ decibels: Float, input: Int = 0) -> TimedEvent.Payload {
  .parameter(address: MixerParameters.gain(ofInput: input), value: decibels)
}

func mute(_ isOn: Bool, input: Int) -> TimedEvent.Payload {
  .parameter(address: MixerParameters.mute(ofInput: input), value: isOn ? 1 : 0)
}

func solo(_ isOn: Bool, input: Int) -> TimedEvent.Payload {
  .parameter(address: MixerParameters.solo(ofInput: input), value: isOn ? 1 : 0)
}

func pan(_ place: Float, input: Int = 0) -> TimedEvent.Payload {
  .parameter(address: MixerParameters.pan(ofInput: input), value: place)
}
