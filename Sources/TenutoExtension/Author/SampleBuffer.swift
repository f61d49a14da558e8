/// A fixed number of samples owned by a kernel, such as a delay line or a wave table.
///
/// Allocated and freed outside the render thread; read and written on it.
@safe public struct SampleBuffer: ~Copyable {
  @usableFromInline let base: UnsafeMutablePointer<Float>
  /// Samples in the buffer.
  public let count: Int

  /// Allocates `count` samples of silence, at least one.
  ///
  /// Thread: control.
  public init(count: Int) {
    precondition(count > 0, "a sample buffer holds at least one sample")
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: 0, count: count)
    self.count = count
  }

  deinit { unsafe base.deallocate() }

  /// One sample; an index outside `0..<count` is a programmer error and traps.
  ///
  /// Thread: any.
  @inlinable public subscript(index: Int) -> Float {
    @_noLocks get {
      precondition(index >= 0 && index < count)
      return unsafe base[index]
    }
    @_noLocks set {
      precondition(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }
}

extension KernelSnapshot {
  /// Writes or reads all samples of a buffer.
  public mutating func exchange(_ buffer: inout SampleBuffer) {
    unsafe exchange(
      bytes: UnsafeMutableRawBufferPointer(
        start: buffer.base, count: buffer.count * MemoryLayout<Float>.stride))
  }
}
