internal import Synchronization

/// The endpoints of Universal MIDI Packets that the server has, this process's own ones too.
///
/// The library asks each pair of a source and a destination of packets what it is: the n-th such
/// source and the n-th such destination of an entity. It takes care to speak MIDI 2.0 with those who
/// can. It begins when it is asked for the first time, and does it as long as the process has a
/// client or an enabled endpoint of its own; where there is none, until there was one.
///
/// Thread: any but render.
public final class MIDIUMPEndpointManager: Sendable {
  /// The manager.
  public static let shared = MIDIUMPEndpointManager()

  let bulletin = Bulletin<Notification>()
  private let known = Mutex<[MIDIUMPEndpoint]>([])

  private init() {}

  /// What has happened; Core MIDI posts notifications of these names.
  public enum Notification: Sendable, Hashable {
    /// An endpoint was found.
    case endpointWasAdded(MIDIUMPEndpoint)
    /// An endpoint is gone; its source and destination may be, too.
    case endpointWasRemoved(MIDIUMPEndpoint)
    /// An endpoint says something else about itself, or uses another protocol.
    case endpointWasUpdated(MIDIUMPEndpoint)
    /// A function block says something else about itself.
    case functionBlockWasUpdated(MIDIUMPFunctionBlock)
  }

  /// The endpoints that are known now.
  public var umpEndpoints: [MIDIUMPEndpoint] {
    Discovery.shared.want(.endpoints)
    return known.withLock { $0 }
  }

  /// What happens from now on; each call makes a stream of its own.
  public func notifications() -> AsyncStream<Notification> {
    Discovery.shared.want(.endpoints)
    return bulletin.stream()
  }

  /// Has a block called with what happens from now on, on the queue of a client's notifications.
  ///
  /// - Parameter block: What is called, as long as the returned object lives.
  /// - Returns: The observation: keep it.
  public func observe(_ block: @escaping @Sendable (Notification) -> Void) -> MIDIObservation {
    Discovery.shared.want(.endpoints)
    return bulletin.observe(block)
  }

  func add(_ endpoint: MIDIUMPEndpoint) {
    known.withLock { $0.append(endpoint) }
    bulletin.post(.endpointWasAdded(endpoint))
  }

  func remove(_ endpoint: MIDIUMPEndpoint) {
    known.withLock { $0.removeAll { $0 === endpoint } }
    bulletin.post(.endpointWasRemoved(endpoint))
  }
}
