/// A decoder that holds no data and records which keys a type asks for.
struct SchemaReader: Decoder {
  /// The keys that a type asked for, in order.
  final class Keys {
    var entries: [(name: String, schema: JSONTree, isRequired: Bool)] = []
    /// Whether the type asked if the next key is present.
    var isNextOptional = false
  }

  /// Thrown if a type requires a single value or a list, which this reader does not support.
  struct UnsupportedShape: Error {}

  let book: SchemaBook
  let keys = Keys()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container<Key>(book: book, keys: keys))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw UnsupportedShape() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw UnsupportedShape()
  }

  /// Returns nil for every optional value and an empty value for all others.
  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let book: SchemaBook
    let keys: Keys
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    private func note(_ key: Key, _ type: any Decodable.Type, isRequired: Bool) {
      keys.entries.append((key.stringValue, book.schema(of: type), isRequired))
      keys.isNextOptional = false
    }

    func contains(_ key: Key) -> Bool { true }

    /// Called for an optional value of a plain type, before the value itself.
    func decodeNil(forKey key: Key) -> Bool {
      keys.isNextOptional = true
      return false
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      note(key, type, isRequired: !keys.isNextOptional)
      return try Self.smallest(type, book)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      note(key, type, isRequired: false)
      return nil
    }

    private static func smallest<T: Decodable>(_ type: T.Type, _ book: SchemaBook) throws -> T {
      for text in ["false", "0", "\"\"", "[]"] {
        if let value = WireJSON.value(Array(text.utf8), as: type) { return value }
      }
      return try WireJSON.value(Array("{}".utf8), as: type) ?? T(from: SchemaReader(book: book))
    }

    func nestedContainer<N: CodingKey>(
      keyedBy type: N.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<N> { throw UnsupportedShape() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw UnsupportedShape()
    }
    func superDecoder() throws -> any Decoder { throw UnsupportedShape() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw UnsupportedShape() }
  }
}
