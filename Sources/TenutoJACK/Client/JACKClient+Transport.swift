internal import CJACK

extension JACKClient {
  /// Starts the transport.
  ///
  /// Thread: any but render. The corresponding JACK call is `jack_transport_start`.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func startTransport() throws(JACKError) {
    try unsafe core.withClient { client in
      unsafe core.library.api.pointee.transport_start(client)
    }
  }

  /// Stops the transport at its current position.
  ///
  /// Thread: any but render. The corresponding JACK call is `jack_transport_stop`.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func stopTransport() throws(JACKError) {
    try unsafe core.withClient { client in
      unsafe core.library.api.pointee.transport_stop(client)
    }
  }

  /// Moves the transport to `frame`; it keeps rolling, or stays stopped.
  ///
  /// Thread: any but render. The corresponding JACK call is `jack_transport_locate`.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func locateTransport(_ frame: UInt32) throws(JACKError) {
    try unsafe core.withClient { client in
      _ = unsafe core.library.api.pointee.transport_locate(client, frame)
    }
  }
}
