/// What the head of an executable says, as far as safety is concerned.
///
/// The corresponding standard is the ELF-64 object file format.
struct ELFFile {
  private(set) var isPositionIndependent = false
  private(set) var hasStackHeader = false
  private(set) var isStackExecutable = false
  private(set) var isReadOnlyAfterStart = false
  private(set) var hasWritableCode = false
  private(set) var interpreter = false
  private(set) var libraries: [String] = []
  private let bytes: [UInt8]

  /// Libraries that an extension may need.
  private static let allowed = [
    "libc.so", "libm.so", "libpthread.so", "libdl.so", "librt.so", "libgcc_s.so", "libstdc++.so",
    "libswift", "lib_Foundation", "libFoundation", "libdispatch.so", "libBlocksRuntime.so",
    "ld-linux", "libutil.so", "libresolv.so",
  ]

  /// Reads an executable; nil for what is none of this machine.
  init?(_ bytes: [UInt8]) {
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

  private func number(_ offset: Int, _ size: Int) -> UInt64 {
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
    // In a linked executable the table's address is its place in the file, for the first segment.
    libraries = names.map { text(at: Int(clamping: table) &+ Int(clamping: $0)) }
  }

  private func text(at start: Int) -> String {
    guard start >= 0, start < bytes.count else { return "?" }
    return String(decoding: bytes[start...].prefix(255).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// What must not be; nil where all is well.
  var fault: String? {
    if !hasStackHeader || isStackExecutable { return "its stack can be executed" }
    if hasWritableCode { return "a segment of it can be written and executed" }
    let foreign = libraries.filter { name in !Self.allowed.contains { name.hasPrefix($0) } }
    return foreign.isEmpty ? nil : "it needs \(foreign.joined(separator: ", "))"
  }

  /// What should not be; a static executable has no tables that need a place of their own.
  var weaknesses: [String] {
    var list: [String] = []
    if !isPositionIndependent && interpreter { list.append("it is not position-independent") }
    if !isReadOnlyAfterStart { list.append("its tables stay writable (no RELRO)") }
    return list
  }
}
