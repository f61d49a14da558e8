internal import Glibc
internal import TenutoTransport

/// The properties of an executable that the sandbox needs: its kind and its library folders.
///
/// The file is not trusted: a library folder is accepted only if it cannot be anything else, see
/// `FileRules`.
struct ExecutableFile {
  /// Whether it needs a loader and libraries.
  let isDynamic: Bool
  /// Whether it needs an interpreter.
  let isScript: Bool
  /// Whether it asks for writable and executable memory: a segment, or the stack.
  let hasRunnableData: Bool
  /// Folders that the loader searches for its libraries.
  let libraryFolders: [String]

  init(_ descriptor: CInt) {
    let reader = ELFReader(descriptor: descriptor)
    isScript = reader.bytes(at: 0, count: 2) == Array("#!".utf8)
    let segments = reader.segments
    isDynamic = segments.contains { $0.kind == 3 }  // PT_INTERP
    let stack = segments.first { $0.kind == 0x6474_E551 }  // PT_GNU_STACK
    hasRunnableData =
      !segments.isEmpty && (stack?.isRunnable ?? true)
      || segments.contains { $0.kind == 1 && $0.isRunnable && $0.isWritable }
    libraryFolders = isDynamic ? reader.libraryFolders(segments) : []
  }
}

/// Reads 64-bit ELF in the machine's byte order; malformed parts are ignored.
private struct ELFReader {
  struct Segment {
    let kind: UInt32
    let flags: UInt32
    let offset: UInt64
    let address: UInt64
    let byteCount: UInt64
    var isRunnable: Bool { flags & 1 != 0 }
    var isWritable: Bool { flags & 2 != 0 }
  }

  let descriptor: CInt

  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    guard offset < 1 << 40 else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let received = unsafe pread(descriptor, &bytes, count, off_t(offset))
    return Array(bytes.prefix(max(received, 0)))
  }

  private func number<T: FixedWidthInteger>(_: T.Type, _ bytes: ArraySlice<UInt8>) -> T {
    bytes.reversed().reduce(T(0)) { $0 << 8 | T(truncatingIfNeeded: $1) }
  }

  var segments: [Segment] {
    let header = bytes(at: 0, count: 64)
    guard header.count == 64, header.prefix(6) == [0x7F, 0x45, 0x4C, 0x46, 2, 1] else { return [] }
    let table = number(UInt64.self, header[32..<40])
    let count = min(number(UInt16.self, header[56..<58]), 64)
    return (0..<UInt64(count)).compactMap { segment(at: table &+ $0 * 56) }
  }

  private func segment(at offset: UInt64) -> Segment? {
    let entry = bytes(at: offset, count: 56)
    guard entry.count == 56 else { return nil }
    return Segment(
      kind: number(UInt32.self, entry[0..<4]), flags: number(UInt32.self, entry[4..<8]),
      offset: number(UInt64.self, entry[8..<16]),
      address: number(UInt64.self, entry[16..<24]),
      byteCount: number(UInt64.self, entry[32..<40]))
  }

  /// The folders of `DT_RPATH` and `DT_RUNPATH`.
  func libraryFolders(_ segments: [Segment]) -> [String] {
    guard let dynamic = segments.first(where: { $0.kind == 2 }) else { return [] }
    let table = bytes(at: dynamic.offset, count: Int(min(dynamic.byteCount, 8192)))
    var texts: UInt64?
    var names: [UInt64] = []
    for start in stride(from: 0, to: table.count - 15, by: 16) {
      let value = number(UInt64.self, table[(start + 8)..<(start + 16)])
      switch number(UInt64.self, table[start..<(start + 8)]) {
      case 5: texts = fileOffset(value, segments)
      case 15, 29: names.append(value)
      default: break
      }
    }
    guard let texts else { return [] }
    return names.flatMap { name in
      let text = bytes(at: texts &+ name, count: 4096).prefix { $0 != 0 }
      return String(decoding: text, as: UTF8.self).split(separator: ":").map(String.init)
    }
  }

  private func fileOffset(_ address: UInt64, _ segments: [Segment]) -> UInt64? {
    segments.first {
      $0.kind == 1 && address >= $0.address && address - $0.address < $0.byteCount
    }.map { address - $0.address &+ $0.offset }
  }
}
