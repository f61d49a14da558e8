import ArgumentParser

/// The port of the page that `--web` asks for.
struct PagePort: ExpressibleByArgument, CustomStringConvertible {
  /// Nil for one that is free.
  let number: UInt16?

  /// One that is free.
  init() { number = nil }

  init?(argument: String) {
    guard let number = UInt16(argument), number > 0 else { return nil }
    self.number = number
  }

  var description: String { number.map { "\($0)" } ?? "one that is free" }
}
