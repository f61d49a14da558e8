/// What looks at the setup's ports anew when they change, and lets go of them with the last client.
protocol SetupFollower: Sendable {
  /// Has the ports looked at anew.
  func wake()

  /// Ends all until a client comes; does nothing any more when it returns.
  func pause()
}
