/// The inner state of a kernel between two cycles, being written or read.
///
/// One function of the kernel does both, so that what is read is what was written:
///
///     mutating func exchange(with snapshot: inout KernelSnapshot) {
///       snapshot.exchange(&phase, &voices)
///       snapshot.exchange(&delayLine)
///     }
///
/// A snapshot contains everything that later output depends on, but no constants of `init`. Another
/// process of the same executable reads it, after the same `init`.
@safe public struct KernelSnapshot: ~Copyable {
  /// Nil while the bytes are only counted.
  @usableFromInline let base: UnsafeMutableRawPointer?
  @usableFromInline let capacity: Int
  /// The bytes exchanged so far.
  @usableFromInline var count = 0
  /// Whether the kernel's state is replaced by that of the snapshot.
  public let isRestoring: Bool
  /// Whether the kernel has no snapshot, or none at this moment.
  public private(set) var isRefused = false

  @usableFromInline
  init(_ base: UnsafeMutableRawPointer?, capacity: Int, isRestoring: Bool) {
    unsafe self.base = base
    self.capacity = capacity
    self.isRestoring = isRestoring
  }

  /// Gives up this snapshot, since the state cannot be copied now.
  public mutating func refuse() { isRefused = true }

  /// Writes or reads a value without references.
  @inlinable public mutating func exchange<T: BitwiseCopyable>(_ value: inout T) {
    unsafe withUnsafeMutableBytes(of: &value) { unsafe exchange(bytes: $0) }
  }

  /// Writes or reads two values.
  @inlinable public mutating func exchange<A: BitwiseCopyable, B: BitwiseCopyable>(
    _ a: inout A, _ b: inout B
  ) {
    exchange(&a)
    exchange(&b)
  }

  /// Writes or reads three values.
  @inlinable
  public mutating func exchange<
    A: BitwiseCopyable, B: BitwiseCopyable, C: BitwiseCopyable
  >(_ a: inout A, _ b: inout B, _ c: inout C) {
    exchange(&a, &b)
    exchange(&c)
  }

  /// Writes or reads four values.
  @inlinable
  public mutating func exchange<
    A: BitwiseCopyable, B: BitwiseCopyable, C: BitwiseCopyable, D: BitwiseCopyable
  >(_ a: inout A, _ b: inout B, _ c: inout C, _ d: inout D) {
    exchange(&a, &b)
    exchange(&c, &d)
  }

  /// Writes or reads bytes.
  @unsafe public mutating func exchange(bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    let isRestoring = isRestoring
    unsafe exchange(byteCount: bytes.count) { place in
      if isRestoring {
        unsafe start.copyMemory(from: place, byteCount: bytes.count)
      } else {
        unsafe place.copyMemory(from: start, byteCount: bytes.count)
      }
    }
  }

  /// Has a kernel in another language write or read its bytes at their place in the snapshot.
  ///
  /// - Parameters:
  ///   - byteCount: Always the same number.
  ///   - body: Not called while the bytes are only counted, or if they do not fit.
  @unsafe public mutating func exchange(
    byteCount: Int, _ body: (UnsafeMutableRawPointer) -> Void
  ) {
    defer { count += byteCount }
    guard let base = unsafe base, byteCount > 0, byteCount <= capacity - count else { return }
    unsafe body(base + count)
  }
}
