internal import Glibc
internal import TenutoCore

/// The protocol of a session.
public enum MIDINetworkProtocol: Sendable, Hashable, CaseIterable {
  /// AppleMIDI sessions with RTP-MIDI (RFC 6295): MIDI 1.0, as on macOS, iOS and in rtpMIDI for
  /// Windows.
  case appleMIDI
  /// Network MIDI 2.0 (M2-124-UM): Universal MIDI Packets.
  case networkMIDI2

  /// The type of its Bonjour service.
  public var serviceType: String {
    switch self {
    case .appleMIDI: MIDINetworkBrowser.appleMIDIServiceType
    case .networkMIDI2: MIDINetworkBrowser.networkMIDI2ServiceType
    }
  }
}

/// The credentials of a host in Network MIDI 2.0.
///
/// Only a digest of them is sent; MIDI messages are not encrypted.
public enum MIDINetworkAuthentication: Sendable, Hashable {
  /// A secret shared by all hosts.
  case sharedSecret(String)
  /// A user, and the user's password.
  case user(name: String, password: String)

  var credentials: NetworkMIDI2Credentials {
    switch self {
    case .sharedSecret(let secret): .secret(secret)
    case .user(let name, let password): .user(name, password: password)
    }
  }

  /// Returns 16 digits that are stable for a session of this machine.
  static func productInstanceID(of name: String) -> String {
    var machine = [UInt8](repeating: 0, count: 64)
    let file = unsafe open("/etc/machine-id", O_RDONLY | O_CLOEXEC)
    let count = file >= 0 ? unsafe read(file, &machine, machine.count) : 0
    if file >= 0 { close(file) }
    // The machine's identifier itself must not leave the machine.
    let digest = SHA256.hexadecimal(of: Array(machine.prefix(max(count, 0))) + Array(name.utf8))
    return String(digest.prefix(16))
  }
}
