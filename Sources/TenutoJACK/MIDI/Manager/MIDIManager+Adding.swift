internal import Synchronization
public import TenutoMIDIMessages

extension MIDIManager {
  /// The virtual inputs, by tag.
  public var managedInputs: [String: MIDIInput] { session?.all(\.inputs) ?? [:] }

  /// The virtual outputs, by tag.
  public var managedOutputs: [String: MIDIOutput] { session?.all(\.outputs) ?? [:] }

  /// The connections from other programs' outputs, by tag.
  public var managedInputConnections: [String: MIDIInputConnection] {
    session?.all(\.inputConnections) ?? [:]
  }

  /// The connections to other programs' inputs, by tag.
  public var managedOutputConnections: [String: MIDIOutputConnection] {
    session?.all(\.outputConnections) ?? [:]
  }

  /// The connections between other programs, by tag.
  public var managedThruConnections: [String: MIDIThruConnection] {
    session?.all(\.thruConnections) ?? [:]
  }

  /// Adds a virtual input: a JACK port to which other programs send.
  ///
  /// - Parameters:
  ///   - name: The name that other programs see.
  ///   - tag: The key in `managedInputs`; a previous input with the tag is removed first.
  ///   - uniqueID: The origin of the number by which other programs recognise the input.
  ///   - version: The port's protocol; nil for `preferredProtocol`.
  ///   - receiver: Takes the events that arrive.
  /// - Throws: `.connectionError` before `start()`, or `.jack`.
  public func addInput(
    name: String, tag: String, uniqueID: MIDIIdentifierPersistence,
    protocol version: MIDIProtocolVersion? = nil, receiver: MIDIReceiver
  ) throws(MIDIIOError) {
    let session = try startedSession()
    session.remove(.input, .withTag(tag))
    let input = try MIDIInput(
      name: name, uniqueID: uniqueID, version: version ?? preferredProtocol, receiver: receiver,
      session: session)
    session.add(input, tag, \.inputs)
  }

  /// Adds a virtual output: a JACK port to which other programs listen.
  ///
  /// - Parameters:
  ///   - name: The name that other programs see.
  ///   - tag: The key in `managedOutputs`; a previous output with the tag is removed first.
  ///   - uniqueID: The origin of the number by which other programs recognise the output.
  ///   - version: The port's protocol; nil for `preferredProtocol`.
  /// - Throws: `.connectionError` before `start()`, or `.jack`.
  public func addOutput(
    name: String, tag: String, uniqueID: MIDIIdentifierPersistence,
    protocol version: MIDIProtocolVersion? = nil
  ) throws(MIDIIOError) {
    let session = try startedSession()
    session.remove(.output, .withTag(tag))
    let output = try MIDIOutput(
      name: name, uniqueID: uniqueID, version: version ?? preferredProtocol, session: session)
    session.add(output, tag, \.outputs)
  }

  /// Adds a connection from other programs' outputs, maintained as they come and go.
  ///
  /// Missing outputs are not an error. A refused connection is reported by `.ioError`. Each output
  /// is received in its own protocol, whatever `preferredProtocol` is.
  ///
  /// - Parameters:
  ///   - mode: The outputs to listen to.
  ///   - tag: The key in `managedInputConnections`; a previous connection is removed first.
  ///   - filter: The outputs to exclude.
  ///   - receiver: Takes the events that arrive.
  /// - Throws: `.connectionError` before `start()`.
  public func addInputConnection(
    to mode: MIDIInputConnectionMode, tag: String, filter: MIDIEndpointFilter = .default(),
    receiver: MIDIReceiver
  ) throws(MIDIIOError) {
    let session = try startedSession()
    session.remove(.inputConnection, .withTag(tag))
    let connection = MIDIInputConnection(
      mode: mode, filter: filter, tag: tag, receiver: receiver, session: session)
    session.add(connection, tag, \.inputConnections)
    connection.refresh()
  }

  /// Adds a connection to other programs' inputs, maintained as they come and go.
  ///
  /// Missing inputs are not an error. A refused connection is reported by `.ioError`. Each input
  /// gets its own protocol, whatever `preferredProtocol` is.
  ///
  /// - Parameters:
  ///   - mode: The inputs to send to.
  ///   - tag: The key in `managedOutputConnections`; a previous connection is removed first.
  ///   - filter: The inputs to exclude.
  /// - Throws: `.connectionError` before `start()`.
  public func addOutputConnection(
    to mode: MIDIOutputConnectionMode, tag: String, filter: MIDIEndpointFilter = .default()
  ) throws(MIDIIOError) {
    let session = try startedSession()
    session.remove(.outputConnection, .withTag(tag))
    let connection = MIDIOutputConnection(
      mode: mode, filter: filter, tag: tag, session: session)
    session.add(connection, tag, \.outputConnections)
    connection.refresh()
  }

  /// Adds a connection between other programs, maintained as they come and go.
  ///
  /// - Parameters:
  ///   - outputs: Up to 8 outputs from which events come.
  ///   - inputs: Up to 8 inputs, each of which gets all events.
  ///   - tag: The key in `managedThruConnections`; a previous connection is removed first.
  ///   - lifecycle: Only `.nonPersistent`.
  ///   - params: The processing of the events.
  /// - Throws: `.connectionError` before `start()`, `.notSupported` or `.malformed`.
  public func addThruConnection(
    outputs: [MIDIOutputEndpoint], inputs: [MIDIInputEndpoint], tag: String,
    lifecycle: MIDIThruConnection.Lifecycle = .nonPersistent,
    params: MIDIThruConnection.Parameters = .init()
  ) throws(MIDIIOError) {
    guard lifecycle == .nonPersistent else {
      throw .notSupported(
        "JACK keeps no thru connection beyond the program's end; use .nonPersistent.")
    }
    guard outputs.count <= 8, inputs.count <= 8 else {
      throw .malformed("A thru connection has at most 8 outputs and 8 inputs.")
    }
    guard params.channelMap.count == 16 else {
      throw .malformed(
        "The channel map of a thru connection has 16 channels, not \(params.channelMap.count).")
    }
    let session = try startedSession()
    session.remove(.nonPersistentThruConnection, .withTag(tag))
    let connection = MIDIThruConnection(
      outputs: outputs, inputs: inputs, parameters: params, tag: tag, session: session)
    session.add(connection, tag, \.thruConnections)
    connection.refresh()
    session.notices.post([.thruConnectionChanged])
  }
}

extension ManagerSession {
  func all<Value: Sendable>(_ path: KeyPath<Registry, [String: Value]>) -> [String: Value] {
    registry.withLock { $0[keyPath: path] }
  }

  func add<Value: Sendable>(
    _ value: Value, _ tag: String, _ path: WritableKeyPath<Registry, [String: Value]>
  ) {
    _ = registry.withLock { $0[keyPath: path].updateValue(value, forKey: tag) }
  }
}
