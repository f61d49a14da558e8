package import CJACK
internal import Synchronization

extension JACKClient {
  /// Makes the client the one that says where bars and beats are.
  ///
  /// Thread: control. `function` runs on the render thread while the transport rolls, after the
  /// client's own cycle. The corresponding JACK call is `jack_set_timebase_callback`.
  ///
  /// - Parameters:
  ///   - isConditional: Whether another one that is there already stays.
  ///   - function: Fills the position of the next cycle; mark it `@_noLocks`.
  ///   - context: Its last argument, valid until the client is closed or released.
  /// - Returns: False where another one is there and stays.
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

  /// Leaves bars and beats to others again; no effect on one that does not lead.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  package func releaseTransport() throws(JACKError) {
    try unsafe core.askServer { client in
      _ = unsafe core.library.api.pointee.release_timebase(client)
    }
  }
}
