/// An Open Sound Control message: a path and its arguments.
struct OSCMessage: Sendable, Equatable {
  /// The path, such as `/nsm/client/save`.
  let path: String
  let arguments: [OSCArgument]

  init(_ path: String, _ arguments: [OSCArgument] = []) {
    self.path = path
    self.arguments = arguments
  }
}

/// An argument of a type that the session protocol uses.
enum OSCArgument: Sendable, Equatable {
  case string(String)
  case integer(Int32)
  case float(Float)
  /// Another type, or a string that is not UTF-8.
  case other

  /// The value, if it is a string.
  var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The value, if it is an integer.
  var integer: Int32? { if case .integer(let integer) = self { integer } else { nil } }
}
