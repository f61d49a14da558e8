import Foundation
import TenutoRender

/// A folder in /tmp with sound files, removed after the test.
final class NodeFolder: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tenuto-nodes-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path(percentEncoded: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A file in which every sample encodes its position: `frame + channel / 4`, over 2^20.
  func write(
    _ name: String, frames: Int, channelCount: Int = 2, sampleRate: Int = 48000
  ) throws -> String {
    let writer = try SoundFileWriter(
      path: "\(path)/\(name)", format: .wavFloat32, sampleRate: sampleRate,
      channelCount: channelCount)
    if frames > 0 {
      try writer.write(
        channels: (0..<channelCount).map { channel in
          (0..<frames).map { Self.sample($0, channel) }
        })
    }
    try writer.finish()
    return "\(path)/\(name)"
  }

  static func sample(_ frame: Int, _ channel: Int) -> Float {
    (Float(frame) + Float(channel) / 4) / 1_048_576
  }
}

/// Memory for some channels of a cycle.
@safe final class ChannelMemory {
  let channels: [UnsafeMutablePointer<Float>]

  init(channelCount: Int, capacity: Int) {
    unsafe channels = (0..<channelCount).map { _ in
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: capacity)
      unsafe samples.initialize(repeating: .nan, count: capacity)
      return unsafe samples
    }
  }

  deinit { unsafe channels.forEach { unsafe $0.deallocate() } }

  func samples(_ channel: Int, _ frames: Range<Int>) -> [Float] {
    frames.map { unsafe channels[channel][$0] }
  }
}
