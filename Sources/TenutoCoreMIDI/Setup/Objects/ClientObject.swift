internal import Synchronization
internal import TenutoJACK

/// A client created with `MIDIClientCreate`: a JACK client.
final class ClientObject: Sendable {
  let ports: MIDIPortClient
  /// The thread that calls all blocks of the client, one at a time.
  let thread: MIDIReceiverThread
  let listener: NotificationListener
  private let names = Mutex(PortNames())

  init(
    ports: MIDIPortClient, thread: MIDIReceiverThread, listener: NotificationListener
  ) {
    self.ports = ports
    self.thread = thread
    self.listener = listener
  }

  /// Reserves a short name for a port, derived from the requested name.
  func reserveName(_ wanted: String) -> String { names.withLock { $0.reserve(wanted) } }

  /// Releases a name.
  func releaseName(_ name: String) { names.withLock { $0.release(name) } }
}
