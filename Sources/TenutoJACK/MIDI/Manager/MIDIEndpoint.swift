/// The number that an endpoint keeps across renames and restarts; never 0.
public typealias MIDIIdentifier = Int32

/// A MIDI port of any program, as it was when it was read.
public protocol MIDIEndpoint: Sendable, Hashable, Identifiable, CustomStringConvertible {
  /// JACK's information about it.
  var record: MIDIEndpointRecord { get }
}

extension MIDIEndpoint {
  /// The number that it keeps across renames and restarts.
  public var uniqueID: MIDIIdentifier { record.uniqueID }

  /// The port's own name, without its client's.
  public var name: String { record.shortName }

  /// A display name for a list of all endpoints.
  public var displayName: String { record.displayName }

  /// The full name in JACK, "client:port".
  public var portName: String { record.portName }

  /// The program that owns the port.
  public var clientName: String { record.clientName }

  /// The device's manufacturer, "" if unknown.
  public var manufacturer: String { record.manufacturer ?? "" }

  /// The device's model, "" if unknown.
  public var model: String { record.model ?? "" }

  /// Whether it represents a connector of the machine.
  public var isPhysical: Bool { record.isPhysical }

  /// Whether its events are Universal MIDI Packets.
  public var isUMP: Bool { record.isUMP }

  /// The same as `uniqueID`.
  public var id: MIDIIdentifier { uniqueID }

  /// The display name and the number.
  public var description: String { "\(displayName) (\(uniqueID))" }

  /// Returns whether two values are the same endpoint, whatever their names.
  public static func == (left: Self, right: Self) -> Bool { left.uniqueID == right.uniqueID }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) { hasher.combine(uniqueID) }
}

/// A port that events are sent to: a destination in Core MIDI, an input in JACK.
public struct MIDIInputEndpoint: MIDIEndpoint {
  /// JACK's information about it.
  public let record: MIDIEndpointRecord

  /// Creates an endpoint from a destination; nil for a source.
  public init?(_ record: MIDIEndpointRecord) {
    guard record.direction == .destination else { return nil }
    self.record = record
  }
}

/// A port that events come from: a source in Core MIDI, an output in JACK.
public struct MIDIOutputEndpoint: MIDIEndpoint {
  /// JACK's information about it.
  public let record: MIDIEndpointRecord

  /// Creates an endpoint from a source; nil for a destination.
  public init?(_ record: MIDIEndpointRecord) {
    guard record.direction == .source else { return nil }
    self.record = record
  }
}

/// All endpoints of the server at one time, except those that only serve a connection.
public struct MIDIEndpoints: Sendable, Hashable {
  /// The endpoints that events can be sent to.
  public var inputs: [MIDIInputEndpoint]
  /// The endpoints that events come from.
  public var outputs: [MIDIOutputEndpoint]
  /// The inputs without the manager's own.
  public var inputsUnowned: [MIDIInputEndpoint]
  /// The outputs without the manager's own.
  public var outputsUnowned: [MIDIOutputEndpoint]

  init(_ records: [MIDIEndpointRecord], owned: Set<MIDIIdentifier>) {
    let shown = records.filter { !$0.isPrivate }
    inputs = shown.compactMap { MIDIInputEndpoint($0) }
    outputs = shown.compactMap { MIDIOutputEndpoint($0) }
    inputsUnowned = inputs.filter { !owned.contains($0.uniqueID) }
    outputsUnowned = outputs.filter { !owned.contains($0.uniqueID) }
  }
}
