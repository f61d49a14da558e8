internal import TenutoRender

/// The audio format that a WebSocket announces before the samples, and again when it changes.
package struct SoundFormat: Codable, Sendable, Equatable {
  /// The sample rate in Hz.
  package var sampleRate: Double
  /// Samples per frame.
  package var channels: Int
}

/// A WebSocket that streams the audio of a monitor.
struct SoundConnection {
  let peer: WebSocketPeer
  let monitor: GraphMonitor

  /// Channels of the stream: further channels are dropped, a mono bus is copied to both.
  static let channelCount = 2
  /// Maximum number of frames in a message.
  private static let frameLimit = 4096
  /// The pause between two polls.
  private static let pause = Duration.milliseconds(2)
  /// The longest time that the client may leave a message unread.
  private static let timeout = Duration.seconds(30)
  /// Bytes in the socket's send buffer: 85 ms of two channels at 48 kHz.
  private static let socketByteCount = 32 << 10

  /// Sends audio until either side ends the connection; audio for which there is no room is
  /// dropped.
  func run() {
    peer.limitSending(to: Self.socketByteCount)
    var sentFormat: SoundFormat?
    do throws(WebSocketEnd) {
      while true {
        let format = SoundFormat(sampleRate: monitor.sampleRate, channels: monitor.channelCount)
        if format != sentFormat, format.sampleRate > 0 {
          try send(.utf8((try? WireJSON.bytes(format)) ?? []))
          sentFormat = format
        }
        if let sound = monitor.takeSound(atMost: Self.frameLimit) {
          try send(.binary(Self.bytes(sound)))
        } else if try peer.next(within: Self.pause) != nil {
          // The client may send no messages here.
          throw .unsupported
        }
      }
    } catch {
      peer.end(error)
    }
  }

  private func send(_ message: WebSocketMessage) throws(WebSocketEnd) {
    guard peer.send([message], within: Self.timeout) else { throw .tooSlow }
  }

  /// Returns the time of the first frame followed by the samples, all little endian.
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
