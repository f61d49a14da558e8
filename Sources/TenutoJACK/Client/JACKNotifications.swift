/// What a client wants to be told.
///
/// Each closure is optional; one that is nil costs nothing.
///
/// All are called on JACK's notification thread of this client, one at a time and never inside a
/// cycle, so they may allocate, lock and log. While one runs the server may wait for it, and so may
/// whoever caused the notification: hand longer work to another thread. A closure may read the
/// client's properties. It must not open, activate or deactivate clients, connect or register
/// ports: the server would wait for the thread that waits for the server. `close()` may be called;
/// another thread then does the closing. Who closes the client waits for a closure that runs: it
/// must not wait for what the closing one holds.
///
/// The client keeps the closures until it is closed: capture it weakly.
public struct JACKNotifications: Sendable {
  /// Frames per cycle will be this from the next cycle on.
  ///
  /// The graph is suspended until the closure returns, so it may exchange what the render thread
  /// uses. JACK 1.9 also calls it once per `activate()`, on the new render thread before its first
  /// cycle; it may allocate there too.
  public var bufferSize: (@Sendable (_ frameCount: Int) -> Void)?
  /// The sample rate in Hz changed; JACK's own server never does this, PipeWire may.
  public var sampleRate: (@Sendable (_ hertz: Int) -> Void)?
  /// A cycle was missed: the server or one of its clients was too late.
  public var xrun: (@Sendable () -> Void)?
  /// The server began (true) or ended (false) to run as fast as its clients can.
  public var freewheel: (@Sendable (_ isFreewheeling: Bool) -> Void)?
  /// The server ended or threw the client out, and said why.
  ///
  /// Nothing is called after this; close the client.
  public var shutdown: (@Sendable (_ reason: String) -> Void)?
  /// Two ports were connected or disconnected.
  public var portConnection: (@Sendable (JACKConnectionChange) -> Void)?
  /// A port appeared (true) or went (false); the name is its newest, "" where that is unknown.
  ///
  /// Ports of an inactive client are announced when it is activated.
  public var portRegistration: (@Sendable (_ port: String, _ isRegistered: Bool) -> Void)?
  /// A port got another name.
  public var portRename: (@Sendable (_ oldName: String, _ newName: String) -> Void)?
  /// A client appeared (true) or went (false).
  public var clientRegistration: (@Sendable (_ client: String, _ isRegistered: Bool) -> Void)?
  /// The order in which clients run, or the connections, changed.
  public var graphOrder: (@Sendable () -> Void)?
  /// A property, "metadata", of a port or client was stored or removed.
  public var propertyChange: (@Sendable (JACKPropertyChange) -> Void)?
  /// The client shall set the latency of its ports in this direction; see `reportLatency`.
  public var latency: (@Sendable (JACKLatencyDirection) -> Void)?
  /// A thread of the client starts, the notification thread or the render thread.
  ///
  /// Called on it, perhaps more than once. It may allocate, also on the render thread, whose first
  /// cycle comes after.
  public var threadStart: (@Sendable () -> Void)?

  /// Wants nothing.
  public init() {}
}

/// A connection that was made or broken.
public struct JACKConnectionChange: Sendable, Hashable {
  /// Full name of the output, "" if it is gone.
  public let source: String
  /// Full name of the input, "" if it is gone.
  public let destination: String
  /// Whether they are connected now.
  public let isConnected: Bool
}

/// A property that was stored or removed.
public struct JACKPropertyChange: Sendable, Hashable {
  /// What the property is about: the UUID of a port or client, 0 where JACK says "all".
  public let subject: UInt64
  /// Which property, nil for all of the subject.
  public let key: JACKPropertyKey?
  /// Whether it was removed.
  public let isRemoved: Bool
}
