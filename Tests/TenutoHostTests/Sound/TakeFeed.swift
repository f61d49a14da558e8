#if canImport(Glibc)
import TenutoCore
import Glibc

@testable import TenutoRender
@testable import TenutoSystem
#endif

/// Sound for recorders, and the recorded files.
enum TakeFeed {
  /// Mono noise that no codec makes small, the same at every call.
  static func noise(_ frameCount: Int) -> [Float] {
    var numbers = SeededRandom(seed: 3)
    return (0..<frameCount).map { _ in Float.random(in: -0.5...0.5, using: &numbers) }
  }

  /// Gives a mono recorder frames as a render thread does, and waits for room.
  static func play(_ samples: [Float], into recorder: Recorder) {
    for start in stride(from: 0, to: samples.count, by: 1024) {
      let cycle = Array(samples[start..<min(start + 1024, samples.count)])
      while recorder.ring.freeFrames < cycle.count { usleep(200) }
      unsafe cycle.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { return }
        unsafe recorder.ring.write(base, channel: 0, frameCount: buffer.count)
      }
      recorder.ring.publish(frameCount: cycle.count)
    }
  }

  /// All sound of mono files, one after the other.
  static func sound(_ paths: [String]) throws(HostError) -> [Float] {
    var samples: [Float] = []
    for path in paths { samples += try SoundFileReader(path: path).readAll()[0] }
    return samples
  }

  /// Whether two sounds are the same but for the rounding to 24 bits.
  static func isSame(_ one: [Float], _ other: [Float]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 1 / 8_000_000 }
  }

  /// The bytes of a file whose host is killed: with some frames after the newest header.
  static func cutOff(
    _ samples: [Float], at path: String, _ format: SoundFileFormat
  ) throws -> [UInt8] {
    let number = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    defer { close(number) }
    let encoder = try SoundEncoder(
      number, path: path, format: format, sampleRate: 48_000, channelCount: 1)
    for half in [samples.prefix(samples.count / 2), samples.suffix(from: samples.count / 2)] {
      try unsafe half.withUnsafeBufferPointer { try unsafe encoder.encode($0) }
      if half.startIndex == 0 { try encoder.updateHeader() }
    }
    encoder.abandon()
    let file = FileBytes(number)
    return try file.read(at: 0, count: file.count)
  }
}
