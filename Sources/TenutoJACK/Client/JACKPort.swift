internal import CJACK

/// What a port carries.
public enum JACKPortKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Float32 samples, one audio channel.
  case audio
  /// MIDI 1.0 messages with frame offsets.
  case midi

  /// The name of the type that JACK knows.
  public var typeName: String {
    switch self {
    case .audio: "32 bit float mono audio"
    case .midi: "8 bit raw midi"
    }
  }
}

/// Which way a port's data flow, seen from its client.
public enum JACKPortDirection: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Data come into the client.
  case input
  /// Data leave the client.
  case output
}

/// What a port is, in the bits of `JackPortFlags`.
public struct JACKPortFlags: OptionSet, Sendable, Hashable {
  /// The bits as JACK has them.
  public let rawValue: UInt

  /// Takes the bits as JACK has them.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Data come into the port's client.
  public static let input = JACKPortFlags(rawValue: 0x1)
  /// Data leave the port's client.
  public static let output = JACKPortFlags(rawValue: 0x2)
  /// The port stands for a connector of the machine.
  public static let physical = JACKPortFlags(rawValue: 0x4)
  /// The port's data can be monitored.
  public static let canMonitor = JACKPortFlags(rawValue: 0x8)
  /// Data begin or end at this port: a synthesiser, a recorder.
  public static let terminal = JACKPortFlags(rawValue: 0x10)
  /// A MIDI port whose events are words of Universal MIDI Packets, `JackPortIsMIDI2`.
  ///
  /// PipeWire 1.4 and later know it; JACK 1.9 hands it on without a meaning.
  public static let ump = JACKPortFlags(rawValue: 0x20)
}

/// A port that a client of this process registered.
///
/// A plain value that the render thread may hold. It is valid until it is unregistered or its
/// client is closed; data are reachable only through a `JACKCycle`.
@safe public struct JACKPort: Sendable, BitwiseCopyable {
  @usableFromInline package nonisolated(unsafe) let handle: OpaquePointer
  /// What the port carries.
  public let kind: JACKPortKind
  /// Which way its data flow.
  public let direction: JACKPortDirection
  /// The subject of the port's properties.
  public let uuid: UInt64
}
