/// One message of Open Sound Control: a path and what stands behind it.
struct OSCMessage: Sendable, Equatable {
  /// What is meant, such as `/nsm/client/save`.
  let path: String
  let arguments: [OSCArgument]

  init(_ path: String, _ arguments: [OSCArgument] = []) {
    self.path = path
    self.arguments = arguments
  }
}

/// An argument of a message, as far as the session protocol uses its type.
enum OSCArgument: Sendable, Equatable {
  case string(String)
  case integer(Int32)
  case float(Float)
  /// A type that no message of the protocol has, or a string that is no UTF-8.
  case other

  /// The text, if it is one.
  var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The number, if it is a whole one.
  var integer: Int32? { if case .integer(let integer) = self { integer } else { nil } }
}
