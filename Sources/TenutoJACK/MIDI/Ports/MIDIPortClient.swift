public import TenutoMIDI

/// A JACK client that has only MIDI ports, and no need of a host.
///
/// Ports come and go while it runs, without a pause for the others. Events carry host time, in
/// nanoseconds of `CLOCK_MONOTONIC`, exact to the frame both ways. When the server ends, `serverEnd`
/// is called, the dead client is closed, and `reopen()` brings all ports back at the next server.
///
/// Thread: any but render; calls may run at once on several threads.
public final class MIDIPortClient: Sendable {
  private let core: MIDIPortCore

  /// Opens a client and activates it; never starts a server.
  ///
  /// - Parameters:
  ///   - name: The name that other programs see; JACK adds a number to one in use, see `name`.
  ///   - serverName: The server, nil for the default one.
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

  /// The name that JACK gave the client; another one may come with `reopen()`.
  public var name: String { core.name }

  /// Whether the client runs: not closed, its server not ended.
  public var isOpen: Bool { core.isOpen }

  /// Opens a new client in the place of one whose server ended, with all its ports.
  ///
  /// Connections do not come back by themselves. Every other JACK client of the process that
  /// belongs to the dead server must be closed first (`.deadClientsOpen`); the `MIDIDirectory`
  /// closes its own by itself. No effect on a client that is open.
  ///
  /// - Throws: As `init`, or `.closed`; try again later after `.noServer`.
  public func reopen() throws(JACKError) { try core.reopen() }

  /// Takes all ports out of the graph; no receiver is called with events that arrive later.
  public func close() { core.close() }
}

// MARK: - Ports

extension MIDIPortClient {
  /// Adds an input.
  ///
  /// - Parameters:
  ///   - name: The short name, unique in the client, without ":".
  ///   - isUMP: Whether to ask for Universal MIDI Packets; `MIDIPort.isUMP` says what came of it.
  ///   - traits: What else other programs see of it.
  ///   - thread: Where `receiver` is called; nil for a thread of its own.
  ///   - receiver: Takes what arrives.
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
  ///   - isUMP: Whether to ask for Universal MIDI Packets; `MIDIPort.isUMP` says what came of it.
  ///   - traits: What else other programs see of it.
  /// - Returns: The output.
  /// - Throws: `.portRegistrationFailed`, `.invalidName`, `.closed` or `.serverEnded`.
  public func addOutput(
    named name: String, isUMP: Bool = false, traits: MIDIPortTraits = MIDIPortTraits()
  ) throws(JACKError) -> MIDIPort {
    try core.add(name, .output, isUMP, traits) { port, jackPort, service in
      .output(MIDIOutputLane(port: jackPort, isUMP: port.isUMP, traits: traits, service: service))
    }
  }

  /// Removes a port with its connections; what waits in it is dropped.
  ///
  /// One that is gone already is not an error. A call of its receiver that runs just now may end
  /// later.
  public func remove(_ port: MIDIPort) { core.remove(port) }

  /// Gives a port another short name.
  ///
  /// - Throws: `.noSuchPort`, `.portRegistrationFailed`, `.invalidName`, `.closed` or
  ///   `.serverEnded`.
  public func rename(_ port: MIDIPort, to name: String) throws(JACKError) {
    try core.rename(port, to: name)
  }

  /// Gives a port other traits; its connections stay, and so does the memory that it has.
  ///
  /// Other programs are told by JACK's notices of properties, which PipeWire 0.3 does not have.
  ///
  /// - Throws: `.noSuchPort`.
  public func setTraits(_ traits: MIDIPortTraits, of port: MIDIPort) throws(JACKError) {
    try core.setTraits(traits, of: port)
  }

  /// The full name of a port, "client:port"; nil for one that is gone.
  public func fullName(of port: MIDIPort) -> String? { core.fullName(of: port) }

  /// What happened at a port; all 0 for one that is gone.
  public func counters(of port: MIDIPort) -> MIDIPortCounters {
    core.lane(of: port)?.counters ?? MIDIPortCounters()
  }
}

// MARK: - Connections

extension MIDIPortClient {
  /// Connects two ports of any clients by their full names.
  ///
  /// Connecting what is connected already is not an error. A port that has just appeared may
  /// refuse at first: the call tries again for up to half a second.
  ///
  /// - Throws: `.noSuchPort`, `.connectionFailed`, `.closed` or `.serverEnded`.
  public func connect(source: String, destination: String) throws(JACKError) {
    try core.connect(source, destination)
  }

  /// Disconnects two ports of any clients by their full names.
  ///
  /// Disconnecting what is not connected is not an error.
  ///
  /// - Throws: `.noSuchPort`, `.connectionFailed`, `.closed` or `.serverEnded`.
  public func disconnect(source: String, destination: String) throws(JACKError) {
    try core.openClient().disconnect(from: source, to: destination)
  }
}

// MARK: - Sending

extension MIDIPortClient {
  /// Sends packets from an output, each at its host time; 0, or a time that is past, is "now".
  ///
  /// Packets of one time leave in the order in which they were sent. In MIDI 1.0 bytes, packets of
  /// MIDI 2.0 protocol are translated down, all groups share the one cable, and a System Exclusive
  /// message in several packets leaves at the time of its last one.
  ///
  /// - Parameters:
  ///   - events: In any order of time.
  ///   - port: An output.
  /// - Returns: How many of the first events were taken. The rest, counted as `refused`, found too
  ///   many waiting: send them again later. 0 for a port that is gone, and without a server.
  @discardableResult
  public func send(_ events: [HostTimedUMP], from port: MIDIPort) -> Int {
    core.output(port)?.send(events) ?? 0
  }

  /// Sends one System Exclusive message of any length as fast as the port takes it.
  ///
  /// It leaves after what was sent for "now" before. Only realtime messages leave between its
  /// parts; all others of the port (of the group, for Universal MIDI Packets) wait for its end.
  ///
  /// - Parameters:
  ///   - bytes: The whole message: F0, bytes below 80 hexadecimal, F7.
  ///   - port: An output.
  ///   - group: The group of the packets, for a port of Universal MIDI Packets.
  ///   - completion: Called on the client's own thread when it has ended, or where it was ended.
  /// - Returns: The message on its way: progress, and cancelling.
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
        "These \(bytes.count) bytes are no System Exclusive message: F0, bytes below 80, F7.")
    }
    guard let lane = core.output(port) else { throw core.noSuchPort }
    let transfer = MIDISysExTransfer(bytes, group: group, completion: completion)
    try lane.send(transfer, clientName: core.name)
    return transfer
  }

  /// Drops all that waits in an output for its time, and cancels its System Exclusive messages.
  public func flush(_ port: MIDIPort) { core.output(port)?.flush() }
}
