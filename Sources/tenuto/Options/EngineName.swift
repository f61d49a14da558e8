import ArgumentParser

/// What drives `play`.
enum EngineName: String, ExpressibleByArgument, CaseIterable {
  /// The JACK server.
  case jack
  /// The machine's clock.
  case clock
}
