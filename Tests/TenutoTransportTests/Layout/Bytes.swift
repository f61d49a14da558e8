import TenutoTransport

/// Builds the expected bytes of a layout: little-endian numbers at given offsets.
struct Bytes {
  private(set) var all: [UInt8]

  init(count: Int) { all = [UInt8](repeating: 0, count: count) }

  mutating func put<T: FixedWidthInteger>(_ value: T, at offset: Int) {
    for index in 0..<T.bitWidth / 8 {
      all[offset + index] = UInt8(truncatingIfNeeded: value >> T(index * 8))
    }
  }
}

/// The bytes of `descriptor` for a reader.
func bytes(of descriptor: CInt, count: Int) throws -> [UInt8] {
  let mapping = try Mapping(descriptor, byteCount: count, isWritable: false)
  return unsafe Array(UnsafeRawBufferPointer(start: mapping.base, count: count))
}
