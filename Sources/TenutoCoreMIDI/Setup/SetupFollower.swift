/// Follows the ports of the setup until the last client is closed.
protocol SetupFollower: Sendable {
  /// Makes it examine the ports again.
  func wake()

  /// Stops until there is a client; no work is running when it returns.
  func pause()
}
