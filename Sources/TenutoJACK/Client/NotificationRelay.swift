internal import CJACK
internal import Synchronization

/// The context of JACK's notification callbacks: calls the closures of one client.
///
/// JACK holds it unretained; the client keeps it until `jack_client_close` has returned.
final class NotificationRelay: Sendable {
  let library: JACKLibrary
  let notifications = Mutex(JACKNotifications())
  /// Whether the server has ended or has removed the client.
  let serverEnded = Atomic<Bool>(false)
  private let client = Atomic<UInt>(0)
  /// The client's name in JACK.
  let clientName = Mutex("")

  init(library: JACKLibrary) { self.library = library }

  /// Sets the client whose port names are looked up.
  func adopt(_ client: OpaquePointer) {
    self.client.store(UInt(bitPattern: client), ordering: .releasing)
    let name = unsafe String(optionalCString: library.api.pointee.get_client_name(client))
    clientName.withLock { $0 = name }
  }

  /// Lets `call` call one of the closures, outside the lock.
  func deliver(_ call: (JACKNotifications) -> Void) { call(notifications.withLock { $0 }) }

  func portName(_ id: UInt32) -> String {
    guard let client = unsafe OpaquePointer(bitPattern: client.load(ordering: .acquiring)),
      let port = unsafe library.api.pointee.port_by_id(client, id)
    else { return "" }
    return unsafe String(optionalCString: library.api.pointee.port_name(port))
  }

  /// Runs a callback's `work`, during which JACK cannot end the thread.
  static func hear(_ context: UnsafeMutableRawPointer?, _ work: (NotificationRelay) -> Void) {
    cjack_enter_callback()
    defer { cjack_leave_callback() }
    guard let context = unsafe context else { return }
    work(unsafe Unmanaged<NotificationRelay>.fromOpaque(context).takeUnretainedValue())
  }
}

// MARK: - Registration

extension NotificationRelay {
  private var context: UnsafeMutableRawPointer {
    unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  /// Registers for the server's end, which is always reported.
  func registerShutdown(_ client: OpaquePointer) {
    unsafe library.api.pointee.on_info_shutdown(
      client,
      { _, reason, context in
        unsafe NotificationRelay.hear(context) { $0.end(unsafe String(optionalCString: reason)) }
      }, context)
    // PipeWire (0.3.65) calls only this one; JACK 1.9 calls the other if both are set.
    unsafe library.api.pointee.on_shutdown(
      client, { context in unsafe NotificationRelay.hear(context) { $0.end("") } }, context)
  }

  /// Notes the server's end, and reports it once.
  private func end(_ reason: String) {
    guard !serverEnded.exchange(true, ordering: .sequentiallyConsistent) else { return }
    OpenClients.noteEnd()
    deliver { $0.shutdown?(reason.isEmpty ? "The JACK server ended." : reason) }
  }

  /// Registers the notifications that have a closure, and unregisters the others.
  ///
  /// - Returns: Whether JACK accepted all of them.
  func register(_ client: OpaquePointer) -> Bool {
    let wanted = notifications.withLock { $0 }
    let isTaken = unsafe [
      registerCycle(client, wanted), registerGraph(client, wanted), registerPorts(client, wanted),
      registerProperties(client, wanted),
    ]
    return !isTaken.contains(false)
  }

  private func registerCycle(_ client: OpaquePointer, _ wanted: JACKNotifications) -> Bool {
    var status: Int32 = 0
    if wanted.bufferSize != nil {
      unsafe status |= library.api.pointee.set_buffer_size_callback(
        client,
        { frames, context in
          unsafe NotificationRelay.hear(context) { $0.deliver { $0.bufferSize?(Int(frames)) } }
          return 0
        }, context)
    }
    if wanted.sampleRate != nil {
      unsafe status |= library.api.pointee.set_sample_rate_callback(
        client,
        { hertz, context in
          unsafe NotificationRelay.hear(context) { $0.deliver { $0.sampleRate?(Int(hertz)) } }
          return 0
        }, context)
    }
    if wanted.xrun != nil {
      unsafe status |= library.api.pointee.set_xrun_callback(
        client,
        { context in
          unsafe NotificationRelay.hear(context) { $0.deliver { $0.xrun?() } }
          return 0
        }, context)
    }
    if wanted.threadStart != nil {
      unsafe status |= library.api.pointee.set_thread_init_callback(
        client,
        { context in unsafe NotificationRelay.hear(context) { $0.deliver { $0.threadStart?() } } },
        context)
    }
    return status == 0
  }

  private func registerGraph(_ client: OpaquePointer, _ wanted: JACKNotifications) -> Bool {
    var status: Int32 = 0
    if wanted.freewheel != nil {
      unsafe status |= library.api.pointee.set_freewheel_callback(
        client,
        { isStarting, context in
          unsafe NotificationRelay.hear(context) { $0.deliver { $0.freewheel?(isStarting != 0) } }
        }, context)
    }
    if wanted.graphOrder != nil {
      unsafe status |= library.api.pointee.set_graph_order_callback(
        client,
        { context in
          unsafe NotificationRelay.hear(context) { $0.deliver { $0.graphOrder?() } }
          return 0
        }, context)
    }
    if wanted.latency != nil {
      unsafe status |= library.api.pointee.set_latency_callback(
        client,
        { mode, context in
          let direction = JACKLatencyDirection(mode)
          unsafe NotificationRelay.hear(context) { $0.deliver { $0.latency?(direction) } }
        }, context)
    }
    if wanted.clientRegistration != nil {
      unsafe status |= library.api.pointee.set_client_registration_callback(
        client,
        { name, isRegistered, context in
          unsafe NotificationRelay.hear(context) { relay in
            let name = unsafe String(optionalCString: name)
            relay.deliver { $0.clientRegistration?(name, isRegistered != 0) }
          }
        }, context)
    }
    return status == 0
  }

  private func registerPorts(_ client: OpaquePointer, _ wanted: JACKNotifications) -> Bool {
    var status: Int32 = 0
    if wanted.portRegistration != nil {
      unsafe status |= library.api.pointee.set_port_registration_callback(
        client,
        { id, isRegistered, context in
          unsafe NotificationRelay.hear(context) { relay in
            relay.deliver { $0.portRegistration?(relay.portName(id), isRegistered != 0) }
          }
        }, context)
    }
    if wanted.portConnection != nil {
      unsafe status |= library.api.pointee.set_port_connect_callback(
        client,
        { source, destination, isConnected, context in
          unsafe NotificationRelay.hear(context) { relay in
            let change = JACKConnectionChange(
              source: relay.portName(source), destination: relay.portName(destination),
              isConnected: isConnected != 0)
            relay.deliver { $0.portConnection?(change) }
          }
        }, context)
    }
    if wanted.portRename != nil {
      unsafe status |= library.api.pointee.set_port_rename_callback(
        client,
        { _, oldName, newName, context in
          unsafe NotificationRelay.hear(context) { relay in
            let old = unsafe String(optionalCString: oldName)
            let new = unsafe String(optionalCString: newName)
            relay.deliver { $0.portRename?(old, new) }
          }
        }, context)
    }
    return status == 0
  }

  private func registerProperties(_ client: OpaquePointer, _ wanted: JACKNotifications) -> Bool {
    guard wanted.propertyChange != nil else { return true }
    return unsafe library.api.pointee.set_property_change_callback(
      client,
      { subject, key, change, context in
        unsafe NotificationRelay.hear(context) { relay in
          let key = unsafe String(optionalCString: key)
          let stored = JACKPropertyChange(
            subject: subject, key: key.isEmpty ? nil : JACKPropertyKey(rawValue: key),
            isRemoved: change == PropertyDeleted)
          relay.deliver { $0.propertyChange?(stored) }
        }
      }, context) == 0
  }
}
