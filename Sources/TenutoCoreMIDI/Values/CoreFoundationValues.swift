/// Text, in place of a Core Foundation object: `"name" as CFString` and `name as String` compile.
public typealias CFString = String

/// Names and values, in place of a Core Foundation object.
///
/// The values are `String`, `Int`, `CFData`, further dictionaries, or arrays of these.
public typealias CFDictionary = [String: Any]

/// Any value that a property can hold, or a dictionary or an array of these values.
public typealias CFPropertyList = Any

/// A count or an index, in Core Foundation's type.
public typealias CFIndex = Int

/// A choice of an allocator, as in Core Foundation; there is only the default, `nil`.
public enum CFAllocator: Sendable {}

/// A number of objects, in Core MIDI's type.
public typealias ItemCount = Int

/// A number of bytes, in Core MIDI's type.
public typealias ByteCount = Int

extension Bool {
  /// The value itself, for code that reads a `DarwinBoolean`.
  public var boolValue: Bool { self }
}

/// The text arguments of Core MIDI's functions: a `String`, or an object that represents one, such
/// as Foundation's `NSString`, which on a Mac converts to `CFString` implicitly.
public typealias CFStringConvertible = CustomStringConvertible & ExpressibleByStringLiteral

extension CustomStringConvertible where Self: ExpressibleByStringLiteral {
  /// The text itself.
  var cfString: CFString { description }
}
