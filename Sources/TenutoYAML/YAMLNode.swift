/// A value of a YAML text, with its position, before it has any meaning.
package struct YAMLNode: Sendable {
  /// The content of a value.
  package enum Content: Sendable {
    /// A text; a plain one is neither in quotes nor a block.
    case scalar(String, isPlain: Bool)
    /// The values of a sequence.
    case sequence([YAMLNode])
    /// The pairs of a mapping, in the order of the text; no scalar key occurs twice.
    case mapping([(key: YAMLNode, value: YAMLNode)])
    /// A reference to an anchor, which is not followed.
    case alias
  }

  /// The content.
  package let content: Content
  /// Its start.
  package let position: YAMLPosition
  /// Whether an anchor precedes it.
  package let hasAnchor: Bool
}

/// A position in a YAML text; lines and columns are counted from 1, columns in Unicode scalars.
package struct YAMLPosition: Sendable, Equatable {
  /// The line, from 1.
  package var line: Int
  /// The column, from 1.
  package var column: Int

  /// Creates a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The reason why a text is not YAML.
package enum YAMLFault: Error, Equatable {
  /// libyaml's reason, and where; nil for a position that it does not tell.
  case malformed(YAMLPosition?, String)
  /// Keys that occur more than once in a mapping, and where the first of them stands.
  case duplicateKeys([String], YAMLPosition)
  /// There is no memory to read it.
  case memory
}
