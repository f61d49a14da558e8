internal import CNetwork
internal import Glibc

/// Wakes a thread that waits for datagrams: an event counter that it polls too.
final class Bell: Sendable {
  /// What to poll for input.
  let descriptor: Int32

  init() throws(NetworkMIDIError) {
    descriptor = cnetwork_eventfd()
    guard descriptor >= 0 else {
      throw NetworkMIDIError(
        .port, "No event counter can be made: \(NetworkMIDIError.words(errno)); close some files.",
        errorNumber: errno)
    }
  }

  deinit { close(descriptor) }

  /// Wakes the thread; a bell that rings already goes on.
  func ring() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Ends the ringing.
  func silence() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }
}
