extension CIDevice {
  /// Discovers other devices; `peerFound` reports each, and `discoveryEnded` the end.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - outputPathID: On which of its outputs the program sends the message.
  ///   - now: The time in nanoseconds, by any clock that does not go back.
  /// - Returns: The request; send its messages.
  /// - Throws: `tooManyRequests`.
  public mutating func discover(
    outputPathID: UInt7 = 0, now: UInt64
  ) throws(CIDeviceError) -> CIRequest {
    let version = configuration.version
    let discovery = configuration.discovery(
      isReply: false, outputPathID: outputPathID, version: version)
    let id = try newRequestID()
    openRequests.append(
      CIOpenRequest(
        id: id, peer: .broadcast, address: .functionBlock, subID2: 0x70,
        replies: [], deadline: deadline(from: now)))
    return CIRequest(id: id, messages: [message(.discovery(discovery), to: .broadcast)])
  }

  /// Asks another device something, but for properties.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - body: An inquiry about the endpoint, profiles, capabilities or state, or a profile to be
  ///     switched on or off.
  ///   - peer: The device to ask.
  ///   - address: The part of the device.
  ///   - now: The time in nanoseconds, by any clock that does not go back.
  /// - Returns: The request; send its messages.
  /// - Throws: `unknownPeer`, `notAnInquiry` or `tooManyRequests`.
  public mutating func inquire(
    _ body: CIBody, of peer: MUID, address: CIAddress = .functionBlock, now: UInt64
  ) throws(CIDeviceError) -> CIRequest {
    guard peers[peer] != nil else { throw .unknownPeer }
    guard let replies = body.replies else { throw .notAnInquiry }
    let id = try newRequestID()
    openRequests.append(
      CIOpenRequest(
        id: id, peer: peer, address: address, subID2: body.subID2,
        replies: replies, profile: body.profile, deadline: deadline(from: now)))
    return CIRequest(id: id, messages: [message(body, to: peer, address: address)])
  }

  /// Gets or sets a property of another device, or subscribes to it.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - kind: Get, set or subscription.
  ///   - header: The header, JSON, in bytes below 128.
  ///   - body: The body, JSON or data in the encoding of the header, in bytes below 128.
  ///   - peer: The device to ask.
  ///   - address: The part of the device.
  ///   - now: The time in nanoseconds, by any clock that does not go back.
  /// - Returns: The request; send its messages.
  /// - Throws: An error if the request cannot be sent.
  public mutating func requestProperty(
    _ kind: CIPropertyKind, header: [UInt8], body: [UInt8] = [], of peer: MUID,
    address: CIAddress = .functionBlock, now: UInt64
  ) throws(CIDeviceError) -> CIRequest {
    guard let reply = kind.reply else { throw .notAnInquiry }
    guard peers[peer] != nil else { throw .unknownPeer }
    let requestID = try freePropertyID(for: peer)
    let messages = try propertyMessages(
      kind, requestID, header: header, body: body, to: peer, address: address)
    let id = try newRequestID()
    openRequests.append(
      CIOpenRequest(
        id: id, peer: peer, address: address, subID2: kind.subID2,
        replies: [reply.subID2], propertyID: requestID, deadline: deadline(from: now)))
    return CIRequest(id: id, messages: messages)
  }

  /// Abandons a request; the returned messages, if any, inform the other device.
  ///
  /// Thread: control.
  public mutating func cancel(_ id: CIRequestID) -> [CIMessage] {
    guard let index = openRequests.firstIndex(where: { $0.id == id }) else { return [] }
    return close(openRequests.remove(at: index), status: .terminate)
  }

  /// Drops the chunks of an answer, and returns the message that stops the other device.
  mutating func close(_ request: CIOpenRequest, status: CIStatus) -> [CIMessage] {
    guard let requestID = request.propertyID, let kind = CIPropertyKind(subID2: request.subID2)
    else { return [] }
    if let reply = kind.reply {
      assembler.drop(
        CIPropertyAssembler.Key(peer: request.peer, kind: reply, requestID: requestID))
    }
    let refusal = CIAcknowledgement(
      subID2: request.subID2, status: status, details: ProfileID(requestID, 0, 0, 0, 0))
    return [message(.refuse(refusal), to: request.peer, address: request.address)]
  }

  /// Returns the messages of property exchange, split for the receiving device.
  func propertyMessages(
    _ kind: CIPropertyKind, _ requestID: UInt7, header: [UInt8], body: [UInt8], to peer: MUID,
    address: CIAddress
  ) throws(CIDeviceError) -> [CIMessage] {
    // The standard requires at least 512 from every device with properties.
    let size = peers[peer]?.discovery.maximumSysExSize.intValue ?? 512
    let chunks = try CIPropertySplitter.chunks(
      requestID: requestID, header: header, body: body, maximumSysExSize: size)
    return chunks.map { message(.property(kind, $0), to: peer, address: address) }
  }

  private func freePropertyID(for peer: MUID) throws(CIDeviceError) -> UInt7 {
    let used = Set(openRequests.lazy.filter { $0.peer == peer }.compactMap(\.propertyID))
    let limit = peers[peer]?.simultaneousPropertyRequests?.intValue ?? 127
    guard used.count < max(limit, 1),
      let free = (UInt7.min...UInt7.max).first(where: { !used.contains($0) })
    else { throw .tooManyRequests }
    return free
  }
}
