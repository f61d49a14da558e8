internal import TenutoMIDI
internal import TenutoMIDIMessages

/// Endpoint and function block discovery between a session and its peers (M2-104-UM, 7.1).
extension NetworkMIDI2Core {
  /// The most packets that may wait for a peer whose request is answered.
  private static let maximumBacklog = 1024

  /// Requests a peer's endpoint and function blocks, if the session is an endpoint itself.
  func discover(_ peer: NetworkMIDI2Peer, at now: UInt64) {
    peer.endpoint = endpoint
    guard endpoint != nil else { return }
    for question in UMPEndpointObserver.questions { _ = peer.enqueue(question, at: now) }
  }

  /// Handles a packet of discovery; returns whether it was a request that the session has answered.
  mutating func answersDiscovery(
    _ ump: UMP, of peer: NetworkMIDI2Peer, at now: UInt64
  ) -> Bool {
    guard ump.messageType == 0xF else { return false }
    let message = UMPMessage(ump)
    if peer.observer.take(message) {
      peer.isDiscovered = true
      effects.append(.peersChanged)
    }
    guard case .stream(let stream) = message, peer.endpoint != nil else { return false }
    switch stream {
    case .endpointDiscovery, .functionBlockDiscovery, .streamConfigurationRequest: break
    default: return false
    }
    // A peer that sends requests faster than it receives the answers gets no answers.
    guard peer.outgoing.waitingCount < Self.maximumBacklog else { return true }
    for answer in peer.endpoint?.answer(message) ?? [] { _ = peer.enqueue(answer, at: now) }
    return true
  }
}
