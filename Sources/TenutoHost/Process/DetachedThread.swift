internal import Glibc
package import TenutoTransport

/// A thread of the host's own that nobody joins.
package enum DetachedThread {
  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread.
  ///
  /// - Throws: The system's error when threads run out.
  package static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = unsafe Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let code = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      unsafe box.release()
      throw SystemError("pthread_create", code: code)
    }
    _ = pthread_detach(thread)
  }

  /// Runs `body` on a thread that the host cannot do without.
  package static func startOrTrap(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      try start(body)
    } catch {
      preconditionFailure("the host cannot start a thread that it needs: \(error)")
    }
  }
}
