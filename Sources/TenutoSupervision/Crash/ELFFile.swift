/// The headers of an ELF executable; malformed bytes never trap.
///
/// The format is the ELF-64 object file format.
package struct ELFFile {
  /// Whether the kernel may load it at any address.
  package private(set) var isPositionIndependent = false
  /// Whether it has a stack header (`PT_GNU_STACK`).
  package private(set) var hasStackHeader = false
  /// Whether its stack may be executed.
  package private(set) var isStackExecutable = false
  /// Whether its relocation tables become read-only after start (RELRO).
  package private(set) var isReadOnlyAfterStart = false
  /// Whether it has a segment that is both writable and executable.
  package private(set) var hasWritableCode = false
  /// Whether it needs a dynamic loader.
  package private(set) var interpreter = false
  /// The libraries that it needs.
  package private(set) var libraries: [String] = []
  let bytes: [UInt8]

  /// Reads an executable; nil if the bytes are not one for this machine.
  package init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]),
      Self.machines.contains(Int(number(18, 2)))
    else { return nil }
    isPositionIndependent = number(16, 2) == 3
    let (start, size, count) = (
      Int(clamping: number(32, 8)), Int(number(54, 2)), Int(number(56, 2))
    )
    guard size >= 56 else { return nil }
    for index in 0..<count {
      let (offset, overflow) = start.addingReportingOverflow(index * size)
      guard !overflow, offset >= 0, offset <= bytes.count - 56 else { return nil }
      readHeader(at: offset)
    }
  }

  #if arch(x86_64)
  private static let machines = [62]
  #else
  private static let machines = [183]
  #endif

  /// A little-endian number of `size` bytes, or 0 outside the file.
  package func number(_ offset: Int, _ size: Int) -> UInt64 {
    guard offset >= 0, offset <= bytes.count - size else { return 0 }
    return (0..<size).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  private mutating func readHeader(at offset: Int) {
    let flags = number(offset + 4, 4)
    switch number(offset, 4) {
    case 1: if flags & 3 == 3 { hasWritableCode = true }
    case 2: readDynamic(at: Int(clamping: number(offset + 8, 8)), size: number(offset + 32, 8))
    case 3: interpreter = true
    case 0x6474_E551:
      hasStackHeader = true
      isStackExecutable = flags & 1 != 0
    case 0x6474_E552: isReadOnlyAfterStart = true
    default: break
    }
  }

  private mutating func readDynamic(at start: Int, size: UInt64) {
    let entries = Int(clamping: min(size, 1 << 16)) / 16
    var names: [UInt64] = []
    var table: UInt64 = 0
    for index in 0..<entries {
      let offset = start &+ index &* 16
      switch number(offset, 8) {
      case 1: names.append(number(offset + 8, 8))
      case 5: table = number(offset + 8, 8)
      default: break
      }
    }
    // In a linked executable the first segment maps the table's address to the same file offset.
    libraries = names.map { text(at: Int(clamping: table) &+ Int(clamping: $0)) }
  }

  /// The text up to the next zero, at most 255 bytes, or "?" outside the file.
  func text(at start: Int) -> String {
    guard start >= 0, start < bytes.count else { return "?" }
    return String(decoding: bytes[start...].prefix(255).prefix { $0 != 0 }, as: UTF8.self)
  }
}
