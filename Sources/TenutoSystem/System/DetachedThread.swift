internal import CTenuto
internal import Glibc
package import TenutoTransport

/// A detached thread of the host.
package enum DetachedThread {
  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread.
  ///
  /// - Parameters:
  ///   - stackByteCount: Bytes of stack for recursion; nil for the default.
  ///   - body: The work of the thread.
  /// - Throws: The system's error if it has no more threads, or no memory for the stack.
  package static func start(
    stackByteCount: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    var attributes = pthread_attr_t()
    _ = unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    _ = unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    if let stackByteCount { _ = unsafe pthread_attr_setstacksize(&attributes, stackByteCount) }
    let box = unsafe Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, &attributes,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      throw SystemError("pthread_create", code: code)
    }
  }

  /// Runs `body` on a thread that the host needs; if none can be started, reports that and ends the
  /// process.
  package static func startOrTrap(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try start(body)
    } catch {
      HostError("The host cannot start a thread", shortOf: error).leave()
    }
  }

  /// Runs `body` on a thread, or, if none can be started, on the caller's thread, which it delays.
  package static func startOrRun(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) { try start(body) } catch { body() }
  }
}
