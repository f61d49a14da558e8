internal import CTenuto
internal import Synchronization

/// Ends a render thread: set by the control thread, read by the render thread.
public final class StopFlag: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)

  /// A flag that is not set.
  public init() {}

  /// Whether the render thread is to end.
  ///
  /// Thread: any.
  public var isSet: Bool { @_noLocks get { isStopped.load(ordering: .acquiring) } }

  /// Asks the render thread to end.
  ///
  /// Thread: control.
  public func set() { isStopped.store(true, ordering: .releasing) }

  /// Whether the render thread has ended.
  ///
  /// Thread: control.
  public var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  /// Says that the render thread has ended; its last deed.
  ///
  /// Thread: render.
  public func end() { isOver.store(true, ordering: .releasing) }
}
