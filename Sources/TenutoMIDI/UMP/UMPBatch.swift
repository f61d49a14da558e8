/// Up to four packets from one call, in a value of fixed size.
///
/// Four is the longest translation: a MIDI 2.0 registered controller becomes four MIDI 1.0 control
/// changes. It is a value and not a closure, because the compiler cannot check a call of a closure
/// on the render path.
public struct UMPBatch: BitwiseCopyable, Sendable {
  /// The number of packets, 0 to 4.
  public private(set) var count = 0

  @usableFromInline var storage = InlineArray<4, UMP>(repeating: UMP(0))

  /// Creates an empty batch.
  ///
  /// Thread: any.
  @_noLocks
  public init() {}

  /// Creates a batch of one packet.
  ///
  /// Thread: any.
  @_noLocks
  public init(_ ump: UMP) {
    storage[0] = ump
    count = 1
  }

  /// Returns the packet at `index`, which must be in `0..<count`; anything else traps at runtime.
  ///
  /// Thread: any.
  @inlinable
  public subscript(index: Int) -> UMP {
    @_noLocks get {
      precondition(index >= 0 && index < count, "UMPBatch index out of range")
      return storage[index]
    }
  }

  /// The packets as an array, which allocates: for control threads and tests.
  public var array: [UMP] {
    (0..<count).map { self[$0] }
  }

  /// Appends a packet; a fifth one is a programmer error and traps at runtime.
  @_noLocks
  mutating func append(_ ump: UMP) {
    precondition(count < 4, "UMPBatch is full")
    storage[count] = ump
    count += 1
  }

  /// Appends a packet if there is one.
  @_noLocks
  mutating func append(_ ump: UMP?) {
    if let ump { append(ump) }
  }
}
