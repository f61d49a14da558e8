internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// An engine's thread, with realtime priority if the user may have it.
package final class RealtimeThread: Sendable {
  /// Whether it has realtime priority.
  package let isRealtime: Bool
  private let thread: pthread_t

  /// The host's priority; extensions get a lower one, so that none can block the host.
  static let hostPriority: Int32 = 70
  /// The extensions' priority.
  package static let extensionPriority: Int32 = 60

  /// `SCHED_RESET_ON_FORK`: children and new threads start without realtime priority.
  package static let resetOnFork: Int32 = 0x4000_0000

  private static let stackBytes = 512 * 1024

  /// Whether this process may have realtime priority; extensions inherit the right.
  ///
  /// The kernel is asked by trying, since limits, capabilities and containers all matter.
  package static let isPermitted: Bool = {
    guard let thread = start(Body {}, priority: hostPriority) else { return false }
    _ = pthread_join(thread, nil)
    return true
  }()

  /// Starts `body`, with realtime priority if that is permitted.
  ///
  /// - Throws: `.outOfResources` if no thread can be started.
  package init(_ body: @escaping @Sendable () -> Void) throws(HostError) {
    let box = Body {
      RealtimeThread.nameThread()
      body()
    }
    if let thread = Self.start(box, priority: Self.hostPriority) {
      self.thread = thread
      isRealtime = true
    } else if let thread = Self.start(box, priority: nil) {
      self.thread = thread
      isRealtime = false
    } else {
      throw HostError(
        "No thread for the engine", shortOf: SystemError("pthread_create", code: EAGAIN))
    }
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Names the calling thread for 'top -H' and debuggers; Swift does not import the functions for it.
  private static func nameThread() {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let name: StaticString = "tenuto-render"
    _ = unsafe write(file, name.utf8Start, name.utf8CodeUnitCount)
    close(file)
  }

  private static func start(_ body: Body, priority: Int32?) -> pthread_t? {
    var attributes = pthread_attr_t()
    _ = unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    _ = unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    if let priority {
      var parameter = sched_param()
      parameter.sched_priority = priority
      _ = unsafe pthread_attr_setinheritsched(&attributes, CInt(PTHREAD_EXPLICIT_SCHED))
      _ = unsafe pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
      _ = unsafe pthread_attr_setschedparam(&attributes, &parameter)
    }
    let context = unsafe Unmanaged.passRetained(body).toOpaque()
    var thread = pthread_t()
    let error = unsafe pthread_create(
      &thread, &attributes,
      { context in
        guard let context = unsafe context else { return nil }
        tenuto_flush_subnormals()
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    guard error == 0 else {
      unsafe Unmanaged<Body>.fromOpaque(context).release()
      return nil
    }
    return thread
  }

  /// Waits until the thread has ended.
  package func join() { _ = pthread_join(thread, nil) }
}
