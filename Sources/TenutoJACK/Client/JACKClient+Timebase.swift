package import CJACK
internal import Synchronization

extension JACKClient {
  /// Makes the client the timebase master, which supplies bars and beats.
  ///
  /// Thread: control. `function` runs on the render thread while the transport rolls, after the
  /// client's own cycle. The corresponding JACK call is `jack_set_timebase_callback`.
  ///
  /// - Parameters:
  ///   - isConditional: Whether an existing timebase master stays.
  ///   - function: Fills the position of the next cycle; mark it `@_noLocks`.
  ///   - context: The function's last argument, valid until the client is closed or released.
  /// - Returns: False if another client is the master and stays.
  /// - Throws: `.requestRefused`, `.closed` or `.serverEnded`.
  @unsafe
  package func leadTransport(
    isConditional: Bool, _ function: JackTimebaseCallback,
    context: UnsafeMutableRawPointer
  ) throws(JACKError) -> Bool {
    try unsafe core.askServer { client throws(JACKError) in
      let status = unsafe core.library.api.pointee.set_timebase_callback(
        client, isConditional ? 1 : 0, function, context)
      if status == 0 { return true }
      guard isConditional else {
        throw core.failure(.requestRefused, "could not become the timebase master.")
      }
      return false
    }
  }

  /// Gives up the role of timebase master; has no effect on any other client.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  package func releaseTransport() throws(JACKError) {
    try unsafe core.askServer { client in
      _ = unsafe core.library.api.pointee.release_timebase(client)
    }
  }
}
