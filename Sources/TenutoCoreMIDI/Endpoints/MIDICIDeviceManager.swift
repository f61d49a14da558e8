internal import Synchronization

/// The MIDI-CI devices that answer, including this process's own function blocks.
///
/// The library sends the discovery message of MIDI-CI to each pair of a source and a destination
/// (see `MIDIUMPEndpointManager`), of packets and of MIDI 1.0 bytes. Discovery starts with the
/// first use of this class, so a program that does not use it sends nothing.
///
/// Thread: any but render.
public final class MIDICIDeviceManager: Sendable {
  /// The manager.
  public static let shared = MIDICIDeviceManager()

  let notifier = Notifier<Notification>()
  private let known = Mutex<[MIDICIDevice]>([])

  private init() {}

  /// A change; Core MIDI posts notifications of these names.
  public enum Notification: Sendable, Hashable {
    /// A device was found.
    case deviceWasAdded(MIDICIDevice)
    /// A device was removed, or has a new MUID.
    case deviceWasRemoved(MIDICIDevice)
    /// A profile was added, enabled or disabled.
    case profileWasUpdated(MIDIUMPCIProfile)
    /// A profile was removed.
    case profileWasRemoved(MIDIUMPCIProfile)
  }

  /// The known devices.
  public var discoveredCIDevices: [MIDICIDevice] {
    Discovery.shared.start([.endpoints, .devices])
    return known.withLock { $0 }
  }

  /// Returns a new stream of changes.
  public func notifications() -> AsyncStream<Notification> {
    Discovery.shared.start([.endpoints, .devices])
    return notifier.stream()
  }

  /// Calls a block with changes, on the queue of a client's notifications.
  ///
  /// - Parameter block: The block, called as long as the returned object lives.
  /// - Returns: The observation; keep it.
  public func observe(_ block: @escaping @Sendable (Notification) -> Void) -> MIDIObservation {
    Discovery.shared.start([.endpoints, .devices])
    return notifier.observe(block)
  }

  func add(_ device: MIDICIDevice) {
    known.withLock { $0.append(device) }
    notifier.post(.deviceWasAdded(device))
  }

  func remove(_ device: MIDICIDevice) {
    known.withLock { $0.removeAll { $0 === device } }
    notifier.post(.deviceWasRemoved(device))
  }
}
