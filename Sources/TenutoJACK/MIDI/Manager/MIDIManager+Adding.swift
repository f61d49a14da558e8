internal import Synchronization
public import TenutoMIDIMessages

extension MIDIManager {
  /// The virtual inputs, by tag.
  public var managedInputs: [String: MIDIInput] { session?.all(\.inputs) ?? [:] }

  /// The virtual outputs, by tag.
  public var managedOutputs: [String: MIDIOutput] { session?.all(\.outputs) ?? [:] }

  /// The connections from outputs of others, by tag.
  public var managedInputConnections: [String: MIDIInputConnection] {
    session?.all(\.inputConnections) ?? [:]
  }

  /// The connections to inputs of others, by tag.
  public var managedOutputConnections: [String: MIDIOutputConnection] {
    session?.all(\.outputConnections) ?? [:]
  }

  /// The connections between others, by tag.
  public var managedThruConnections: [String: MIDIThruConnection] {
    session?.all(\.thruConnections) ?? [:]
  }

  /// Adds a virtual input: a JACK port that others send to.
  ///
  /// - Parameters:
  ///   - name: The name that others see.
  ///   - tag: The key in `managedInputs`; what had it is removed first.
  ///   - uniqueID: Where the number comes from by which others find the input again.
  ///   - version: What it speaks, nil for `preferredProtocol`.
  ///   - receiver: Takes what arrives.
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

  /// Adds a virtual output: a JACK port that others listen to.
  ///
  /// - Parameters:
  ///   - name: The name that others see.
  ///   - tag: The key in `managedOutputs`; what had it is removed first.
  ///   - uniqueID: Where the number comes from by which others find the output again.
  ///   - version: What it speaks, nil for `preferredProtocol`.
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

  /// Adds a connection from outputs of others, which is kept while they come and go.
  ///
  /// Outputs that are not there are no error. One that refuses is told by `.ioError`. Each is
  /// listened to in what it speaks, whatever `preferredProtocol` is.
  ///
  /// - Parameters:
  ///   - mode: Which outputs.
  ///   - tag: The key in `managedInputConnections`; what had it is removed first.
  ///   - filter: Which outputs are left out.
  ///   - receiver: Takes what arrives.
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

  /// Adds a connection to inputs of others, which is kept while they come and go.
  ///
  /// Inputs that are not there are no error. One that refuses is told by `.ioError`. Each is sent
  /// what it speaks, whatever `preferredProtocol` is.
  ///
  /// - Parameters:
  ///   - mode: Which inputs.
  ///   - tag: The key in `managedOutputConnections`; what had it is removed first.
  ///   - filter: Which inputs are left out.
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

  /// Adds a connection between others, which is kept while they come and go.
  ///
  /// - Parameters:
  ///   - outputs: Up to 8 outputs from which events come.
  ///   - inputs: Up to 8 inputs that each get all of them.
  ///   - tag: The key in `managedThruConnections`; what had it is removed first.
  ///   - lifecycle: Only `.nonPersistent`.
  ///   - params: What happens to what passes.
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
