internal import TenutoRender

/// What a WebSocket of sound says of it before the samples, and again when it changes.
package struct SoundFormat: Codable, Sendable, Equatable {
  /// Frames per second, in Hz.
  package var sampleRate: Double
  /// Samples of a frame.
  package var channels: Int
}

/// One program that hears what a monitor hears, over a WebSocket.
struct SoundConnection {
  let peer: WebSocketPeer
  let monitor: GraphMonitor

  /// Channels of what is heard, or of a node's first bus: others are left out, a mono bus is in both.
  static let channelCount = 2
  /// Frames of a message at most.
  private static let frameLimit = 4096
  /// Between two looks.
  private static let pause = Duration.milliseconds(2)
  /// How long the program may take nothing.
  private static let patience = Duration.seconds(30)
  /// Bytes that wait in the socket: 85 ms of two channels at 48 kHz.
  private static let socketByteCount = 32 << 10

  /// Sends until one of both ends it; what finds no room meanwhile is left out.
  func run() {
    peer.limitSending(to: Self.socketByteCount)
    var told: SoundFormat?
    do throws(WebSocketEnd) {
      while true {
        let format = SoundFormat(sampleRate: monitor.sampleRate, channels: monitor.channelCount)
        if format != told, format.sampleRate > 0 {
          try send(.utf8((try? WireJSON.bytes(format)) ?? []))
          told = format
        }
        if let sound = monitor.takeSound(atMost: Self.frameLimit) {
          try send(.binary(Self.bytes(sound)))
        } else if try peer.next(within: Self.pause) != nil {
          // It has nothing to say here.
          throw .unsupported
        }
      }
    } catch {
      peer.end(error)
    }
  }

  private func send(_ message: WebSocketMessage) throws(WebSocketEnd) {
    guard peer.send([message], within: Self.patience) else { throw .tooSlow }
  }

  /// The time of the first frame, then the samples, the lowest byte of each first.
  static func bytes(_ sound: GraphMonitor.Sound) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + 4 * sound.samples.count)
    append(UInt64(bitPattern: sound.sampleTime), to: &bytes)
    for sample in sound.samples { append(sample.bitPattern, to: &bytes) }
    return bytes
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
  }
}
