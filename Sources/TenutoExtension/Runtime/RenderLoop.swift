public import TenutoTransport

/// A kernel and the loop that drives it, type-erased.
@usableFromInline struct RenderLoop {
  /// The kernel's latency in frames.
  let latency: Int
  /// The kernel's tail in seconds.
  let tail: Double
  /// The bytes of a snapshot; 0 without snapshots.
  let snapshotByteCount: Int
  /// Renders until the receiver ends.
  ///
  /// Thread: render.
  let run: (inout CycleReceiver) -> Void
  /// Frees the kernel.
  ///
  /// Thread: control.
  let free: () -> Void

  @usableFromInline init(
    latency: Int, tail: Double, snapshotByteCount: Int,
    run: @escaping (inout CycleReceiver) -> Void, free: @escaping () -> Void
  ) {
    self.snapshotByteCount = snapshotByteCount
    self.latency = latency
    self.tail = tail
    self.run = run
    self.free = free
  }
}
