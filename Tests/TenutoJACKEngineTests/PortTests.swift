import TenutoCore
import TenutoRender
import Testing

@testable import TenutoJACK
@testable import TenutoJACKEngine

extension JACKEngineTests {
  /// The fixture `late` has a side chain, and a latency of 37 frames.
  @Suite(.serialized) struct PortTests {
    @Test func aSideChainHasSeparatePorts() throws {
      #expect(
        try inputs(BusLayout(inputs: [2, 1], outputs: [2]))
          == ["Late:in_1", "Late:in_2", "Late:in_side_chain_1"])
    }

    @Test func portsAreCalledByTheirPlaceInTheirBus() {
      func names(_ count: Int, in group: String?) -> [String] {
        (0..<count).map { NodePortPlan.channelName($0, of: count, in: group) }
      }
      #expect(names(1, in: nil) == ["Mono"])
      #expect(names(2, in: nil) == ["Left", "Right"])
      #expect(names(3, in: nil) == ["Channel 1", "Channel 2", "Channel 3"])
      #expect(names(1, in: "Side Chain") == ["Side Chain"])
      #expect(names(2, in: "Side Chain") == ["Side Chain Left", "Side Chain Right"])
      #expect(names(3, in: "Wide") == ["Wide 1", "Wide 2", "Wide 3"])
    }

    @Test(arguments: [
      ("sawtooth", "Sawtooth", "Sawtooth"), ("sawtooth-2", "Sawtooth", "Sawtooth 2"),
      ("lead", "Sawtooth", "Sawtooth (lead)"), ("warm-pad", "Warm Pad", "Warm Pad"),
    ])
    func clientsAreCalledByTheirComponents(node: String, component: String, name: String) {
      #expect(NodePrettyName.make(node, component: component) == name)
      #expect(NodePrettyName.make(node, component: nil) == node)
    }

    @Test func anOmittedBusHasNoPorts() throws {
      #expect(
        try inputs(BusLayout(inputs: [2, 0], outputs: [2])) == ["Late:in_1", "Late:in_2"])
    }

    private func inputs(_ layout: BusLayout) throws -> [String] {
      let server = try JACKServer()
      defer { server.stop() }
      let chain = [try TestExtension.sine.start(), try TestExtension.routing("aufx late Test")]
      defer { chain.forEach { $0.terminate() } }
      try chain[1].setLayout(layout)
      let engine = try ChainEngine(chain, serverName: server.name)
      defer { engine.stop() }
      #expect(
        engine.connections == [
          .init("Sine:out_1", "Late:in_1"), .init("Sine:out_2", "Late:in_2"),
        ])
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      return try observer.ports(matching: "Late:", flags: .input)
    }

    @Test func theLatencyOfAnInstanceIsReportedBothWays() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let instance = try TestExtension.routing("aufx late Test")
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], connectsHardware: true, serverName: server.name)
      defer { engine.stop() }
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      for channel in 1...2 {
        try observer.connect(from: "system:capture_\(channel)", to: "Late:in_\(channel)")
      }
      let heard = try #require(latency(server, "system:capture_1", "capture"))
      let played = try #require(latency(server, "system:playback_1", "playback"))
      #expect(eventually { latency(server, "Late:out_1", "capture") == heard + 37 })
      #expect(eventually { latency(server, "Late:in_1", "playback") == played + 37 })
    }

    /// The latency of a port as another program reads it: the longest path, in frames.
    private func latency(_ server: JACKServer, _ port: String, _ direction: String) -> Int? {
      let text = try? JACKServer.output(of: ["jack_lsp", "-s", server.name, "-l", port])
      let line = text?.split(separator: "\n").first { $0.contains("\(direction) latency") }
      return line?.split(separator: " ").compactMap { Int($0) }.last
    }
  }
}
