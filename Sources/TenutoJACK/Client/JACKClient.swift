internal import CJACK
internal import Glibc
internal import Synchronization

/// A client of a JACK server.
///
/// The life cycle of a client:
///
/// 1. `init` opens it; it never starts a server.
/// 2. Ports are registered (possibly also later); `setNotifications` and `setProcessor` set the
/// callbacks.
/// 3. `activate()`: the process callback runs in each cycle; ports can be connected.
/// 4. `close()`, or the end of the last reference, removes it from the graph with its ports.
///
/// A process can have clients of only one server at a time. When the server ends (`shutdown`),
/// close every client of the process before opening a new one; otherwise `init` refuses. The next
/// server may be of the other kind, jackd or PipeWire: see `JACKLibrary`.
///
/// Thread: control unless stated otherwise; calls may run on several threads at once.
public final class JACKClient: Sendable {
  let core: ClientCore
  /// The requested name of the server, or nil for the default (`JACK_DEFAULT_SERVER`).
  public let serverName: String?

  /// Opens a client, never a server.
  ///
  /// - Parameters:
  ///   - name: The name that other programs see, `1...63` bytes, without ":".
  ///   - serverName: The server, or nil for the default one.
  ///   - isNameExact: False lets JACK add a number to a name in use; see `name`.
  /// - Throws: `.notInstalled`, `.noServer`, `.nameInUse`, `.clientRefused`, `.invalidName`,
  ///   `.otherServerInUse` or `.deadClientsOpen`.
  public init(
    name: String, serverName: String? = nil, isNameExact: Bool = false
  ) throws(JACKError) {
    core = try ClientCore(
      name: try Self.harmless(name, serverName, isNameExact), serverName: serverName,
      isNameExact: isNameExact)
    self.serverName = serverName
  }

  /// A client name that differs from the server's: jackd 1.9 removes its own socket when a client
  /// of the same name opens, and no further client finds the server then.
  private static func harmless(
    _ name: String, _ serverName: String?, _ isNameExact: Bool
  ) throws(JACKError) -> String {
    let usual = unsafe getenv("JACK_DEFAULT_SERVER").map { unsafe String(cString: $0) }
    let server = serverName ?? usual ?? "default"
    guard name == server else { return name }
    guard !isNameExact else {
      throw JACKError(
        .nameInUse, "The JACK server itself is named \"\(name)\"; choose another name.")
    }
    return "\(name)-01"
  }

  deinit { core.close() }

  /// The name that JACK gave the client.
  public var name: String { core.name }

  /// The client's handle for its render thread, for a process function of your own.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func renderHandle() throws(JACKError) -> JACKRenderHandle {
    try unsafe core.withClient { client in unsafe JACKRenderHandle(client: client) }
  }

  /// Whether the callbacks run.
  ///
  /// It becomes false when the server ends.
  public var isActive: Bool {
    core.state.withLock { $0.isActive } && !hasServerEnded
  }

  /// Whether the server has ended or has removed the client.
  public var hasServerEnded: Bool {
    core.relay.serverEnded.load(ordering: .sequentiallyConsistent)
  }

  /// Starts the callbacks.
  ///
  /// Has no effect on an active client.
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
  /// Has no effect on an inactive client.
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

  /// Closes the client with its ports, properties and callbacks.
  ///
  /// Has no effect on a closed client.
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

  /// The server's estimate of how much of a period all clients use, in percent.
  public var cpuLoad: Float {
    (try? unsafe core.withClient { client in unsafe core.library.api.pointee.cpu_load(client) })
      ?? 0
  }

  /// Changes the frames per cycle for all clients of the server.
  ///
  /// - Parameter frameCount: Frames per cycle; many servers accept only powers of 2.
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

  /// Starts or ends freewheeling: cycles run as fast as all clients can, without sound.
  ///
  /// - Throws: `.requestRefused` (also if it already freewheels), `.closed` or `.serverEnded`.
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
  /// An error about this client, with libjack's complaint on this thread.
  func failure(_ code: JACKError.Code, _ what: String) -> JACKError {
    JACKError(code, "The JACK client \"\(name)\" \(what)", detail: JACKLibrary.complaint)
  }
}
