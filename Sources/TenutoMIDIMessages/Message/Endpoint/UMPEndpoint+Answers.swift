public import TenutoMIDI
extension UMPEndpoint {
  /// Returns the packets that answer a message; none if it is not an inquiry.
  ///
  /// Thread: control. A request for a protocol that the endpoint can speak changes
  /// `configuration`; any request is answered with the configuration that holds from then on.
  public mutating func answer(_ message: UMPMessage) -> [UMP] {
    guard case .stream(let message) = message else { return [] }
    switch message {
    case .endpointDiscovery(_, let filter): return describe(filter)
    case .functionBlockDiscovery(let number, let filter): return describe(number, filter)
    case .streamConfigurationRequest(let request):
      configure(request)
      return [StreamMessage.streamConfigurationNotification(configuration).ump]
    default: return []
    }
  }

  private func describe(_ filter: EndpointDiscoveryFilter) -> [UMP] {
    var packets: [UMP] = []
    if filter.contains(.endpointInfo) { packets.append(StreamMessage.endpointInfo(info).ump) }
    if filter.contains(.deviceIdentity), let identity {
      packets.append(StreamMessage.deviceIdentity(identity).ump)
    }
    if filter.contains(.endpointName), !name.isEmpty {
      packets += StreamText(.endpointName, name).packets
    }
    if filter.contains(.productInstanceID), !productInstanceID.isEmpty {
      packets += StreamText(.productInstanceID, productInstanceID).packets
    }
    if filter.contains(.streamConfiguration) {
      packets.append(StreamMessage.streamConfigurationNotification(configuration).ump)
    }
    return packets
  }

  private func describe(_ number: UInt8, _ filter: FunctionBlockFilter) -> [UMP] {
    let blocks = functionBlocks.filter { number == 0xFF || $0.info.number.rawValue == number }
    return blocks.flatMap { block in
      let info = filter.contains(.info) ? [StreamMessage.functionBlockInfo(block.info).ump] : []
      guard filter.contains(.name), !block.name.isEmpty else { return info }
      let kind = StreamTextKind.functionBlockName(block.info.number.rawValue)
      return info + StreamText(kind, block.name).packets
    }
  }

  private mutating func configure(_ request: StreamConfiguration) {
    let isSpoken =
      switch request.umpProtocol {
      case .midi1: protocols.contains(.midi1)
      case .midi2: protocols.contains(.midi2)
      default: false
      }
    guard isSpoken else { return }
    configuration = StreamConfiguration(
      umpProtocol: request.umpProtocol,
      jitterReduction: request.jitterReduction.intersection(jitterReduction))
  }
}
