internal import TenutoSystem
internal import TenutoTransport

/// The functions of an executable by address, as its symbol tables name them.
///
/// Stripped executables, which most are, have none. Malformed files never trap.
public struct SymbolTable: Sendable {
  /// A function of the executable.
  public struct Symbol: Sendable, Equatable {
    /// Its first address, an ELF virtual address.
    public var address: UInt64
    /// Its length in bytes; 0 if the file does not state it.
    public var size: UInt64
    /// Its mangled name from the file, at most 255 bytes.
    public var name: String
  }

  /// The symbols in the order of addresses.
  public let symbols: [Symbol]

  /// The largest executable whose symbols are read, in bytes.
  private static let maximumFileBytes = 256 << 20
  private static let maximumSymbolCount = 1 << 20
  private static let sectionHeaderBytes = 64
  private static let symbolBytes = 24

  /// Reads the symbols of the executable at `path`; the table is empty if that fails.
  ///
  /// Thread: control.
  public init(path: String) {
    let bytes = try? FileCalls.read(path, limit: Self.maximumFileBytes)
    let isWhole = (bytes?.count ?? .max) <= Self.maximumFileBytes
    self.init(isWhole ? bytes.flatMap(ELFFile.init) : nil)
  }

  /// Takes the names from `.symtab`, otherwise from `.dynsym`.
  init(_ file: ELFFile?) {
    let sections = file.map(Self.sections) ?? []
    let table = sections.first { $0.type == 2 } ?? sections.first { $0.type == 11 }
    guard let file, let table, table.link < sections.count else {
      symbols = []
      return
    }
    symbols = Self.functions(of: file, in: table, names: sections[table.link])
      .sorted { $0.address < $1.address }
  }

  private struct Section {
    var type: UInt64
    var offset: Int
    var size: Int
    var link: Int
  }

  private static func sections(of file: ELFFile) -> [Section] {
    let start = Int(clamping: file.number(40, 8))
    let count = Int(file.number(60, 2))
    guard file.number(58, 2) == UInt64(sectionHeaderBytes),
      start <= file.bytes.count - count * sectionHeaderBytes
    else { return [] }
    return (0..<count).map { index in
      let place = start + index * sectionHeaderBytes
      return Section(
        type: file.number(place + 4, 4), offset: Int(clamping: file.number(place + 24, 8)),
        size: Int(clamping: file.number(place + 32, 8)), link: Int(file.number(place + 40, 4)))
    }
  }

  private static func functions(
    of file: ELFFile, in table: Section, names: Section
  ) -> [Symbol] {
    guard table.offset <= file.bytes.count, table.size <= file.bytes.count - table.offset,
      names.offset <= file.bytes.count
    else { return [] }
    var symbols: [Symbol] = []
    for index in 0..<min(table.size / symbolBytes, maximumSymbolCount) {
      let place = table.offset + index * symbolBytes
      let (kind, section) = (file.bytes[place + 4] & 0xF, file.number(place + 6, 2))
      // Only functions that are defined in this file.
      guard kind == 2, section != 0 else { continue }
      let name = file.text(at: names.offset + Int(file.number(place, 4)))
      symbols.append(
        Symbol(
          address: file.number(place + 8, 8), size: file.number(place + 16, 8), name: name))
    }
    return symbols
  }

  /// The function at `address` and the offset into it, or nil if it is unknown.
  public func symbol(at address: UInt64) -> (symbol: Symbol, offset: UInt64)? {
    var low = 0
    var high = symbols.count
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let symbol = symbols[low - 1]
    let offset = address - symbol.address
    return symbol.size == 0 || offset <= symbol.size ? (symbol, offset) : nil
  }
}
