import TenutoCore
import TenutoMIDI
import TestSupport

@testable import TenutoNetworkMIDI

/// A session with a peer whose datagrams are written byte by byte.
struct ForeignPeer {
  /// The datagrams that the session has sent.
  struct Datagram {
    let time: UInt64
    let bytes: [UInt8]
    let port: SessionPort
    let to: NetworkAddress
  }

  static let address = NetworkAddress(host: [10, 0, 0, 9], port: 5004)
  static let second: UInt64 = 1_000_000_000

  var core = AppleMIDICore(name: "Tenuto", policy: .anyone, random: SeededRandom(seed: 1))
  var now = 1000 * Self.second
  /// The peer's number, the same on its data port.
  var ssrc: UInt32 = 0x0707_0707
  private(set) var played: [IncomingStream.Event] = []
  private(set) var sent: [Datagram] = []
  private var number: UInt16 = 0

  var messages: [RTPMIDIMessage] { played.map(\.message) }

  /// The datagrams of the session's stream.
  var stream: [Datagram] { sent.filter { $0.bytes[0] == 0x80 } }
  var packets: [[UInt8]] { stream.map(\.bytes) }

  /// The session's commands of two letters.
  func commands(_ letters: String) -> [[UInt8]] {
    sent.map(\.bytes).filter { $0.starts(with: [0xFF, 0xFF] + letters.utf8) }
  }

  /// A command with its fields of 32 bits, and the following bytes.
  static func command(_ letters: String, _ fields: [UInt32], _ rest: [UInt8] = []) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFF] + letters.utf8
    for field in fields { bytes.append(bigEndian: field) }
    return bytes + rest
  }

  mutating func send(
    _ bytes: [UInt8], on port: SessionPort = .control, from address: NetworkAddress = Self.address
  ) {
    core.receive(
      bytes, from: port == .control ? address : address.dataAddress, on: port, at: now)
    settle()
  }

  /// Invites the session on both ports; the name has the peer's form, with or without NUL.
  mutating func join(
    token: UInt32 = 1, name: [UInt8] = Array("Peer\0".utf8),
    from address: NetworkAddress = Self.address
  ) {
    let invitation = Self.command("IN", [2, token, ssrc], name)
    send(invitation, from: address)
    send(invitation, on: .data, from: address)
  }

  /// Requests the session's clock; the peer's own clock stands at 0.
  mutating func askClock() {
    let zeros = [UInt8](repeating: 0, count: 28)
    send(Self.command("CK", [ssrc], zeros), on: .data)
    guard let answer = commands("CK").last else { return }
    send(
      Self.command("CK", [ssrc], [2, 0, 0, 0] + answer[12..<28] + zeros[..<8]), on: .data)
  }

  /// Sends the next packet: the header's flags without its length, the MIDI list, and the journal.
  mutating func play(
    _ list: [UInt8], flags: UInt8 = 0, timestamp: UInt32 = 0, journal: [UInt8] = [],
    skipping lost: UInt16 = 0
  ) {
    number &+= 1 + lost
    var bytes: [UInt8] = [0x80, 0x61]
    bytes.append(bigEndian: number)
    bytes.append(bigEndian: timestamp)
    bytes.append(bigEndian: ssrc)
    let isLong = list.count > 15
    bytes += isLong ? [flags | 0x80, UInt8(list.count)] : [flags | UInt8(list.count)]
    send(bytes + list + journal, on: .data)
  }

  /// Makes the session send a message at once.
  mutating func hear(_ message: RTPMIDIMessage) {
    _ = core.send(message, time: now)
    core.flush(at: now)
    settle()
  }

  /// Lets milliseconds pass, in steps.
  mutating func wait(
    _ milliseconds: Int, step: Int = 1, each: (inout ForeignPeer) -> Void = { _ in }
  ) {
    for _ in 0..<milliseconds / step {
      now += UInt64(step) * 1_000_000
      if let deadline = core.deadline, deadline <= now { core.tick(at: now) }
      settle()
      each(&self)
    }
  }

  private mutating func settle() {
    for effect in core.takeEffects() {
      switch effect {
      case .send(let bytes, let port, let address):
        sent.append(Datagram(time: now, bytes: bytes, port: port, to: address))
      case .play(let events, _): played += events
      default: break
      }
    }
  }
}
