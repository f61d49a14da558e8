internal import Foundation
internal import TenutoCore
internal import TenutoMIDI

/// A note on at full velocity.
func noteOn(_ note: UInt8, at frame: UInt32 = 0) -> TimedEvent {
  TimedEvent(
    frameOffset: frame,
    payload: .midi(VoiceEvent.noteOn(channel: 0, note: note, velocity: 65535).ump))
}

func noteOff(_ note: UInt8, at frame: UInt32 = 0) -> TimedEvent {
  TimedEvent(
    frameOffset: frame,
    payload: .midi(VoiceEvent.noteOff(channel: 0, note: note, velocity: 0).ump))
}

func parameter(_ address: UInt64, _ value: Float, at frame: UInt32 = 0) -> TimedEvent {
  TimedEvent(frameOffset: frame, payload: .parameter(address: address, value: value))
}

func ramp(_ address: UInt64, _ value: Float, frames: UInt32, at frame: UInt32 = 0) -> TimedEvent {
  TimedEvent(
    frameOffset: frame, payload: .ramp(address: address, value: value, frameCount: frames))
}

/// The frequency of a tone, from its first to its last rising zero crossing.
func frequency(_ samples: [Float], sampleRate: Double = 48000) -> Double {
  var rises: [Double] = []
  for index in 1..<samples.count where samples[index - 1] < 0 && samples[index] >= 0 {
    let part = samples[index - 1] / (samples[index - 1] - samples[index])
    rises.append(Double(index - 1) + Double(part))
  }
  guard let first = rises.first, let last = rises.last, rises.count > 1 else { return 0 }
  return Double(rises.count - 1) * sampleRate / (last - first)
}

/// The root mean square.
func level(_ samples: some Collection<Float>) -> Double {
  (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}
