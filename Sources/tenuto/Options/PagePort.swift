import ArgumentParser

/// The port of the page that `--web` asks for.
struct PagePort: ExpressibleByArgument, CustomStringConvertible {
  /// Nil for a free port.
  let number: UInt16?
  /// Whether the number is not a valid port.
  let isWrong: Bool

  /// A free port.
  init() { (number, isWrong) = (nil, false) }

  /// Nil if it is not a number, and therefore the next argument.
  init?(argument: String) {
    guard argument.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    number = UInt16(argument)
    isWrong = number == nil || number == 0
  }

  var description: String { number.map { "\($0)" } ?? "a free one" }
}
