public import Observation
internal import Synchronization
public import TenutoMIDIMessages

/// A program's MIDI: its virtual endpoints, its connections, and the endpoints of the system.
///
/// Its interface follows SwiftMIDI's manager, on JACK: a virtual endpoint is a JACK port, and
/// connections are maintained while endpoints, and even the server, come and go. Every note on that
/// was sent gets its note off when it is disconnected, removed or stopped.
///
/// Thread: any but render; calls may run on several threads at once.
public final class MIDIManager: Sendable {
  /// Handles a notification, on the manager's own thread.
  public typealias NotificationHandler = @Sendable (_ notification: MIDIIONotification) -> Void

  /// The program's name in JACK.
  public let clientName: String
  /// The model name of its virtual endpoints.
  public let model: String
  /// The manufacturer of its virtual endpoints.
  public let manufacturer: String

  private let settings: ManagerSettings
  private let notices: ManagerNotices
  private let running = Mutex<ManagerSession?>(nil)
  private let starting = Mutex(())
  private let newProtocol: Mutex<MIDIProtocolVersion>
  private let registrar = ObservationRegistrar()

  /// Creates a manager, which is idle before `start()`.
  ///
  /// - Parameters:
  ///   - clientName: The name in JACK.
  ///   - model: The program's name.
  ///   - manufacturer: The program's manufacturer.
  ///   - serverName: The JACK server, or nil for the default one.
  ///   - idFile: The file of endpoints' numbers; nil for the file `tenuto/midi-ids` below
  ///     `$XDG_STATE_HOME`.
  ///   - preferredProtocol: The protocol of virtual endpoints unless stated otherwise.
  ///   - notificationHandler: Called with notifications, one at a time and in order.
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

  /// Connects to the JACK server; has no effect on a running manager.
  ///
  /// - Throws: `.jack` if there is no server, or if it accepts no more clients.
  public func start() throws(MIDIIOError) {
    try starting.withLock { _ throws(MIDIIOError) in
      guard running.withLock({ $0 == nil }) else { return }
      let session = try ManagerSession(settings, notices: notices)
      running.withLock { $0 = session }
      notices.post([.internalStart], endpoints: session.endpoints)
    }
  }

  /// Ends all notes, and removes all ports from the graph.
  ///
  /// Releasing the last reference to the manager has the same effect. The manager can be started
  /// again, without any objects.
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

  /// The protocol of virtual endpoints that are added later, unless stated otherwise.
  ///
  /// All JACK programs understand MIDI 1.0. A port of MIDI 2.0 carries Universal MIDI Packets and
  /// has the flag `JackPortIsMIDI2`. Since jackd passes packets unchanged to any port, connect it
  /// only to ports that have the flag. A manager's own connections check it by themselves.
  public var preferredProtocol: MIDIProtocolVersion {
    get { newProtocol.withLock { $0 } }
    set { newProtocol.withLock { $0 = newValue } }
  }

  /// The handler of notifications.
  public var notificationHandler: NotificationHandler? {
    get { notices.handler }
    set { notices.handler = newValue }
  }
}

// // MARK: - Endpoints

extension MIDIManager {
  /// The current endpoints; empty before `start()`.
  public var endpoints: MIDIEndpoints { session?.endpoints ?? MIDIEndpoints([], owned: []) }

  /// The current devices; empty before `start()`.
  public var devices: MIDIDevices { MIDIDevices(endpoints) }

  /// Returns a stream of the current endpoints, and of all endpoints after each change.
  public func endpointsStream() -> AsyncStream<MIDIEndpoints> {
    notices.endpoints(first: endpoints)
  }

  /// Returns a stream of the current devices, and of all devices after each change.
  public func devicesStream() -> AsyncStream<MIDIDevices> { notices.devices(first: devices) }

  /// Returns a stream of notifications from now on; it keeps the newest 4096 for a slow reader.
  public func notifications() -> AsyncStream<MIDIIONotification> { notices.notifications() }
}

// MARK: - Observation

/// The manager's endpoints and devices, observable with the Observation framework.
extension MIDIManager: Observable {
  /// The same as `endpoints`; tracked by `withObservationTracking` and `Observations`.
  ///
  /// A change is reported on the manager's own thread, after the value has changed.
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

/// A manager with observable endpoints, which every manager is.
public typealias ObservableMIDIManager = MIDIManager
