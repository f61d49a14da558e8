extension PropertyList {
  /// Parses the value in the line of its key; nil if it is malformed.
  init?(_ line: Outline) {
    switch line.kind {
    case "string": self = .string(line.value)
    case "integer":
      guard let value = Int(line.value) else { return nil }
      self = .integer(value)
    case "data":
      guard let data = CFData(hexadecimal: line.value) else { return nil }
      self = .data(data)
    case "array":
      let items = line.lines.compactMap { PropertyList($0) }
      guard items.count == line.lines.count else { return nil }
      self = .array(items)
    case "dictionary":
      guard let items = Self.dictionary(line.lines) else { return nil }
      self = .dictionary(items)
    default: return nil
    }
  }

  /// Parses the lines of a dictionary; nil if a value is malformed.
  static func dictionary(_ lines: [Outline]) -> [String: PropertyList]? {
    var items: [String: PropertyList] = [:]
    for line in lines {
      guard let value = PropertyList(line) else { return nil }
      items[line.key] = value
    }
    return items
  }

  /// Returns the line of the value under a key.
  func outline(_ key: String) -> Outline {
    switch self {
    case .string(let value): return Outline("string", key, value)
    case .integer(let value): return Outline("integer", key, String(value))
    case .data(let value): return Outline("data", key, value.hexadecimal)
    case .array(let items):
      var line = Outline("array", key)
      line.lines = items.map { $0.outline("") }
      return line
    case .dictionary(let items):
      var line = Outline("dictionary", key)
      line.lines = Self.outlines(items)
      return line
    }
  }

  /// Returns the lines of a dictionary, ordered by key.
  static func outlines(_ items: [String: PropertyList]) -> [Outline] {
    items.sorted { $0.key < $1.key }.map { $0.value.outline($0.key) }
  }
}

extension CFData {
  fileprivate var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  fileprivate convenience init?(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    self.init(
      stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
