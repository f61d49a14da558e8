/// A parameter of a node.
package struct ParameterRecord: Codable, Sendable, Equatable {
  /// Its identifier.
  package var id: String
  /// The name that people read.
  package var name: String
  /// Its unit, such as `hertz`.
  package var unit: String
  /// The smallest value.
  package var minimum: Double
  /// The largest value.
  package var maximum: Double
  /// The value at start.
  package var initial: Double
  /// The value now.
  package var value: Double
  /// The value now, for people.
  package var text: String
  /// Whether it only tells something.
  package var isReadOnly: Bool
  /// Names of whole values from the smallest on; empty for no enumeration.
  package var valueNames: [String]
  /// The name of its group; nil for none.
  package var group: String?
  /// Whether a control shows it on a logarithmic scale; nil for no.
  package var isLogarithmic: Bool?

  /// States a parameter.
  package init(
    id: String, name: String, unit: String, minimum: Double, maximum: Double, initial: Double,
    value: Double, text: String, isReadOnly: Bool, valueNames: [String]
  ) {
    self.id = id
    self.name = name
    self.unit = unit
    self.minimum = minimum
    self.maximum = maximum
    self.initial = initial
    self.value = value
    self.text = text
    self.isReadOnly = isReadOnly
    self.valueNames = valueNames
  }
}
