internal import CTenuto
internal import Synchronization

/// Ends a render thread: the control thread sets it, the render thread reads it.
@safe public final class StopFlag: @unchecked Sendable {  // the words are atomic
  private let isStopped: UnsafeMutablePointer<Atomic<Bool>>
  private let isOver: UnsafeMutablePointer<Atomic<Bool>>

  /// Creates a flag that is not set.
  public init() {
    let words = unsafe HotMemory.allocate(Atomic<Bool>.self, count: 2)
    for index in 0..<2 { unsafe (words + index).initialize(to: Atomic(false)) }
    unsafe (isStopped, isOver) = (words, words + 1)
  }

  deinit {
    unsafe isStopped.deinitialize(count: 2)
    unsafe HotMemory.deallocate(isStopped, count: 2)
  }

  /// The word that `isSet` reads; valid as long as this object.
  var stopWord: UnsafePointer<Atomic<Bool>> { unsafe UnsafePointer(isStopped) }

  /// Whether the render thread is to end.
  ///
  /// Thread: any.
  public var isSet: Bool {
    @_noLocks get { unsafe isStopped.pointee.load(ordering: .acquiring) }
  }

  /// Asks the render thread to end.
  ///
  /// Thread: control.
  public func set() { unsafe isStopped.pointee.store(true, ordering: .releasing) }

  /// Whether the render thread has ended.
  ///
  /// Thread: control.
  public var hasEnded: Bool { unsafe isOver.pointee.load(ordering: .acquiring) }

  /// Reports that the render thread has ended, as the thread's last action.
  ///
  /// Thread: render.
  public func end() { unsafe isOver.pointee.store(true, ordering: .releasing) }
}
