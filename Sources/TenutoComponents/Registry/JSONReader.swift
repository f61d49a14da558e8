/// A JSON value.
package enum JSONValue {
  case null
  case boolean(Bool)
  /// Infinite if it is too large for a `Double`.
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// In the order of the file; keys may repeat.
  case object([JSONMember])
}

/// A key of a JSON object and its value.
package struct JSONMember {
  let key: String
  let value: JSONValue
}

/// An error in the text of a JSON file, with its position.
package struct JSONFault: Error {
  package let reason: String
  /// Bytes from the start of the file.
  package let offset: Int
}

/// Parses JSON strictly by RFC 8259; malformed bytes never trap.
///
/// Foundation's decoder took 140 µs for a manifest, which made a scan of many bundles slow, and it
/// reports "not valid JSON" without a position.
package struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// The deepest nesting of lists and objects.
  private static let maximumDepth = 64

  /// The initial capacity of an object.
  private static let usualMemberCount = 8

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The value of the file.
  package static func parse(_ bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    var reader = JSONReader(bytes)
    let value = try reader.value()
    reader.skipSpace()
    guard reader.index == bytes.count else { throw reader.fault("more text after the end") }
    return value
  }

  private func fault(_ reason: String) -> JSONFault { JSONFault(reason: reason, offset: index) }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    var place = index
    while place < bytes.count, bytes[place] <= 0x20, Self.isSpace(bytes[place]) { place += 1 }
    index = place
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = current, UInt32(byte) == character.value else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(JSONFault) -> JSONValue {
    skipSpace()
    switch current.map(Unicode.Scalar.init) {
    case "\"": return .text(try text())
    case "{": return try nested { reader throws(JSONFault) in try reader.object() }
    case "[": return try nested { reader throws(JSONFault) in try reader.list() }
    case "t": return try word("true", .boolean(true))
    case "f": return try word("false", .boolean(false))
    case "n": return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(JSONFault) -> JSONValue
  ) throws(JSONFault) -> JSONValue {
    guard depth < Self.maximumDepth else { throw fault("too many lists inside one another") }
    depth += 1
    defer { depth -= 1 }
    index += 1
    return try body(&self)
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("no value") }
    index += word.utf8.count
    return value
  }

  private mutating func list() throws(JSONFault) -> JSONValue {
    var values: [JSONValue] = []
    skipSpace()
    if take("]") { return .list(values) }
    repeat {
      values.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw fault("no ',' or ']'") }
    return .list(values)
  }

  private mutating func object() throws(JSONFault) -> JSONValue {
    var members: [JSONMember] = []
    skipSpace()
    if take("}") { return .object(members) }
    members.reserveCapacity(Self.usualMemberCount)
    repeat {
      skipSpace()
      let key = try text()
      skipSpace()
      guard take(":") else { throw fault("no ':'") }
      members.append(JSONMember(key: key, value: try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw fault("no ',' or '}'") }
    return .object(members)
  }
}

// MARK: - Numbers

extension JSONReader {
  private mutating func number() throws(JSONFault) -> Double {
    let start = index
    let isNegative = take("-")
    var whole: UInt64 = 0
    if !take("0") { try digits(into: &whole) }
    let point = index
    if take(".") { try digits(into: &whole) }
    let places = max(0, index - point - 1)
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits(into: &whole)
    } else if index - start < Self.powersOfTen.count {
      // Both are exact in a Double, so the quotient is rounded only once.
      let number = Double(whole) / Self.powersOfTen[places]
      return isNegative ? -number : number
    }
    guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
      throw fault("no number")
    }
    return number
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]

  /// Reads digits and appends them to `number`, which is valid while they are few.
  private mutating func digits(into number: inout UInt64) throws(JSONFault) {
    let start = index
    while let byte = current, byte >= 0x30, byte <= 0x39 {
      number = number &* 10 &+ UInt64(byte &- 0x30)
      index += 1
    }
    if index == start { throw fault("no value") }
  }
}

// MARK: - Texts

extension JSONReader {
  private mutating func text() throws(JSONFault) -> String {
    guard take("\"") else { throw fault("no '\"'") }
    // Most texts are ASCII without escapes, and so always valid.
    let start = index
    while let byte = current, byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C { index += 1 }
    if current == 0x22 {
      index += 1
      return String(decoding: bytes[start..<index - 1], as: UTF8.self)
    }
    index = start
    return try anyText()
  }

  /// The rest of a text with arbitrary content.
  private mutating func anyText() throws(JSONFault) -> String {
    var collected: [UInt8] = []
    var start = index
    while let byte = current {
      switch byte {
      case 0x22:
        collected += bytes[start..<index]
        guard let text = String(validating: collected, as: UTF8.self) else {
          throw fault("a text that is not UTF-8")
        }
        index += 1
        return text
      case 0x5C:
        collected += bytes[start..<index]
        index += 1
        try escape(into: &collected)
        start = index
      case ..<0x20: throw fault("a control character in a text")
      default: index += 1
      }
    }
    throw fault("no end of a text")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
    guard let byte = current else { throw fault("no end of a text") }
    index += 1
    switch Unicode.Scalar(byte) {
    case "\"", "\\", "/": text.append(byte)
    case "b": text.append(0x08)
    case "f": text.append(0x0C)
    case "n": text.append(0x0A)
    case "r": text.append(0x0D)
    case "t": text.append(0x09)
    case "u": text += Array(String(try scalar()).utf8)
    default: throw fault("an unknown escape in a text")
    }
  }

  /// The character after `\u`, from two escapes if the first is half of a surrogate pair.
  private mutating func scalar() throws(JSONFault) -> Character {
    var value = try hexadecimal()
    if (0xD800..<0xDC00).contains(value) {
      guard take("\\"), take("u") else { throw fault("half a character in a text") }
      let low = try hexadecimal()
      guard (0xDC00..<0xE000).contains(low) else { throw fault("half a character in a text") }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value) else { throw fault("half a character in a text") }
    return Character(scalar)
  }

  private mutating func hexadecimal() throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("no four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
