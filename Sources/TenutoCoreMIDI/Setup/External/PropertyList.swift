/// A value that can be stored: the value of a property, or a part of one.
indirect enum PropertyList: Sendable, Equatable {
  case string(String)
  case integer(Int)
  case data(CFData)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// Maximum nesting of values.
  static let depthLimit = 16

  /// Converts the value of a property; nil if it contains an unsupported type.
  init?(_ value: PropertyValue) {
    self.init(plain: value.plain, depth: Self.depthLimit)
  }

  private init?(plain value: Any, depth: Int) {
    guard depth > 0 else { return nil }
    switch value {
    case let value as String: self = .string(value)
    case let value as any BinaryInteger:
      guard let integer = Int(exactly: value) else { return nil }
      self = .integer(integer)
    case let value as CFData: self = .data(value)
    case let value as [Any]:
      let items = value.compactMap { PropertyList(plain: $0, depth: depth - 1) }
      guard items.count == value.count else { return nil }
      self = .array(items)
    case let value as [String: Any]:
      let items = value.compactMapValues { PropertyList(plain: $0, depth: depth - 1) }
      guard items.count == value.count else { return nil }
      self = .dictionary(items)
    default: return nil
    }
  }

  /// The value as in a Core MIDI property list.
  var plain: Any {
    switch self {
    case .string(let value): value
    case .integer(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.plain)
    case .dictionary(let values): values.mapValues(\.plain)
    }
  }

  /// The value of a property; nil for a type that no property has.
  var propertyValue: PropertyValue? {
    switch self {
    case .string(let value): .string(value)
    case .integer(let value): Int32(exactly: value).map(PropertyValue.integer)
    case .data(let value): .data(value)
    case .array: nil
    case .dictionary(let values): .dictionary(values.mapValues(\.plain))
    }
  }
}
