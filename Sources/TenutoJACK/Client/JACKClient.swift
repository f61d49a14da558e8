internal import CJACK
internal import Glibc
internal import Synchronization

/// A client of a JACK server.
///
/// The life of a client:
///
/// 1. `init` opens it; it never starts a server.
/// 2. Ports are registered (also later), `setNotifications` and `setProcessor` say what is called.
/// 3. `activate()`: the process callback runs in each cycle; ports can be connected.
/// 4. `close()`, or the last reference going, takes it out of the graph with its ports.
///
/// A process has clients of one server at a time. When the server ends (`shutdown`), close every
/// client of the process before opening a new one; `init` refuses otherwise.
///
/// Thread: control, where not stated otherwise; calls may run at once on several threads.
public final class JACKClient: Sendable {
  let core: ClientCore
  /// The server's name as it was asked for, nil for the default (`JACK_DEFAULT_SERVER`).
  public let serverName: String?

  /// Opens a client, never a server.
  ///
  /// - Parameters:
  ///   - name: The name that other programs see, `1...63` bytes, without ":".
  ///   - serverName: The server, nil for the default one.
  ///   - isNameExact: False lets JACK add a number to a name in use; see `name`.
  /// - Throws: `.notInstalled`, `.noServer`, `.nameInUse`, `.clientRefused`, `.invalidName`,
  ///   `.otherServerInUse` or `.deadClientsOpen`.
  public init(
    name: String, serverName: String? = nil, isNameExact: Bool = false
  ) throws(JACKError) {
    let library = try JACKLibrary.load()
    let limit = unsafe Int(library.api.pointee.client_name_size())
    // The size counts the colon of full names and the final zero.
    try checkName(name, byteLimit: limit - 2, what: "client")
    core = try ClientCore(
      library: library, name: try Self.harmless(name, serverName, isNameExact),
      serverName: serverName, isNameExact: isNameExact)
    self.serverName = serverName
  }

  /// A name that is not the server's: jackd 1.9 removes the server's own socket when a client of the
  /// same name opens, and no further client finds the server then.
  private static func harmless(
    _ name: String, _ serverName: String?, _ isNameExact: Bool
  ) throws(JACKError) -> String {
    let usual = unsafe getenv("JACK_DEFAULT_SERVER").map { unsafe String(cString: $0) }
    let server = serverName ?? usual ?? "default"
    guard name == server else { return name }
    guard !isNameExact else {
      throw JACKError(
        .nameInUse, "The JACK server itself is called \"\(name)\"; choose another name.")
    }
    return "\(name)-01"
  }

  deinit { core.close() }

  /// The name that JACK gave the client.
  public var name: String { core.name }

  /// The client for its render thread, for a process function of your own.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func renderHandle() throws(JACKError) -> JACKRenderHandle {
    try unsafe core.withClient { client in unsafe JACKRenderHandle(client: client) }
  }

  /// Whether the callbacks run.
  ///
  /// False again when the server ended.
  public var isActive: Bool {
    core.state.withLock { $0.isActive } && !hasServerEnded
  }

  /// Whether the server ended or threw the client out.
  public var hasServerEnded: Bool {
    core.relay.serverEnded.load(ordering: .sequentiallyConsistent)
  }

  /// Starts the callbacks.
  ///
  /// No effect on a client that is active.
  ///
  /// - Throws: `.activationFailed`, `.closed` or `.serverEnded`.
  public func activate() throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      guard !core.state.withLock({ $0.isActive }) else { return }
      guard unsafe core.library.api.pointee.activate(client) == 0 else {
        throw core.failure(.activationFailed, "could not be activated; is the server stuck?")
      }
      core.state.withLock { $0.isActive = true }
    }
  }

  /// Stops the callbacks and breaks all connections of the client.
  ///
  /// No effect on an inactive one.
  ///
  /// - Throws: `.activationFailed`, `.closed` or `.serverEnded`.
  public func deactivate() throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      guard core.state.withLock({ $0.isActive }) else { return }
      guard unsafe core.library.api.pointee.deactivate(client) == 0 else {
        throw core.failure(.activationFailed, "could not be deactivated; close it.")
      }
      core.state.withLock { $0.isActive = false }
    }
  }

  /// Closes the client: its ports, properties and callbacks go.
  ///
  /// No effect on a closed one.
  /// No callback runs after this returns, unless it was called inside a notification: then another
  /// thread closes the client soon after.
  public func close() { core.close() }
}

// MARK: - The server

extension JACKClient {
  /// Frames per second, in Hz; 0 for a client that is closed or has lost its server.
  public var sampleRate: Int {
    (try? unsafe core.withClient { client in
      unsafe Int(core.library.api.pointee.get_sample_rate(client))
    }) ?? 0
  }

  /// Frames per cycle; 0 for a client that is closed or has lost its server.
  public var bufferSize: Int {
    (try? unsafe core.withClient { client in
      unsafe Int(core.library.api.pointee.get_buffer_size(client))
    }) ?? 0
  }

  /// Whether the server's threads have realtime priority.
  public var isRealtime: Bool {
    (try? unsafe core.withClient { client in
      unsafe core.library.api.pointee.is_realtime(client) != 0
    }) ?? false
  }

  /// The server's estimate of the time that all clients take of a period, in percent.
  public var cpuLoad: Float {
    (try? unsafe core.withClient { client in unsafe core.library.api.pointee.cpu_load(client) })
      ?? 0
  }

  /// Changes the frames per cycle for all clients of the server.
  ///
  /// - Parameter frameCount: Frames per cycle; many servers take powers of 2 only.
  /// - Throws: `.requestRefused`, `.closed` or `.serverEnded`.
  public func setBufferSize(_ frameCount: Int) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      guard let frames = UInt32(exactly: frameCount), frames > 0,
        unsafe core.library.api.pointee.set_buffer_size(client, frames) == 0
      else {
        throw core.failure(
          .requestRefused,
          "could not set a buffer size of \(frameCount) frames; try a power of 2.")
      }
    }
  }

  /// Starts or ends freewheeling: cycles as fast as all clients can, without sound.
  ///
  /// - Throws: `.requestRefused` (also when it freewheels already), `.closed` or `.serverEnded`.
  public func setFreewheel(_ isFreewheeling: Bool) throws(JACKError) {
    try unsafe core.askServer { client throws(JACKError) in
      guard unsafe core.library.api.pointee.set_freewheel(client, isFreewheeling ? 1 : 0) == 0
      else {
        throw core.failure(
          .requestRefused, "could not \(isFreewheeling ? "start" : "end") freewheeling.")
      }
    }
  }
}

// MARK: - Helpers

/// Refuses names that JACK would cut or misread.
func checkName(_ name: String, byteLimit: Int, what: String) throws(JACKError) {
  let count = name.utf8.count
  guard count > 0, count <= byteLimit, !name.utf8.contains(0), !name.utf8.contains(58) else {
    throw JACKError(
      .invalidName,
      "A JACK \(what) cannot be named \"\(name)\"; use 1 to \(byteLimit) bytes without \":\".")
  }
}

extension ClientCore {
  /// An error about this client, with what libjack complained of on this thread.
  func failure(_ code: JACKError.Code, _ what: String) -> JACKError {
    JACKError(code, "The JACK client \"\(name)\" \(what)", detail: JACKLibrary.complaint)
  }
}
