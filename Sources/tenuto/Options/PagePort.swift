import ArgumentParser

/// The port of the page that `--web` asks for.
struct PagePort: ExpressibleByArgument, CustomStringConvertible {
  /// Nil for one that is free.
  let number: UInt16?
  /// Whether it was a number that is no port.
  let isWrong: Bool

  /// One that is free.
  init() { (number, isWrong) = (nil, false) }

  /// Nil for what is no number: the next word of the command line then.
  init?(argument: String) {
    guard argument.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    number = UInt16(argument)
    isWrong = number == nil || number == 0
  }

  var description: String { number.map { "\($0)" } ?? "one that is free" }
}
