/// A parameter of a node.
package struct ParameterRecord: Codable, Sendable, Equatable {
  /// Its identifier.
  package var id: String
  /// The display name.
  package var name: String
  /// Its unit, such as `hertz`.
  package var unit: String
  /// The smallest value.
  package var minimum: Double
  /// The largest value.
  package var maximum: Double
  /// The default value.
  package var initial: Double
  /// The current value.
  package var value: Double
  /// The current value as displayed.
  package var text: String
  /// Whether it is an output that cannot be set.
  package var isReadOnly: Bool
  /// The names of the whole-number values from the minimum up; empty unless it is an enumeration.
  package var valueNames: [String]
  /// The name of its group; nil for none.
  package var group: String?
  /// Whether controls use a logarithmic scale; nil for no.
  package var isLogarithmic: Bool?

  /// Creates a record of a parameter.
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
