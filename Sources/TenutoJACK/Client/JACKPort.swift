internal import CJACK

/// The kind of a port's data.
public enum JACKPortKind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Float32 samples, one audio channel.
  case audio
  /// MIDI 1.0 messages with frame offsets.
  case midi

  /// JACK's name of the type.
  public var typeName: String {
    switch self {
    case .audio: "32 bit float mono audio"
    case .midi: "8 bit raw midi"
    }
  }
}

/// The direction of a port's data, seen from its client.
public enum JACKPortDirection: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  /// Data flow into the client.
  case input
  /// Data flow out of the client.
  case output
}

/// The properties of a port, in the bits of `JackPortFlags`.
public struct JACKPortFlags: OptionSet, Sendable, Hashable {
  /// The bits of JACK.
  public let rawValue: UInt

  /// Creates flags from JACK's bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Data flow into the port's client.
  public static let input = JACKPortFlags(rawValue: 0x1)
  /// Data flow out of the port's client.
  public static let output = JACKPortFlags(rawValue: 0x2)
  /// The port represents a connector of the machine.
  public static let physical = JACKPortFlags(rawValue: 0x4)
  /// The port's data can be monitored.
  public static let canMonitor = JACKPortFlags(rawValue: 0x8)
  /// Data begin or end at this port: a synthesiser, a recorder.
  public static let terminal = JACKPortFlags(rawValue: 0x10)
  /// A MIDI port whose events are words of Universal MIDI Packets, `JackPortIsMIDI2`.
  ///
  /// PipeWire 1.4 and later support it; JACK 1.9 passes it on without a meaning.
  public static let ump = JACKPortFlags(rawValue: 0x20)
}

/// A port that a client of this process registered.
///
/// A plain value that the render thread may keep. It is valid until it is unregistered or its
/// client is closed; the data are accessible only through a `JACKCycle`.
@safe public struct JACKPort: Sendable, BitwiseCopyable {
  @usableFromInline package nonisolated(unsafe) let handle: OpaquePointer  // handed to libjack
  /// The kind of the port's data.
  public let kind: JACKPortKind
  /// The direction of the port's data.
  public let direction: JACKPortDirection
  /// The subject of the port's properties.
  public let uuid: UInt64
}
