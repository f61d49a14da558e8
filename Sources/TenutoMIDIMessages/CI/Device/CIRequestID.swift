/// Tells the requests of a device apart.
public struct CIRequestID: Sendable, Hashable {
  let value: Int
}

/// A request on its way.
public struct CIRequest: Sendable, Hashable {
  /// The number by which events name the request.
  public let id: CIRequestID

  /// The messages to send, in order.
  public let messages: [CIMessage]
}
