internal import TenutoCore

/// The reason why a message could not be read.
public enum WireError: Error, Equatable, Sendable {
  /// The message ended too early.
  case truncated
  /// Bytes follow the message's end.
  case trailingBytes
  /// A string or list is longer than its limit.
  case tooLong
  /// A field has an invalid value.
  case invalidValue
}

/// Builds the payload of a control message, little-endian.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write<T: FixedWidthInteger>(_ value: T) {
    for shift in stride(from: 0, to: T.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> T(shift)))
    }
  }

  package mutating func write(_ value: Float) { write(value.bitPattern) }

  package mutating func write(_ value: Double) { write(value.bitPattern) }

  /// Writes a length in 16 bits and the text in UTF-8, cut to its limit between two scalars.
  package mutating func write(_ text: String) {
    let utf8 = text.cutToWire.utf8
    write(UInt16(utf8.count))
    bytes += utf8
  }

  /// Writes a length in 32 bits and the bytes.
  package mutating func write(bytes list: ArraySlice<UInt8>) {
    write(UInt32(list.count))
    bytes += list
  }

  /// Writes one byte, 0 or 1.
  package mutating func write(_ value: Bool) { write(value ? UInt8(1) : 0) }

  /// Writes a count in 16 bits and the elements.
  package mutating func write<T: WireCodable>(_ list: [T]) {
    write(UInt16(min(list.count, WireLimits.listCount)))
    for element in list.prefix(WireLimits.listCount) { element.encode(into: &self) }
  }
}

extension String {
  /// The longest prefix that fits into a message, with whole scalars only.
  fileprivate var cutToWire: String {
    guard utf8.count > WireLimits.stringBytes else { return self }
    var end = utf8.index(startIndex, offsetBy: WireLimits.stringBytes)
    while end.samePosition(in: unicodeScalars) == nil { utf8.formIndex(before: &end) }
    return String(unicodeScalars[..<end])
  }
}

/// Limits for parts of variable length in a control message.
package enum WireLimits {
  package static let stringBytes = 255
  package static let listCount = 4096
  package static let messageBytes = 49152
}

/// Reads the payload of a control message; never traps, whatever the bytes.
package struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  private mutating func take(_ count: Int) throws(WireError) -> ArraySlice<UInt8> {
    guard bytes.endIndex - position >= count else { throw .truncated }
    defer { position += count }
    return bytes[position..<position + count]
  }

  package mutating func read<T: FixedWidthInteger>(_: T.Type = T.self) throws(WireError) -> T {
    var value: T = 0
    for (index, byte) in try take(T.bitWidth / 8).enumerated() {
      value |= T(truncatingIfNeeded: byte) << T(index * 8)
    }
    return value
  }

  /// Reads a number; refuses NaN and infinities.
  package mutating func readFloat() throws(WireError) -> Float {
    let value = Float(bitPattern: try read())
    guard value.isFinite else { throw .invalidValue }
    return value
  }

  /// Reads a number; refuses NaN and infinities.
  package mutating func readDouble() throws(WireError) -> Double {
    let value = Double(bitPattern: try read())
    guard value.isFinite else { throw .invalidValue }
    return value
  }

  /// Reads a text; replaces invalid UTF-8 and terminal control characters by U+FFFD, then cuts it
  /// to its limit.
  package mutating func readString() throws(WireError) -> String {
    let count = Int(try read(UInt16.self))
    guard count <= WireLimits.stringBytes else { throw .tooLong }
    return String(decoding: try take(count), as: UTF8.self).printable.cutToWire
  }

  /// Reads a length and that many bytes.
  package mutating func readBytes() throws(WireError) -> [UInt8] {
    let count = Int(try read(UInt32.self))
    guard count <= WireLimits.messageBytes else { throw .tooLong }
    return Array(try take(count))
  }

  /// Reads one byte that is 0 or 1.
  package mutating func readBool() throws(WireError) -> Bool {
    switch try read(UInt8.self) {
    case 0: false
    case 1: true
    default: throw .invalidValue
    }
  }

  package mutating func readList<T: WireCodable>() throws(WireError) -> [T] {
    let count = Int(try read(UInt16.self))
    guard count <= WireLimits.listCount else { throw .tooLong }
    var list: [T] = []
    for _ in 0..<count { list.append(try T(from: &self)) }
    return list
  }

  /// Throws if bytes are left.
  package func finish() throws(WireError) {
    guard position == bytes.endIndex else { throw .trailingBytes }
  }
}

/// A value that can travel in a control message.
package protocol WireCodable {
  init(from reader: inout WireReader) throws(WireError)
  func encode(into writer: inout WireWriter)
}
