internal import Synchronization

/// The devices of MIDI-CI that answer, this process's own function blocks too.
///
/// The library sends the discovery message of MIDI-CI to each pair of a source and a destination
/// (see `MIDIUMPEndpointManager`), of packets and of MIDI 1.0 bytes. It begins when it is asked for
/// the first time, and not before: a program that does not use this class sends nothing to anybody.
///
/// Thread: any but render.
public final class MIDICIDeviceManager: Sendable {
  /// The manager.
  public static let shared = MIDICIDeviceManager()

  let bulletin = Bulletin<Notification>()
  private let known = Mutex<[MIDICIDevice]>([])

  private init() {}

  /// What has happened; Core MIDI posts notifications of these names.
  public enum Notification: Sendable, Hashable {
    /// A device was found.
    case deviceWasAdded(MIDICIDevice)
    /// A device is gone, or is known by another number now.
    case deviceWasRemoved(MIDICIDevice)
    /// A profile is there, or was switched on or off.
    case profileWasUpdated(MIDIUMPCIProfile)
    /// A profile is no longer there.
    case profileWasRemoved(MIDIUMPCIProfile)
  }

  /// The devices that are known now.
  public var discoveredCIDevices: [MIDICIDevice] {
    Discovery.shared.want([.endpoints, .devices])
    return known.withLock { $0 }
  }

  /// What happens from now on; each call makes a stream of its own.
  public func notifications() -> AsyncStream<Notification> {
    Discovery.shared.want([.endpoints, .devices])
    return bulletin.stream()
  }

  /// Has a block called with what happens from now on, on the queue of a client's notifications.
  ///
  /// - Parameter block: What is called, as long as the returned object lives.
  /// - Returns: The observation: keep it.
  public func observe(_ block: @escaping @Sendable (Notification) -> Void) -> MIDIObservation {
    Discovery.shared.want([.endpoints, .devices])
    return bulletin.observe(block)
  }

  func add(_ device: MIDICIDevice) {
    known.withLock { $0.append(device) }
    bulletin.post(.deviceWasAdded(device))
  }

  func remove(_ device: MIDICIDevice) {
    known.withLock { $0.removeAll { $0 === device } }
    bulletin.post(.deviceWasRemoved(device))
  }
}
