/// The notifications that a client receives.
///
/// Each closure is optional; nil costs nothing.
///
/// All are called on JACK's notification thread of this client, one at a time and never inside a
/// cycle, so they may allocate, lock and log. The server, and the client that caused the
/// notification, may wait while one runs: hand longer work to another thread. A closure may read
/// the client's properties. It must not open, activate or deactivate clients, connect or register
/// ports: the server would wait for the thread that waits for the server. It may call `close()`;
/// another thread then closes the client. Closing waits for a running closure, which must therefore
/// not wait for a lock of the closing thread.
///
/// The client keeps the closures until it is closed, so capture it weakly.
public struct JACKNotifications: Sendable {
  /// The frames per cycle, from the next cycle on.
  ///
  /// The graph is suspended until the closure returns, so it may exchange data of the render
  /// thread. JACK 1.9 also calls it once per `activate()`, on the new render thread before its
  /// first cycle; it may allocate there too.
  public var bufferSize: (@Sendable (_ frameCount: Int) -> Void)?
  /// The sample rate in Hz has changed; JACK's own server never does this, PipeWire may.
  public var sampleRate: (@Sendable (_ hertz: Int) -> Void)?
  /// A cycle was missed: the server or one of its clients was too late.
  public var xrun: (@Sendable () -> Void)?
  /// The server has started (true) or ended (false) freewheeling.
  public var freewheel: (@Sendable (_ isFreewheeling: Bool) -> Void)?
  /// The server has ended or removed the client, with a reason.
  ///
  /// This is the last notification; close the client.
  public var shutdown: (@Sendable (_ reason: String) -> Void)?
  /// Two ports were connected or disconnected.
  public var portConnection: (@Sendable (JACKConnectionChange) -> Void)?
  /// A port has appeared (true) or disappeared (false); the name is its newest, "" if unknown.
  ///
  /// Ports of an inactive client are announced when it is activated.
  public var portRegistration: (@Sendable (_ port: String, _ isRegistered: Bool) -> Void)?
  /// A port got another name.
  public var portRename: (@Sendable (_ oldName: String, _ newName: String) -> Void)?
  /// A client has appeared (true) or disappeared (false).
  public var clientRegistration: (@Sendable (_ client: String, _ isRegistered: Bool) -> Void)?
  /// The order of clients, or the connections, have changed.
  public var graphOrder: (@Sendable () -> Void)?
  /// A property, "metadata", of a port or client was stored or removed.
  public var propertyChange: (@Sendable (JACKPropertyChange) -> Void)?
  /// The client must set the latency of its ports in this direction; see `reportLatency`.
  public var latency: (@Sendable (JACKLatencyDirection) -> Void)?
  /// A thread of the client starts: the notification thread or the render thread.
  ///
  /// Called on that thread, possibly more than once. It may allocate, even on the render thread,
  /// whose first cycle comes later.
  public var threadStart: (@Sendable () -> Void)?

  /// Creates a set without closures.
  public init() {}
}

/// A connection that was made or broken.
public struct JACKConnectionChange: Sendable, Hashable {
  /// Full name of the output, "" if it is removed.
  public let source: String
  /// Full name of the input, "" if it is removed.
  public let destination: String
  /// Whether they are connected now.
  public let isConnected: Bool
}

/// A property that was stored or removed.
public struct JACKPropertyChange: Sendable, Hashable {
  /// The subject: the UUID of a port or client, 0 if JACK reports all.
  public let subject: UInt64
  /// The property's key, or nil for all of the subject.
  public let key: JACKPropertyKey?
  /// Whether it was removed.
  public let isRemoved: Bool
}
