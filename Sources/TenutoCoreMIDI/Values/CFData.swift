/// Immutable bytes, in place of a Core Foundation object.
///
/// Thread: any.
@safe
public final class CFData: Sendable {
  private let storage: [UInt8]
  /// A copy at a fixed address for `CFDataGetBytePtr`, never empty, and written only by `init`, so
  /// that all threads may read it.
  nonisolated(unsafe) private let base: UnsafeMutableBufferPointer<UInt8>  // see above

  /// Creates data from bytes.
  public init(_ bytes: some Sequence<UInt8>) {
    storage = Array(bytes)
    unsafe base = .allocate(capacity: Swift.max(1, storage.count))
    unsafe base.initialize(repeating: 0)
    _ = unsafe base.update(fromContentsOf: storage)
  }

  deinit { unsafe base.deallocate() }

  /// The first byte in memory, valid as long as the object.
  var start: UnsafePointer<UInt8>? { unsafe UnsafePointer(base.baseAddress) }
}

extension CFData: RandomAccessCollection {
  /// Index of the first byte.
  public var startIndex: Int { 0 }

  /// Number of bytes.
  public var endIndex: Int { storage.count }

  /// The byte at an index, which must be in `startIndex..<endIndex`.
  public subscript(position: Int) -> UInt8 { storage[position] }
}

extension CFData: Equatable {
  /// Returns whether two objects hold the same bytes.
  public static func == (left: CFData, right: CFData) -> Bool { left.storage == right.storage }
}

/// Creates data from `length` bytes at `bytes`; nil if `length` is negative.
///
/// Thread: any.
///
/// - Parameters:
///   - allocator: Ignored.
///   - bytes: A pointer to the bytes; may be nil if `length` is 0.
///   - length: How many there are.
/// - Returns: The data, or nil.
public func CFDataCreate(
  _ allocator: CFAllocator?, _ bytes: UnsafePointer<UInt8>?, _ length: CFIndex
) -> CFData? {
  guard length >= 0 else { return nil }
  return unsafe CFData(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
}

/// Returns the number of bytes in data.
///
/// Thread: any.
public func CFDataGetLength(_ data: CFData) -> CFIndex {
  data.count
}

/// Returns a pointer to the bytes of data, valid as long as the object.
///
/// Thread: any.
public func CFDataGetBytePtr(_ data: CFData) -> UnsafePointer<UInt8>? {
  unsafe data.start
}
