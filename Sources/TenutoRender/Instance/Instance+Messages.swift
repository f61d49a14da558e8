internal import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

extension Instance {
  /// Sends the component a custom message and waits for its reply (`AUMessageChannel`).
  ///
  /// Message and reply may have up to 16 MiB each.
  ///
  /// - Throws: `.refused` with the component's reason, `.extensionDied` and similar errors.
  public func send(message: [UInt8]) throws(HostError) -> [UInt8] {
    guard message.count <= Int(BulkLimits.byteCount) else {
      throw HostError(
        .refused,
        "A message of \(message.count) bytes is too long; \(BulkLimits.byteCount) is the most.")
    }
    return try converse { conversation throws(HostError) in
      divert()
      try conversation.upload(message)
      return try conversation.fetch(MessageRequest())
    }
  }

  /// Sets the purpose of the component, for example a track's name (`contextName`).
  ///
  /// - Parameter name: At most 255 bytes are sent, in whole characters.
  /// - Throws: `.extensionDied` and similar errors.
  public func setContextName(_ name: String) throws(HostError) {
    var short = name
    while short.utf8.count > WireLimits.stringBytes { short = String(short.dropLast()) }
    let request = ContextNameRequest(name: short)
    _ = try converse { conversation throws(HostError) in try conversation.ask(request) }
  }
}

extension Instance {
  /// Stores a value that an engine sets at a frame, or that a ramp ends with.
  ///
  /// Thread: control.
  func learn(_ payload: TimedEvent.Payload) {
    switch payload {
    case .parameter(let address, let value), .ramp(let address, let value, _):
      center.learn([ParameterValue(address, value)])
    case .midi, .gesture: break
    }
  }
}
