/// A decoder that has nothing to give and notes what it is asked for.
struct SchemaReader: Decoder {
  /// What a type was asked for, in order.
  final class Keys {
    var entries: [(name: String, schema: JSONTree, isRequired: Bool)] = []
    /// Whether it was asked if the next one is there.
    var isNextOptional = false
  }

  /// That something is not there, as a type may expect.
  struct Absence: Error {}

  let book: SchemaBook
  let keys = Keys()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container<Key>(book: book, keys: keys))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Absence() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Absence() }

  /// Gives every optional value as nil, every other one as small as it can be.
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

    /// Asked for an optional value of a plain type, before the value itself.
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
    ) throws -> KeyedDecodingContainer<N> { throw Absence() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw Absence()
    }
    func superDecoder() throws -> any Decoder { throw Absence() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Absence() }
  }
}
