import Foundation
import TenutoRender

/// Sound files that tests make.
enum TestSound {
  /// A file that is removed after `body`: `[channel][frame]`.
  static func withFile<Result>(
    _ channels: [[Float]], sampleRate: UInt32 = 48000, _ body: (SoundFileReader) throws -> Result
  ) throws -> Result {
    let path = NSTemporaryDirectory() + "tenuto-picture-\(UUID().uuidString).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(wave(channels, sampleRate: sampleRate)).write(to: URL(fileURLWithPath: path))
    return try body(SoundFileReader(path: path))
  }

  /// The bytes of a WAV file of 32-bit floats.
  static func wave(_ channels: [[Float]], sampleRate: UInt32) -> [UInt8] {
    let frameCount = channels[0].count
    var samples: [UInt8] = []
    for frame in 0..<frameCount {
      for channel in channels { samples += bytes(channel[frame].bitPattern, 4) }
    }
    let count = UInt32(channels.count)
    let format =
      bytes(3, 2) + bytes(count, 2) + bytes(sampleRate, 4) + bytes(sampleRate * count * 4, 4)
      + bytes(count * 4, 2) + bytes(32, 2)
    let size = UInt32(samples.count)
    return Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4) + format
      + Array("data".utf8) + bytes(size, 4) + samples
  }

  private static func bytes(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }

  static func sine(_ frequency: Double, amplitude: Float = 1, count: Int) -> [Float] {
    (0..<count).map { amplitude * Float(sin(2 * Double.pi * frequency * Double($0) / 48000)) }
  }
}
