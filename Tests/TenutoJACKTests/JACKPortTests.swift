import Glibc
import Testing

@testable import TenutoJACK

extension JACKTests {
  @Suite(.serialized) struct PortTests {
    @Test func portsAppearWithPrettyNamesAndOrder() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      let watcher = try JACKClient(name: "watcher", serverName: server.name)
      defer { watcher.close() }
      let left = try client.registerPort(
        "out_1", kind: .audio, direction: .output, flags: .terminal)
      let midi = try client.registerPort("midi_in", kind: .midi, direction: .input)
      try client.setPrettyName("Left", of: left)
      try client.setOrder(7, of: left)
      try client.setPrettyName("Keys", of: midi)
      try client.setPrettyName("Sawtooth 1")
      try client.setIconName("audio-card")

      #expect(try client.name(of: left) == "one:out_1")
      #expect(try watcher.ports(matching: "^one:") == ["one:out_1", "one:midi_in"])
      #expect(try watcher.ports(matching: "^one:", kind: .midi) == ["one:midi_in"])
      #expect(try watcher.flags(ofPortNamed: "one:out_1") == [.output, .terminal])
      #expect(try watcher.property(.prettyName, ofPortNamed: "one:out_1") == "Left")
      #expect(try watcher.property(.order, ofPortNamed: "one:out_1") == "7")
      #expect(try watcher.property(.prettyName, ofPortNamed: "one:midi_in") == "Keys")
      #expect(try watcher.property(.prettyName, ofClientNamed: "one") == "Sawtooth 1")

      try client.unregisterPort(midi)
      #expect(try watcher.ports(matching: "^one:") == ["one:out_1"])
      client.close()
      #expect(try watcher.ports(matching: "^one:").isEmpty)
    }

    /// All servers of a user share one property database, keyed by port number, which an ending
    /// server removes: any JACK server here may spoil an attempt, so there are five.
    @Test func propertiesReachOtherProcessesAndGoOnClose() throws {
      let name = "Tenuto \(getpid())"
      let isRight = try (0..<5).contains { _ in
        let server = try JACKServer()
        defer { server.stop() }
        let arguments = ["env", "JACK_DEFAULT_SERVER=\(server.name)", "jack_property", "-l"]
        let client = try JACKClient(name: "one", serverName: server.name)
        defer { client.close() }
        let port = try client.registerPort("out", kind: .audio, direction: .output)
        try client.setPrettyName(name, of: port)
        let isSeen = try JACKServer.output(of: arguments).contains(name)
        client.close()
        return try isSeen && !JACKServer.output(of: arguments).contains(name)
      }
      #expect(isRight)
    }

    @Test func badPortNamesAreRefused() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      _ = try client.registerPort("a", kind: .audio, direction: .output)
      let error = #expect(throws: JACKError.self) {
        _ = try client.registerPort("a", kind: .audio, direction: .output)
      }
      #expect(error?.code == .portRegistrationFailed)
      for byteCount in [260, 400] {
        let long = #expect(throws: JACKError.self) {
          _ = try client.registerPort(
            String(repeating: "x", count: byteCount), kind: .audio, direction: .output)
        }
        #expect(long?.code == .invalidName)
      }
      #expect(try client.ports(matching: "^one:") == ["one:a"])
    }

    @Test func connectionsAreMadeFoundAndBroken() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let audio = try client.registerPort("a", kind: .audio, direction: .output)
      let midi = try client.registerPort("m", kind: .midi, direction: .output)
      try client.activate()
      let speakers = try client.physicalPlaybackPorts()
      #expect(speakers == ["system:playback_1", "system:playback_2"])
      let source = try client.name(of: audio)
      try client.connect(from: source, to: speakers[0])
      try client.connect(from: source, to: speakers[0])
      #expect(try client.connections(of: source) == [speakers[0]])
      try client.disconnect(from: source, to: speakers[0])
      try client.disconnect(from: source, to: speakers[0])
      #expect(try client.connections(of: source).isEmpty)

      let missing = #expect(throws: JACKError.self) {
        try client.connect(from: source, to: "nobody:in")
      }
      #expect(missing?.code == .noSuchPort)
      #expect(missing?.message.contains("nobody:in") == true)
      let otherKind = try client.name(of: midi)
      let wrong = #expect(throws: JACKError.self) {
        try client.connect(from: otherKind, to: speakers[0])
      }
      #expect(wrong?.code == .connectionFailed)
    }

    @Test func latencyIsReportedThroughAChain() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      let inputs = [try client.registerPort("in", kind: .audio, direction: .input)]
      let outputs = [try client.registerPort("out", kind: .audio, direction: .output)]
      var wanted = JACKNotifications()
      wanted.latency = { [weak client] direction in
        try? client?.reportLatency(100, inputs: inputs, outputs: outputs, direction)
      }
      try client.setNotifications(wanted)
      try client.activate()
      let after = try JACKClient(name: "after", serverName: server.name)
      let end = try after.registerPort("in", kind: .audio, direction: .input)
      try after.activate()
      try client.connect(from: "system:capture_1", to: "one:in")
      try client.connect(from: "one:out", to: "after:in")
      try client.recomputeLatencies()
      let isRight = eventually {
        guard let before = try? client.latency(of: inputs[0], .capture),
          let behind = try? after.latency(of: end, .capture)
        else { return false }
        return before.maximum > 0 && behind.maximum == before.maximum + 100
      }
      #expect(isRight)
      after.close()
      client.close()
    }

    @Test func latencyRangeCoversAllInputs() {
      let ranges = [
        JACKLatencyRange(minimum: 10, maximum: 20), JACKLatencyRange(minimum: 5, maximum: 7),
      ]
      #expect(
        JACKLatencyRange(covering: ranges, plus: 3) == JACKLatencyRange(minimum: 8, maximum: 23))
      #expect(JACKLatencyRange(covering: [], plus: 3) == JACKLatencyRange(minimum: 3, maximum: 3))
    }
  }
}
