public import TenutoMIDI

/// A JACK client with MIDI ports only, which needs no host.
///
/// Ports can be added and removed while it runs, without interrupting other ports. Events carry
/// host time, in nanoseconds of `CLOCK_MONOTONIC`, exact to the frame in both directions. When the
/// server ends, `serverEnd` is called, the dead client is closed, and `reopen()` restores all ports
/// at the next server.
///
/// Thread: any but render; calls may run on several threads at once.
public final class MIDIPortClient: Sendable {
  private let core: MIDIPortCore

  /// Opens a client and activates it; never starts a server.
  ///
  /// - Parameters:
  ///   - name: The name that other programs see; JACK adds a number to a name in use, see `name`.
  ///   - serverName: The server, or nil for the default one.
  ///   - serverEnd: Called with the reason on the client's own thread after the server has ended.
  /// - Throws: As `JACKClient.init` and `JACKClient.activate`.
  public init(
    name: String, serverName: String? = nil,
    serverEnd: @escaping @Sendable (_ reason: String) -> Void = { _ in }
  ) throws(JACKError) {
    core = MIDIPortCore(name: name, serverName: serverName, serverEnd: serverEnd)
    do throws(JACKError) {
      try core.start()
    } catch {
      core.close()
      throw error
    }
  }

  deinit { core.close() }

  /// The client's name in JACK, which may change with `reopen()`.
  public var name: String { core.name }

  /// Whether the client runs: neither closed nor without its server.
  public var isOpen: Bool { core.isOpen }

  /// Opens a new client with all ports, after the server of the old one has ended.
  ///
  /// Connections are not restored. Every other JACK client of the process that belongs to the dead
  /// server must be closed first (`.deadClientsOpen`); the `MIDIDirectory` closes its client
  /// automatically. Has no effect on an open client.
  ///
  /// - Throws: As `init`, or `.closed`; try again later after `.noServer`.
  public func reopen() throws(JACKError) { try core.reopen() }

  /// Removes all ports from the graph; receivers get no later events.
  public func close() { core.close() }
}

// MARK: - Ports

extension MIDIPortClient {
  /// Adds an input.
  ///
  /// - Parameters:
  ///   - name: The short name, unique in the client, without ":".
  ///   - isUMP: Whether to request Universal MIDI Packets; `MIDIPort.isUMP` is the result.
  ///   - traits: Further properties that other programs see.
  ///   - thread: The thread of `receiver`; nil for a separate one.
  ///   - receiver: Handles the events that arrive.
  /// - Returns: The input.
  /// - Throws: `.portRegistrationFailed`, `.invalidName`, `.closed` or `.serverEnded`.
  public func addInput(
    named name: String, isUMP: Bool = false, traits: MIDIPortTraits = MIDIPortTraits(),
    on thread: MIDIReceiverThread? = nil, receiver: @escaping MIDIArrivalHandler
  ) throws(JACKError) -> MIDIPort {
    let thread = thread ?? MIDIReceiverThread()
    return try core.add(name, .input, isUMP, traits) { port, jackPort, _ in
      MIDIInputLane(
        port: port, jackPort: jackPort, byteCapacity: traits.byteCapacity, thread: thread,
        receiver: receiver
      ).map { .input($0) }
    }
  }

  /// Adds an output.
  ///
  /// - Parameters:
  ///   - name: The short name, unique in the client, without ":".
  ///   - isUMP: Whether to request Universal MIDI Packets; `MIDIPort.isUMP` is the result.
  ///   - traits: Further properties that other programs see.
  /// - Returns: The output.
  /// - Throws: `.portRegistrationFailed`, `.invalidName`, `.closed` or `.serverEnded`.
  public func addOutput(
    named name: String, isUMP: Bool = false, traits: MIDIPortTraits = MIDIPortTraits()
  ) throws(JACKError) -> MIDIPort {
    try core.add(name, .output, isUMP, traits) { port, jackPort, service in
      .output(MIDIOutputLane(port: jackPort, isUMP: port.isUMP, traits: traits, service: service))
    }
  }

  /// Removes a port with its connections; waiting events are dropped.
  ///
  /// A removed port is not an error. A running call of its receiver may end later.
  public func remove(_ port: MIDIPort) { core.remove(port) }

  /// Gives a port another short name.
  ///
  /// - Throws: `.noSuchPort`, `.portRegistrationFailed`, `.invalidName`, `.closed` or
  ///   `.serverEnded`.
  public func rename(_ port: MIDIPort, to name: String) throws(JACKError) {
    try core.rename(port, to: name)
  }

  /// Gives a port other traits; its connections and its memory stay.
  ///
  /// Other programs learn of it by JACK's property notifications, which PipeWire 0.3 does not have.
  ///
  /// - Throws: `.noSuchPort`.
  public func setTraits(_ traits: MIDIPortTraits, of port: MIDIPort) throws(JACKError) {
    try core.setTraits(traits, of: port)
  }

  /// The full name of a port, "client:port", or nil if it was removed.
  public func fullName(of port: MIDIPort) -> String? { core.fullName(of: port) }

  /// The counters of a port; all 0 if it was removed.
  public func counters(of port: MIDIPort) -> MIDIPortCounters {
    core.lane(of: port)?.counters ?? MIDIPortCounters()
  }
}

// MARK: - Connections

extension MIDIPortClient {
  /// Connects two ports of any clients by their full names.
  ///
  /// An existing connection is not an error. A port that has just appeared may refuse at first: the
  /// call tries again for up to half a second.
  ///
  /// - Throws: `.noSuchPort`, `.connectionFailed`, `.closed` or `.serverEnded`.
  public func connect(source: String, destination: String) throws(JACKError) {
    try core.connect(source, destination)
  }

  /// Disconnects two ports of any clients by their full names.
  ///
  /// A missing connection is not an error.
  ///
  /// - Throws: `.noSuchPort`, `.connectionFailed`, `.closed` or `.serverEnded`.
  public func disconnect(source: String, destination: String) throws(JACKError) {
    try core.openClient().disconnect(from: source, to: destination)
  }
}

// MARK: - Sending

extension MIDIPortClient {
  /// Sends packets from an output, each at its host time; 0, or a past time, means "now".
  ///
  /// Simultaneous packets leave in the order of sending. At a port of MIDI 1.0 bytes, packets of
  /// MIDI 2.0 protocol are translated, all groups share the one cable, and a System Exclusive
  /// message in several packets leaves at the time of its last one.
  ///
  /// - Parameters:
  ///   - events: The events in any order of time.
  ///   - port: An output.
  /// - Returns: How many of the first events were accepted. The rest, counted as `refused`, found
  ///   too many waiting: send them again later. 0 for a removed port, and without a server.
  @discardableResult
  public func send(_ events: [HostTimedUMP], from port: MIDIPort) -> Int {
    core.output(port)?.send(events) ?? 0
  }

  /// Sends one System Exclusive message of any length as fast as the port accepts it.
  ///
  /// It leaves after earlier events for "now". Only realtime messages leave between its parts; all
  /// other messages of the port (of the group, for Universal MIDI Packets) wait for its end.
  ///
  /// - Parameters:
  ///   - bytes: The complete message: F0, bytes below 80 hexadecimal, F7.
  ///   - port: An output.
  ///   - group: The group of the packets, for a port of Universal MIDI Packets.
  ///   - completion: Called on the client's own thread when it has ended.
  /// - Returns: The transfer, for its progress and for cancelling it.
  /// - Throws: `.invalidMessage`, `.queueFull`, `.noSuchPort`, `.closed` or `.serverEnded`.
  @discardableResult
  public func sendSysEx(
    _ bytes: [UInt8], from port: MIDIPort, group: UInt8 = 0,
    completion: @escaping @Sendable (MIDISysExOutcome) -> Void = { _ in }
  ) throws(JACKError) -> MIDISysExTransfer {
    guard bytes.count >= 2, bytes.first == 0xF0, bytes.last == 0xF7,
      !bytes.dropFirst().dropLast().contains(where: { $0 >= 0x80 })
    else {
      throw JACKError(
        .invalidMessage,
        "These \(bytes.count) bytes are not a System Exclusive message: F0, bytes below 80, F7.")
    }
    guard let lane = core.output(port) else { throw core.noSuchPort }
    let transfer = MIDISysExTransfer(bytes, group: group, completion: completion)
    try lane.send(transfer, clientName: core.name)
    return transfer
  }

  /// Drops all events of an output that wait for their time, and cancels its System Exclusive
  /// messages.
  public func flush(_ port: MIDIPort) { core.output(port)?.flush() }
}
