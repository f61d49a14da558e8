import TenutoMIDIMessages
import Testing

@Suite struct UMPEndpointTests {
  private func synthesiser() -> UMPEndpoint {
    var endpoint = UMPEndpoint(name: "Synthétiseur à mots", protocols: [.midi1, .midi2])
    endpoint.identity = GoldenStreamTests.identity
    endpoint.productInstanceID = "SN-0001"
    endpoint.jitterReduction = .receives
    for number in 0..<3 as Range<UInt8> {
      let info = FunctionBlockInfo(
        number: UInt7(number), direction: .bidirectional, firstGroup: number, groupCount: 1)
      endpoint.functionBlocks.append(UMPFunctionBlock(info, name: "Voix n° \(number) du moulin"))
    }
    return endpoint
  }

  @Test func anObserverLearnsAllThatAnEndpointIs() {
    var endpoint = synthesiser()
    var observer = UMPEndpointObserver()
    for question in UMPEndpointObserver.questions {
      for answer in endpoint.answer(UMPMessage(question)) { observer.take(UMPMessage(answer)) }
    }
    #expect(observer.endpoint == endpoint)
    #expect(observer.functionBlockCount == 3)
  }

  @Test func onlyRequestedInformationIsSent() {
    var endpoint = synthesiser()
    let question = StreamMessage.endpointDiscovery(version: .current, filter: .deviceIdentity)
    #expect(
      endpoint.answer(.stream(question)) == [
        StreamMessage.deviceIdentity(GoldenStreamTests.identity).ump
      ])
    let second = StreamMessage.functionBlockDiscovery(number: 1, filter: .info)
    #expect(
      endpoint.answer(.stream(second)) == [
        StreamMessage.functionBlockInfo(endpoint.functionBlocks[1].info).ump
      ])
    #expect(endpoint.answer(.stream(.startOfClip)).isEmpty)
    #expect(endpoint.answer(.utility(.noOperation)).isEmpty)
  }

  @Test func theProtocolIsNegotiated() {
    var endpoint = synthesiser()
    #expect(endpoint.configuration.umpProtocol == .midi2)
    let request = StreamConfiguration(
      umpProtocol: .midi1, jitterReduction: [.receives, .transmits])
    let granted = StreamConfiguration(umpProtocol: .midi1, jitterReduction: .receives)
    #expect(
      endpoint.answer(.stream(.streamConfigurationRequest(request)))
        == [StreamMessage.streamConfigurationNotification(granted).ump])
    #expect(endpoint.configuration == granted)
    let unknown = StreamConfiguration(
      umpProtocol: UMPProtocol(rawValue: 9), jitterReduction: [])
    #expect(
      endpoint.answer(.stream(.streamConfigurationRequest(unknown)))
        == [StreamMessage.streamConfigurationNotification(granted).ump])
  }

  @Test func blocksThatCannotBeAreNotKept() {
    var observer = UMPEndpointObserver()
    for number in 0..<128 as Range<UInt8> {
      let info = FunctionBlockInfo(
        number: UInt7(number), direction: .input, firstGroup: 0, groupCount: 1)
      observer.take(.stream(.functionBlockInfo(info)))
    }
    #expect(observer.endpoint.functionBlocks.count == 32)
  }
}
