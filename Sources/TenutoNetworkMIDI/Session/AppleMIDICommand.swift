/// A command of an AppleMIDI session ("MIDI Network Driver Protocol", version 2).
///
/// ```
/// | 0xFFFF | two letters | fields, big-endian |
/// ```
package enum AppleMIDICommand: Equatable, Sendable {
  /// The sender of an invitation or an answer.
  package struct Introduction: Equatable, Sendable {
    /// The number that the initiator chose for this attempt.
    package var token: UInt32
    /// The sender's stream.
    package var ssrc: UInt32
    /// The sender's name; nil if it is omitted.
    package var name: String?

    /// Creates an introduction.
    package init(token: UInt32, ssrc: UInt32, name: String? = nil) {
      self.token = token
      self.ssrc = ssrc
      self.name = name
    }
  }

  /// A step of clock synchronization, in ticks of 100 µs.
  package struct Clock: Equatable, Sendable {
    /// The sender's stream.
    package var ssrc: UInt32
    /// The number of the step, 0 to 2.
    package var count: UInt8
    /// The times of the three steps.
    package var times: InlineTimes

    /// Creates a step.
    package init(ssrc: UInt32, count: UInt8, _ times: InlineTimes) {
      self.ssrc = ssrc
      self.count = count
      self.times = times
    }
  }

  /// Three times in ticks of 100 µs.
  package struct InlineTimes: Equatable, Sendable {
    /// When the initiator asked, by its clock.
    package var first: UInt64
    /// When the peer answered, by its clock.
    package var second: UInt64
    /// When the initiator received the answer.
    package var third: UInt64

    /// Creates times.
    package init(_ first: UInt64, _ second: UInt64 = 0, _ third: UInt64 = 0) {
      self.first = first
      self.second = second
      self.third = third
    }
  }

  /// IN: asks to join.
  case invitation(Introduction)
  /// OK: accepts the invitation.
  case acceptance(Introduction)
  /// NO: declines the invitation.
  case rejection(Introduction)
  /// BY: the sender leaves.
  case end(Introduction)
  /// CK: clock synchronization.
  case clock(Clock)
  /// RS: acknowledges all packets up to this one.
  case feedback(ssrc: UInt32, sequenceNumber: UInt16)
  /// RL: limits the sender's bit rate.
  case bitRateLimit(ssrc: UInt32, bitsPerSecond: UInt32)
}

extension AppleMIDICommand {
  /// The version of the protocol.
  private static let version: UInt32 = 2

  /// Maximum length of a name in bytes.
  package static let maximumNameBytes = 63

  /// Returns whether a datagram is a command rather than a packet of a stream.
  package static func isCommand(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 4 && bytes[0] == 0xFF && bytes[1] == 0xFF
  }

  /// Parses a datagram.
  package init(parsing bytes: [UInt8]) throws(PacketError) {
    var reader = DatagramReader(bytes)
    guard try reader.uint16() == 0xFFFF else { throw .badSignature }
    switch try reader.uint16() {
    case 0x494E: self = .invitation(try Self.introduction(&reader))
    case 0x4F4B: self = .acceptance(try Self.introduction(&reader))
    case 0x4E4F: self = .rejection(try Self.introduction(&reader))
    case 0x4259: self = .end(try Self.introduction(&reader))
    case 0x434B:
      let (ssrc, count) = try (reader.uint32(), reader.byte())
      guard count < 3 else { throw .badValue }
      _ = try reader.take(3)
      let times = try InlineTimes(reader.uint64(), reader.uint64(), reader.uint64())
      self = .clock(Clock(ssrc: ssrc, count: count, times))
    case 0x5253:
      self = try .feedback(ssrc: reader.uint32(), sequenceNumber: reader.uint16())
    case 0x524C:
      self = try .bitRateLimit(ssrc: reader.uint32(), bitsPerSecond: reader.uint32())
    default: throw .unknownCommand
    }
  }

  private static func introduction(
    _ reader: inout DatagramReader
  ) throws(PacketError) -> Introduction {
    guard try reader.uint32() == version else { throw .badVersion }
    let (token, ssrc) = try (reader.uint32(), reader.uint32())
    let text = reader.takeRest().prefix { $0 != 0 }
    guard text.count <= 512 else { throw .tooLong }
    // Replacing invalid UTF-8 lengthens the text.
    let readable = String(decoding: text.prefix(maximumNameBytes), as: UTF8.self)
    let name = String(decoding: readable.utf8(atMost: maximumNameBytes), as: UTF8.self)
    return Introduction(token: token, ssrc: ssrc, name: name.isEmpty ? nil : name)
  }

  /// The encoded datagram.
  package var encoded: [UInt8] {
    switch self {
    case .invitation(let introduction): Self.bytes(0x494E, introduction)
    case .acceptance(let introduction): Self.bytes(0x4F4B, introduction)
    case .rejection(let introduction): Self.bytes(0x4E4F, introduction)
    case .end(let introduction): Self.bytes(0x4259, introduction)
    case .clock(let clock):
      Self.bytes(0x434B, clock.ssrc) { bytes in
        bytes += [clock.count, 0, 0, 0]
        for time in [clock.times.first, clock.times.second, clock.times.third] {
          bytes.append(bigEndian: time)
        }
      }
    case .feedback(let ssrc, let number):
      Self.bytes(0x5253, ssrc) { bytes in
        bytes.append(bigEndian: number)
        bytes += [0, 0]
      }
    case .bitRateLimit(let ssrc, let rate):
      Self.bytes(0x524C, ssrc) { $0.append(bigEndian: rate) }
    }
  }

  private static func bytes(
    _ letters: UInt16, _ first: UInt32, _ rest: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFF]
    bytes.append(bigEndian: letters)
    bytes.append(bigEndian: first)
    rest(&bytes)
    return bytes
  }

  private static func bytes(_ letters: UInt16, _ introduction: Introduction) -> [UInt8] {
    bytes(letters, version) { bytes in
      bytes.append(bigEndian: introduction.token)
      bytes.append(bigEndian: introduction.ssrc)
      guard let name = introduction.name else { return }
      bytes += name.utf8(atMost: maximumNameBytes)
      bytes.append(0)
    }
  }
}

extension String {
  /// Returns the text in `count` bytes at most, cut between characters.
  func utf8(atMost count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in self {
      guard bytes.count + character.utf8.count <= count else { break }
      bytes += character.utf8
    }
    return bytes
  }
}
