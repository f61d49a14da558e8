extension CIDevice {
  /// Takes a piece of a message of property exchange.
  mutating func handleProperty(
    _ kind: CIPropertyKind, _ chunk: CIPropertyChunk, _ message: CIMessage, now: UInt64,
    _ output: inout CIOutput
  ) {
    if kind == .notify {
      output.events.append(.notice(message))
    } else if kind.reply == nil {
      handlePropertyReply(kind, chunk, message, now: now, &output)
    } else if configuration.categories.contains(.properties) {
      handlePropertyRequest(kind, chunk, message, now: now, &output)
    } else {
      refuse(message, .notSupported, &output)
    }
  }

  private mutating func handlePropertyRequest(
    _ kind: CIPropertyKind, _ chunk: CIPropertyChunk, _ message: CIMessage, now: UInt64,
    _ output: inout CIOutput
  ) {
    let key = CIPropertyAssembler.Key(
      peer: message.source, kind: kind, requestID: chunk.requestID)
    switch assembler.take(key, chunk, now: now) {
    case .incomplete: break
    case .complete(let header, let body):
      let request = CIPropertyRequest(
        peer: message.source, address: message.address, kind: kind, header: header, body: body,
        requestID: chunk.requestID, version: message.version)
      output.events.append(.propertyRequest(request))
    case .rejected(let reason):
      output.events.append(.dropped(reason, from: message.source))
      guard let status = reason.status else { return }
      refuse(message, status, details: ProfileID(chunk.requestID, 0, 0, 0, 0), &output)
    }
  }

  private mutating func handlePropertyReply(
    _ kind: CIPropertyKind, _ chunk: CIPropertyChunk, _ message: CIMessage, now: UInt64,
    _ output: inout CIOutput
  ) {
    let index = openRequests.firstIndex {
      $0.isAnswered(by: message) && $0.propertyID == chunk.requestID
    }
    guard let index else {
      output.events.append(.dropped(.unexpected, from: message.source))
      return
    }
    let key = CIPropertyAssembler.Key(
      peer: message.source, kind: kind, requestID: chunk.requestID)
    switch assembler.take(key, chunk, now: now) {
    case .incomplete: openRequests[index].deadline = deadline(from: now)
    case .complete(let header, let body):
      let id = openRequests.remove(at: index).id
      output.events.append(.propertyReply(id, header: header, body: body))
    case .rejected(let reason):
      let request = openRequests.remove(at: index)
      output.events += [.dropped(reason, from: message.source), .abandoned(request.id)]
      if let status = reason.status { output.messages += close(request, status: status) }
    }
  }

  /// Answers to a request of property exchange.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - request: The request as the event had it.
  ///   - header: The header, JSON, in bytes below 128.
  ///   - body: The body, JSON or data in the encoding of the header, in bytes below 128.
  /// - Returns: The messages to send, in order.
  /// - Throws: An error if the answer cannot be sent.
  public func answer(
    _ request: CIPropertyRequest, header: [UInt8], body: [UInt8] = []
  ) throws(CIDeviceError) -> [CIMessage] {
    guard let kind = request.kind.reply else { throw .notAnInquiry }
    return try propertyMessages(
      kind, request.requestID, header: header, body: body, to: request.peer,
      address: request.address)
  }

  /// Refuses a request of property exchange.
  ///
  /// Thread: control.
  public func refuse(_ request: CIPropertyRequest, status: CIStatus) -> CIMessage {
    message(
      .refuse(acknowledgement(of: request, status: status)), to: request.peer,
      address: request.address, version: request.version)
  }

  /// Asks the other device to wait for the answer, up to 12.7 s.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - request: The request as the event had it.
  ///   - count: The time in units of 100 ms.
  /// - Returns: The message to send; nil for a device of version 1, which does not support it.
  public func wait(
    _ request: CIPropertyRequest, hundredsOfMilliseconds count: UInt7
  ) -> CIMessage? {
    guard min(request.version, configuration.version) >= 2 else { return nil }
    return message(
      .acknowledge(acknowledgement(of: request, status: .wait, data: count)), to: request.peer,
      address: request.address, version: request.version)
  }

  private func acknowledgement(
    of request: CIPropertyRequest, status: CIStatus, data: UInt7 = 0
  ) -> CIAcknowledgement {
    CIAcknowledgement(
      subID2: request.kind.subID2, status: status, statusData: data,
      details: ProfileID(request.requestID, 0, 0, 0, 0))
  }
}

extension CIDropReason {
  /// The answer to the sender; nil for none.
  var status: CIStatus? {
    switch self {
    case .chunkOutOfSequence: .chunkOutOfSequence
    case .tooManyProperties: .busy
    case .propertyTooLong: .terminate
    case .timedOut: .timedOut
    default: nil
    }
  }
}
