import ArgumentParser

/// The engine of `play`.
enum EngineName: String, ExpressibleByArgument, CaseIterable {
  /// The JACK server.
  case jack
  /// The machine's clock.
  case clock
}
