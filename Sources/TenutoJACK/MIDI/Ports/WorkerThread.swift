internal import CJACK
internal import Glibc
internal import Synchronization

/// A thread that runs its work each time it is woken, also from the render thread.
///
/// It runs until `stop()` or the last release; then its work runs once more.
@safe final class WorkerThread: Sendable {
  /// Outlives the thread and every caller that may wake it.
  @safe private final class Core: Sendable {
    nonisolated(unsafe) let wakeup: OpaquePointer  // wakes from any thread
    let isStopped = Atomic<Bool>(false)
    let work: @Sendable () -> Void
    let name: String

    init?(name: String, work: @escaping @Sendable () -> Void) {
      guard let wakeup = unsafe cjack_wakeup_create() else { return nil }
      unsafe self.wakeup = wakeup
      self.work = work
      self.name = name
    }

    deinit { unsafe cjack_wakeup_destroy(wakeup) }

    func run() {
      unsafe cjack_name_thread(name)
      while !isStopped.load(ordering: .sequentiallyConsistent) {
        unsafe cjack_wakeup_wait(wakeup)
        work()
      }
    }
  }

  private let core: Core

  /// Starts the thread; nil if the system has none left.
  init?(name: String, work: @escaping @Sendable () -> Void) {
    guard let core = Core(name: name, work: work) else { return nil }
    self.core = core
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(core).toOpaque()
    let status = unsafe pthread_create(
      &thread, nil,
      { context in
        guard let context = unsafe context else { return nil }
        unsafe Unmanaged<Core>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    guard status == 0 else {
      unsafe Unmanaged<Core>.fromOpaque(context).release()
      return nil
    }
    pthread_detach(thread)
  }

  deinit { stop() }

  /// The wake-up for the render thread, valid as long as this object lives.
  var wakeup: OpaquePointer { unsafe core.wakeup }

  /// Lets the work run.
  func wake() { unsafe cjack_wakeup_post(core.wakeup) }

  /// Lets the work run once more, and ends the thread.
  func stop() {
    core.isStopped.store(true, ordering: .sequentiallyConsistent)
    wake()
  }
}
