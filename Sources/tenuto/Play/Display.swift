/// Shows a performance to the user.
protocol Display {
  /// Shows the start.
  mutating func begin(_ status: PlayStatus)
  /// Shows the current status; called ten times a second.
  mutating func update(_ status: PlayStatus)
  /// Prints a sentence on stderr without disturbing the picture.
  mutating func note(_ text: String)
  /// Restores the terminal.
  mutating func end()
}
