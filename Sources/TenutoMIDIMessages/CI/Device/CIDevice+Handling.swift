extension CIDevice {
  /// Handles a message for this device.
  mutating func handle(_ message: CIMessage, now: UInt64, _ output: inout CIOutput) {
    switch message.body {
    case .discovery(let discovery): handleDiscovery(discovery, message, &output)
    case .discoveryReply(let discovery): handleDiscoveryReply(discovery, message, &output)
    case .acknowledge(let acknowledgement):
      handleAcknowledgement(acknowledgement, message, now: now, &output)
    case .refuse(let refusal): handleRefusal(refusal, message, &output)
    case .invalidate: break  // Handled before, for any destination.
    case .property(let kind, let chunk): handleProperty(kind, chunk, message, now: now, &output)
    case .profileAdded, .profileRemoved, .profileData: output.events.append(.notice(message))
    default:
      if Self.isInquiry(message.body.subID2) {
        answerInquiry(message, &output)
      } else {
        handleReply(message, now: now, &output)
      }
    }
  }

  private mutating func handleDiscovery(
    _ discovery: CIDiscovery, _ message: CIMessage, _ output: inout CIOutput
  ) {
    remember(discovery, of: message, &output)
    let version = max(min(message.version, configuration.version), 1)
    let reply = configuration.discovery(
      isReply: true, outputPathID: discovery.outputPathID ?? 0, version: version)
    output.messages.append(
      self.message(
        .discoveryReply(reply), to: message.source, address: .functionBlock, version: version))
  }

  private mutating func handleDiscoveryReply(
    _ discovery: CIDiscovery, _ message: CIMessage, _ output: inout CIOutput
  ) {
    if let known = peers[message.source], known.discovery.identity != discovery.identity {
      // Two devices have the same number, and neither may keep it.
      output.messages.append(self.message(.invalidate(message.source), to: .broadcast))
      lose(message.source, &output)
      return
    }
    remember(discovery, of: message, &output)
  }

  private mutating func remember(
    _ discovery: CIDiscovery, of message: CIMessage, _ output: inout CIOutput
  ) {
    let known = peers[message.source]
    guard known != nil || peers.count < configuration.limits.peerCount else {
      output.events.append(.dropped(.tooManyPeers, from: message.source))
      return
    }
    let peer = CIPeer(
      muid: message.source, version: message.version, discovery: discovery,
      simultaneousPropertyRequests: known?.simultaneousPropertyRequests)
    peers[message.source] = peer
    if known != peer { output.events.append(.peerFound(peer)) }
  }

  private mutating func handleReply(
    _ message: CIMessage, now: UInt64, _ output: inout CIOutput
  ) {
    if case .propertyReply(let capabilities) = message.body {
      peers[message.source]?.simultaneousPropertyRequests = capabilities.simultaneousRequests
    }
    guard let index = openRequests.firstIndex(where: { $0.isAnswered(by: message) }) else {
      handleUnasked(message, &output)
      return
    }
    output.events.append(.reply(openRequests[index].id, message))
    let isOpen =
      switch message.body {
      // One answer for each channel and group, the function block's last.
      case .profileReply: message.address != openRequests[index].address
      case .reportBegin: true
      default: false
      }
    if isOpen {
      openRequests[index].deadline = deadline(from: now)
    } else {
      openRequests.remove(at: index)
    }
  }

  private func handleUnasked(_ message: CIMessage, _ output: inout CIOutput) {
    switch message.body {
    case .profileEnabled, .profileDisabled: output.events.append(.notice(message))
    default: output.events.append(.dropped(.unexpected, from: message.source))
    }
  }

  private mutating func handleAcknowledgement(
    _ acknowledgement: CIAcknowledgement?, _ message: CIMessage, now: UInt64,
    _ output: inout CIOutput
  ) {
    let index = openRequests.firstIndex {
      $0.isMeant(by: acknowledgement, from: message.source)
    }
    guard let index, let acknowledgement else {
      output.events.append(.notice(message))
      return
    }
    let wait = UInt64(acknowledgement.statusData.rawValue) * 100_000_000
    openRequests[index].deadline = now &+ max(wait, configuration.limits.timeout)
  }

  private mutating func handleRefusal(
    _ refusal: CIAcknowledgement?, _ message: CIMessage, _ output: inout CIOutput
  ) {
    if let refusal, let kind = CIPropertyKind(subID2: refusal.subID2),
      assembler.drop(
        CIPropertyAssembler.Key(
          peer: message.source, kind: kind, requestID: refusal.details.byte1))
    {
      output.events.append(.dropped(.givenUpBySender, from: message.source))
      return
    }
    let index = openRequests.firstIndex { $0.isMeant(by: refusal, from: message.source) }
    guard let index else {
      output.events.append(.notice(message))
      return
    }
    output.events.append(.refused(openRequests.remove(at: index).id, refusal))
  }
}
