internal import CNetwork
internal import Glibc

/// Wakes a thread that polls for datagrams, by an eventfd.
final class WakeEvent: Sendable {
  /// The descriptor to poll for input.
  let descriptor: Int32

  init() throws(NetworkMIDIError) {
    descriptor = cnetwork_eventfd()
    guard descriptor >= 0 else {
      throw NetworkMIDIError(
        .port,
        "Cannot create an event counter: \(NetworkMIDIError.words(errno)); close some files.",
        errorNumber: errno)
    }
  }

  deinit { close(descriptor) }

  /// Wakes the thread; signals accumulate until `reset()`.
  func signal() {
    var one: UInt64 = 1
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Clears the signals, so that the thread can wait again.
  func reset() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }
}
