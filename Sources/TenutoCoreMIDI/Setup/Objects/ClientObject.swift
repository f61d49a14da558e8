internal import Synchronization
internal import TenutoJACK

/// What a program makes of Core MIDI with `MIDIClientCreate`: a client of JACK.
final class ClientObject: Sendable {
  let ports: MIDIPortClient
  /// Where all blocks of the client are called, one at a time.
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

  /// Reserves a short name for a port, made of what a program wants to call it.
  func reserveName(_ wanted: String) -> String { names.withLock { $0.reserve(wanted) } }

  /// Gives a name back.
  func releaseName(_ name: String) { names.withLock { $0.release(name) } }
}
