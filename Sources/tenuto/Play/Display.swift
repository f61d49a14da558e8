/// Shows a performance to the user.
protocol Display {
  /// Shows the beginning.
  mutating func begin(_ status: PlayStatus)
  /// Shows what has changed; called ten times a second.
  mutating func update(_ status: PlayStatus)
  /// Says a sentence on stderr, without disturbing the picture.
  mutating func note(_ text: String)
  /// Leaves the terminal as it was.
  mutating func end()
}
