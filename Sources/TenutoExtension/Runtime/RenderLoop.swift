public import TenutoTransport

/// A kernel and the loop that drives it, with the kernel's type forgotten.
@usableFromInline struct RenderLoop {
  /// Frames by which the output is later than the input, as the kernel says.
  let latency: Int
  /// Seconds for which it sounds after its input has ended, as the kernel says.
  let tail: Double
  /// Renders until the receiver says that it is over.
  ///
  /// Thread: render.
  let run: (inout CycleReceiver) -> Void
  /// Frees the kernel.
  ///
  /// Thread: control.
  let free: () -> Void

  @usableFromInline init(
    latency: Int, tail: Double, run: @escaping (inout CycleReceiver) -> Void,
    free: @escaping () -> Void
  ) {
    self.latency = latency
    self.tail = tail
    self.run = run
    self.free = free
  }
}
