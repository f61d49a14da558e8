public import TenutoCore
internal import TenutoTransport

/// A kernel and the filter for its events: the same in an extension and in a
/// `KernelRunner`.
///
/// Not marked `@_noLocks` because it is generic; all its callees are.
@usableFromInline struct KernelDriver<K: Kernel & ~Copyable>: ~Copyable {
  @usableFromInline var kernel: K
  @usableFromInline var router: ParameterRouter

  /// Creates the kernel and gives it all values.
  ///
  /// Thread: control.
  @usableFromInline init(_ setup: KernelSetup, _ table: ParameterTable) {
    kernel = K(setup)
    router = ParameterRouter(table)
    for index in 0..<table.count where !table.isReadOnly(at: index) {
      kernel.take(router.pending(at: index))
    }
  }

  /// Gives the kernel the parameters that the control thread has set since the last cycle.
  @inlinable mutating func takePending() {
    guard router.hasPending() else { return }
    var index = router.pendingIndex(from: 0)
    while index >= 0 {
      kernel.take(router.pending(at: index))
      index = router.pendingIndex(from: index + 1)
    }
  }

  /// Gives the kernel the ramp steps that are due before the next frame.
  @inlinable mutating func takeSteps() {
    guard router.isRamping else { return }
    while let step = router.takeStep() { kernel.take(step) }
  }

  /// Frames that may be rendered before the next step.
  @inlinable var framesToStep: Int {
    mutating get { router.isRamping ? router.framesToStep : Int.max }
  }

  /// Passes an event to the kernel, filtered.
  @inlinable mutating func take(_ payload: TimedEvent.Payload) {
    if let payload = router.route(payload) { kernel.take(payload) }
  }

  /// Writes or reads the kernel with its values and ramps; false if the bytes do not fit or the
  /// kernel refuses.
  @inlinable mutating func exchange(with snapshot: inout KernelSnapshot) -> Bool {
    router.exchange(with: &snapshot)
    kernel.exchange(with: &snapshot)
    return !snapshot.isRefused && snapshot.count == snapshot.capacity
  }

  /// The bytes of a snapshot, which never change; 0 if the kernel has none.
  @usableFromInline mutating func snapshotByteCount() -> Int {
    var snapshot = unsafe KernelSnapshot(nil, capacity: 0, isRestoring: false)
    _ = exchange(with: &snapshot)
    return snapshot.isRefused ? 0 : snapshot.count
  }

  /// Does what the control thread wants.
  @inlinable mutating func serve(_ job: SnapshotJob) -> SnapshotJob {
    var job = job
    var snapshot = unsafe KernelSnapshot(
      job.bytes, capacity: job.count, isRestoring: job.isRestoring)
    job.isComplete = exchange(with: &snapshot)
    return job
  }

  /// Renders up to the next step at most.
  @inlinable mutating func render(_ cycle: inout RenderCycle) {
    kernel.render(&cycle)
    if router.isRamping { router.advance(by: cycle.frameCount) }
  }
}

extension Kernel where Self: ~Copyable {
  /// Passes an event to the kernel.
  ///
  /// Thread: render.
  @inlinable mutating func take(_ payload: TimedEvent.Payload) {
    switch payload {
    case .midi(let packet): receive(packet)
    case .parameter(let address, let value):
      handle(.parameter(address: address, value: value))
    case .ramp(let address, let value, let frameCount):
      handle(
        .ramp(address: address, value: value, frameCount: Int(truncatingIfNeeded: frameCount)))
    case .gesture: break  // only extensions send it
    }
  }
}

/// Memory of a kernel and its driver, next to the other data that the render thread uses.
///
/// Thread: control.
@usableFromInline enum DriverMemory {
  @unsafe @usableFromInline
  static func allocate<T: ~Copyable>(_ type: T.Type) -> UnsafeMutablePointer<T> {
    unsafe HotMemory.allocate(type, count: 1)
  }

  @unsafe @usableFromInline
  static func deallocate<T: ~Copyable>(_ pointer: UnsafeMutablePointer<T>) {
    unsafe HotMemory.deallocate(pointer, count: 1)
  }
}
