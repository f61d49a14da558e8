internal import CJACK
internal import Glibc
internal import Synchronization

/// The resources of a client: JACK's handle, the callbacks' contexts, and the order of closing.
///
/// Calls hold `lock` shared, so that they can run concurrently and inside notifications. Closing
/// takes it exclusively while the handle is released.
@safe final class ClientCore: Sendable {
  struct State {
    var isActive = false
    /// Frees the memory of the processor.
    var freeProcess: (@Sendable () -> Void)?
    /// Subjects whose properties are removed on closing.
    var subjects: Set<UInt64> = []
  }

  let library: JACKLibrary
  let relay: NotificationRelay
  let state = Mutex(State())
  let name: String
  private let handle = Atomic<UInt>(0)
  nonisolated(unsafe) private let lock: UnsafeMutablePointer<pthread_rwlock_t>  // a lock
  nonisolated(unsafe) private let requests: UnsafeMutablePointer<pthread_mutex_t>  // a lock

  init(name: String, serverName: String?, isNameExact: Bool) throws(JACKError) {
    let (address, relay) = try OpenClients.enter(serverName: serverName) {
      library throws(JACKError) -> UInt in
      // The size includes the colon of full names and the final zero.
      let limit = unsafe Int(library.api.pointee.client_name_size())
      try checkName(name, byteLimit: limit - 2, what: "client")
      var status = JackStatus(rawValue: 0)
      let client = unsafe cjack_client_open(
        library.api, name, serverName, isNameExact ? 1 : 0, &status)
      guard let client = unsafe client else {
        throw JACKError(openStatus: status.rawValue, name: name, serverName: serverName)
      }
      return UInt(bitPattern: client)
    }
    if let client = unsafe OpaquePointer(bitPattern: address) {
      unsafe relay.adopt(client)
      unsafe relay.registerShutdown(client)
    }
    library = relay.library
    self.relay = relay
    self.name = relay.clientName.withLock { $0 }
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_rwlock_t())
    unsafe pthread_rwlock_init(lock, nil)
    unsafe requests = .allocate(capacity: 1)
    unsafe requests.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(requests, nil)
    handle.store(address, ordering: .releasing)
  }

  deinit {
    unsafe pthread_rwlock_destroy(lock)
    unsafe lock.deallocate()
    unsafe pthread_mutex_destroy(requests)
    unsafe requests.deallocate()
  }

  /// Calls `body` with the handle, which stays open during the call.
  ///
  /// - Throws: `.closed`, `.serverEnded`, or the error of `body`.
  func withClient<Result>(
    _ body: (OpaquePointer) throws(JACKError) -> Result
  ) throws(JACKError) -> Result {
    unsafe pthread_rwlock_rdlock(lock)
    defer { unsafe pthread_rwlock_unlock(lock) }
    guard let client = unsafe OpaquePointer(bitPattern: handle.load(ordering: .acquiring)) else {
      throw .closed(name)
    }
    guard !relay.serverEnded.load(ordering: .sequentiallyConsistent) else {
      throw .serverEnded(name)
    }
    JACKLibrary.clearComplaint()
    return try unsafe body(client)
  }

  /// Calls `body` with the handle, while no other thread sends the server a request.
  ///
  /// JACK's clients send a request and read the answer on one socket without a lock: of two threads
  /// that do so at once, one would wait forever. Not for notifications, for which the server may be
  /// waiting.
  ///
  /// - Throws: `.closed`, `.serverEnded`, or the error of `body`.
  func askServer<Result>(
    _ body: (OpaquePointer) throws(JACKError) -> Result
  ) throws(JACKError) -> Result {
    unsafe pthread_mutex_lock(requests)
    defer { unsafe pthread_mutex_unlock(requests) }
    return try unsafe withClient(body)
  }

  /// Closes the client.
  ///
  /// Inside a notification of any client of the process, a new thread closes it, because JACK would
  /// wait there for the thread that waits for JACK.
  func close() {
    guard cjack_is_in_callback() != 0 else { return closeHere() }
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(self).toOpaque()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<ClientCore>.fromOpaque(context).takeRetainedValue().closeHere()
        return nil
      }, context)
    if status == 0 {
      pthread_detach(thread)
    } else {
      // Without a thread the client stays open until the process ends: it is leaked but never used.
      unsafe Unmanaged<ClientCore>.fromOpaque(context).release()
    }
  }

  private func closeHere() {
    guard let client = unsafe takeHandle() else { return }
    let (subjects, free) = state.withLock { state in
      defer { state = State() }
      return (state.subjects, state.freeProcess)
    }
    OpenClients.leave(relay) {
      let isAlive = !relay.serverEnded.load(ordering: .sequentiallyConsistent)
      if isAlive {
        for subject in subjects {
          MetadataLock.hold {
            unsafe _ = library.api.pointee.remove_properties(client, subject)
          }
        }
      }
      unsafe _ = library.api.pointee.client_close(client)
    }
    _ = relay.notifications.exchange(JACKNotifications())
    free?()
  }

  private func takeHandle() -> OpaquePointer? {
    unsafe pthread_rwlock_wrlock(lock)
    defer { unsafe pthread_rwlock_unlock(lock) }
    return unsafe OpaquePointer(
      bitPattern: handle.exchange(0, ordering: .acquiringAndReleasing))
  }
}

extension JACKError {
  /// The error for the bits that `jack_client_open` reported.
  init(openStatus bits: UInt32, name: String, serverName: String?) {
    let status = JackStatus(rawValue: bits)
    let server = serverName.map { "JACK server \"\($0)\"" } ?? "default JACK server"
    let detail = JACKLibrary.complaint
    func has(_ flag: JackStatus) -> Bool { status.rawValue & flag.rawValue != 0 }
    // JACK 1.9 reports a name in use only in its message.
    if has(JackNameNotUnique) || detail.contains("another running client") {
      self.init(
        .nameInUse, "The \(server) has a client \"\(name)\" already; choose another name.",
        detail: detail)
    } else if has(JackVersionError) {
      self.init(
        .clientRefused,
        "The \(server) speaks another protocol than the installed libjack; install both of the "
          + "same version.", detail: detail)
    } else if has(JackServerFailed) {
      let jackd = "jackd\(serverName.map { " -n \($0)" } ?? "")"
      self.init(
        .noServer,
        "The \(server) does not run, or belongs to another user; start one with '\(jackd) -d alsa', "
          + "without a sound card with '\(jackd) -d dummy', or run PipeWire with pipewire-jack.")
    } else {
      let bits = String(bits, radix: 16)
      self.init(
        .clientRefused,
        "The \(server) refused the client \"\(name)\" (status 0x\(bits)); it may have its most "
          + "clients, or another libjack than this program.", detail: detail)
    }
  }
}
