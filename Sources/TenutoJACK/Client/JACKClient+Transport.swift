internal import CJACK

extension JACKClient {
  /// Lets the transport roll.
  ///
  /// Thread: any but render. The corresponding JACK call is `jack_transport_start`.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func startTransport() throws(JACKError) {
    try unsafe core.withClient { client in
      unsafe core.library.api.pointee.transport_start(client)
    }
  }

  /// Stops the transport where it is.
  ///
  /// Thread: any but render. The corresponding JACK call is `jack_transport_stop`.
  ///
  /// - Throws: `.closed` or `.serverEnded`.
  public func stopTransport() throws(JACKError) {
    try unsafe core.withClient { client in
      unsafe core.library.api.pointee.transport_stop(client)
    }
  }

  /// Puts the transport to `frame`, where it goes on as before.
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
