/// The value of a property.
enum PropertyValue: @unchecked Sendable {  // the dictionary holds nothing that can change
  case string(String)
  case integer(Int32)
  case data(CFData)
  case dictionary(CFDictionary)

  var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  var integer: Int32? {
    if case .integer(let value) = self { value } else { nil }
  }

  var data: CFData? {
    if case .data(let value) = self { value } else { nil }
  }

  var dictionary: CFDictionary? {
    if case .dictionary(let value) = self { value } else { nil }
  }

  /// The value as represented in a property list.
  var plain: Any {
    switch self {
    case .string(let value): value
    case .integer(let value): Int(value)
    case .data(let value): value
    case .dictionary(let value): value
    }
  }
}
