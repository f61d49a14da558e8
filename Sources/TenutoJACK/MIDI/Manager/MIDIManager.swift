public import Observation
internal import Synchronization
public import TenutoMIDIMessages

/// A program's MIDI: its virtual endpoints, its connections, and what there is in the system.
///
/// In the shape of SwiftMIDI's manager, over JACK: a virtual endpoint is a JACK port, and a
/// connection is kept while endpoints, and the server too, come and go. Every note on that went out
/// gets its note off when it is disconnected, removed or stopped.
///
/// Thread: any but render; calls may run at once on several threads.
public final class MIDIManager: Sendable {
  /// Takes a notification, on the manager's own thread.
  public typealias NotificationHandler = @Sendable (_ notification: MIDIIONotification) -> Void

  /// The name of the program in JACK.
  public let clientName: String
  /// The name of the program, as its virtual endpoints have it.
  public let model: String
  /// Who made the program, as its virtual endpoints have it.
  public let manufacturer: String

  private let settings: ManagerSettings
  private let notices: ManagerNotices
  private let running = Mutex<ManagerSession?>(nil)
  private let starting = Mutex(())
  private let newProtocol: Mutex<MIDIProtocolVersion>
  private let registrar = ObservationRegistrar()

  /// Creates a manager, which does nothing before `start()`.
  ///
  /// - Parameters:
  ///   - clientName: The name in JACK.
  ///   - model: The name of the program.
  ///   - manufacturer: Who made it.
  ///   - serverName: The JACK server, nil for the default one.
  ///   - idFile: Where the numbers of endpoints are kept; nil for the file `tenuto/midi-ids` below
  ///     `$XDG_STATE_HOME`.
  ///   - preferredProtocol: What virtual endpoints speak unless they are told otherwise.
  ///   - notificationHandler: Takes notifications, one at a time and in order.
  public init(
    clientName: String, model: String, manufacturer: String, serverName: String? = nil,
    idFile: String? = nil, preferredProtocol: MIDIProtocolVersion = .midi1_0,
    notificationHandler: NotificationHandler? = nil
  ) {
    self.clientName = clientName
    self.model = model
    self.manufacturer = manufacturer
    settings = ManagerSettings(
      clientName: clientName, model: model, manufacturer: manufacturer, serverName: serverName,
      idFile: idFile)
    newProtocol = Mutex(preferredProtocol)
    notices = ManagerNotices(handler: notificationHandler)
    notices.observer = { [weak self] in self?.noteChange() }
  }

  deinit { stop() }

  /// Connects to the JACK server; no effect on a manager that runs.
  ///
  /// - Throws: `.jack` if there is no server, or it takes no more clients.
  public func start() throws(MIDIIOError) {
    try starting.withLock { _ throws(MIDIIOError) in
      guard running.withLock({ $0 == nil }) else { return }
      let session = try ManagerSession(settings, notices: notices)
      running.withLock { $0 = session }
      notices.post([.internalStart], endpoints: session.endpoints)
    }
  }

  /// Ends all notes, and takes all ports out of the graph.
  ///
  /// The last reference to the manager does this by itself. The manager can be started again, and
  /// manages nothing then.
  public func stop() {
    let session = running.withLock { session in
      defer { session = nil }
      return session
    }
    guard let session else { return }
    session.stop()
    notices.post([], endpoints: MIDIEndpoints([], owned: []))
  }

  var session: ManagerSession? { running.withLock { $0 } }

  func startedSession() throws(MIDIIOError) -> ManagerSession {
    guard let session else { throw .notStarted }
    return session
  }

  /// What virtual endpoints that are added from now on speak, unless they are told otherwise.
  ///
  /// MIDI 1.0 is what all programs for JACK read. A port of MIDI 2.0 carries Universal MIDI Packets
  /// and says so with the flag `JackPortIsMIDI2`: jackd passes them to any port as they are, so
  /// connect it to ports of packets only. Connections of a manager look at the flag by themselves.
  public var preferredProtocol: MIDIProtocolVersion {
    get { newProtocol.withLock { $0 } }
    set { newProtocol.withLock { $0 = newValue } }
  }

  /// Takes notifications.
  public var notificationHandler: NotificationHandler? {
    get { notices.handler }
    set { notices.handler = newValue }
  }
}

// MARK: - What there is

extension MIDIManager {
  /// The endpoints of now; none before `start()`.
  public var endpoints: MIDIEndpoints { session?.endpoints ?? MIDIEndpoints([], owned: []) }

  /// The devices of now; none before `start()`.
  public var devices: MIDIDevices { MIDIDevices(endpoints) }

  /// Returns the endpoints of now, and then all of them each time that one changes.
  public func endpointsStream() -> AsyncStream<MIDIEndpoints> {
    notices.endpoints(first: endpoints)
  }

  /// Returns the devices of now, and then all of them each time that an endpoint changes.
  public func devicesStream() -> AsyncStream<MIDIDevices> { notices.devices(first: devices) }

  /// Returns the notifications from now on; a stream that nobody reads keeps the newest 4096.
  public func notifications() -> AsyncStream<MIDIIONotification> { notices.notifications() }
}

// MARK: - Observation

/// The manager's endpoints and devices as the Observation framework tracks them.
extension MIDIManager: Observable {
  /// The same as `endpoints`; tracked by `withObservationTracking` and `Observations`.
  ///
  /// A change is told on the manager's own thread, after the value has changed.
  public var observableEndpoints: MIDIEndpoints {
    registrar.access(self, keyPath: \.observableEndpoints)
    return endpoints
  }

  /// The same as `devices`; tracked by `withObservationTracking` and `Observations`.
  public var observableDevices: MIDIDevices {
    registrar.access(self, keyPath: \.observableDevices)
    return devices
  }

  /// Called on the notices' thread.
  private func noteChange() {
    registrar.withMutation(of: self, keyPath: \.observableEndpoints) {}
    registrar.withMutation(of: self, keyPath: \.observableDevices) {}
  }
}

/// A manager whose endpoints can be observed, which each one is.
public typealias ObservableMIDIManager = MIDIManager
