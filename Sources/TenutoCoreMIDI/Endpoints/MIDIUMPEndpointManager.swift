internal import Synchronization

/// The UMP endpoints of the server, including this process's own.
///
/// The library performs discovery with each pair of a source and a destination of packets: the n-th
/// source and the n-th destination of an entity. It selects MIDI 2.0 with endpoints that support
/// it. Discovery starts with the first use of this class, and runs while the process has a client
/// or an enabled endpoint.
///
/// Thread: any but render.
public final class MIDIUMPEndpointManager: Sendable {
  /// The manager.
  public static let shared = MIDIUMPEndpointManager()

  let notifier = Notifier<Notification>()
  private let known = Mutex<[MIDIUMPEndpoint]>([])

  private init() {}

  /// A change; Core MIDI posts notifications of these names.
  public enum Notification: Sendable, Hashable {
    /// An endpoint was found.
    case endpointWasAdded(MIDIUMPEndpoint)
    /// An endpoint was removed; its source and destination may be, too.
    case endpointWasRemoved(MIDIUMPEndpoint)
    /// An endpoint's description or protocol has changed.
    case endpointWasUpdated(MIDIUMPEndpoint)
    /// A function block's description has changed.
    case functionBlockWasUpdated(MIDIUMPFunctionBlock)
  }

  /// The known endpoints.
  public var umpEndpoints: [MIDIUMPEndpoint] {
    Discovery.shared.start(.endpoints)
    return known.withLock { $0 }
  }

  /// Returns a new stream of changes.
  public func notifications() -> AsyncStream<Notification> {
    Discovery.shared.start(.endpoints)
    return notifier.stream()
  }

  /// Calls a block with changes, on the queue of a client's notifications.
  ///
  /// - Parameter block: The block, called as long as the returned object lives.
  /// - Returns: The observation; keep it.
  public func observe(_ block: @escaping @Sendable (Notification) -> Void) -> MIDIObservation {
    Discovery.shared.start(.endpoints)
    return notifier.observe(block)
  }

  func add(_ endpoint: MIDIUMPEndpoint) {
    known.withLock { $0.append(endpoint) }
    notifier.post(.endpointWasAdded(endpoint))
  }

  func remove(_ endpoint: MIDIUMPEndpoint) {
    known.withLock { $0.removeAll { $0 === endpoint } }
    notifier.post(.endpointWasRemoved(endpoint))
  }
}
