import Foundation
import KernelTestSupport
import SoundFontKernel
import TenutoExtension
import TestSupport

/// The events of the instrument, and its output.
struct SoundFontTake {
  var sampleRate = 48000.0
  var unit = SoundFontUnit()
  /// Events with their frames, in any order.
  private(set) var events: [(frame: Int, payload: TimedEvent.Payload)] = []

  /// The test font without reverb and chorus, with a gain of 1.
  static func dry(_ font: TemporaryFont, sampleRate: Double = 48000) throws -> SoundFontTake {
    var take = SoundFontTake(sampleRate: sampleRate)
    _ = try take.unit.answer(Array(font.path.utf8))
    take.set("reverb", 0)
    take.set("chorus", 0)
    take.set("gain", 1)
    return take
  }

  /// Adds a MIDI 1.0 channel message.
  mutating func send(_ frame: Int, _ status: UInt8, _ first: UInt8, _ second: UInt8 = 0) {
    let word = 0x2000_0000 | UInt32(status) << 16 | UInt32(first) << 8 | UInt32(second)
    events.append((frame, .midi(UMP(word))))
  }

  /// Adds any packet.
  mutating func send(_ frame: Int, _ packet: UMP) { events.append((frame, .midi(packet))) }

  /// Sets a parameter by its identifier.
  mutating func set(_ identifier: String, _ value: Float, at frame: Int = 0) {
    guard let parameter = SoundFontKernel.component.parameter(named: identifier) else {
      preconditionFailure("there is no parameter '\(identifier)'")
    }
    events.append((frame, .parameter(address: parameter.address, value: value)))
  }

  /// Renders cycles of the lengths that `nextCycle` returns, and calls `between` before each.
  ///
  /// - Returns: The sound, and the final values of the parameters.
  func render(
    _ frameCount: Int, between: (Int) -> Void = { _ in }, nextCycle: () -> Int = { 512 }
  ) -> (sound: Sound, value: (String) -> Float) {
    var runner = KernelRunner<SoundFontKernel>(
      sampleRate: sampleRate, maximumFrameCount: 512, unit: unit)
    var sound = Sound(sampleRate: sampleRate)
    let events = events.enumerated().sorted {
      ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset)
    }.map(\.element)
    while sound.left.count < frameCount {
      let start = sound.left.count
      between(start)
      let length = min(max(1, nextCycle()), 512, frameCount - start)
      let cycle = events.filter { $0.frame >= start && $0.frame < start + length }.map {
        TimedEvent(frameOffset: UInt32($0.frame - start), payload: $0.payload)
      }
      runner.render(frameCount: length, events: cycle.span)
      for frame in 0..<length {
        sound.left.append(runner.output(0)[frame])
        sound.right.append(runner.output(1)[frame])
      }
    }
    let values = Dictionary(
      uniqueKeysWithValues: SoundFontKernel.component.parameters.map {
        ($0.identifier, runner.value(of: $0.address))
      })
    return (sound, { values[$0] ?? -1 })
  }
}

/// A font in a private file, removed with the test.
final class TemporaryFont {
  let path = NSTemporaryDirectory() + "tenuto-\(UUID().uuidString).sf2"

  init(_ bytes: [UInt8] = TestFont.standard.bytes) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
