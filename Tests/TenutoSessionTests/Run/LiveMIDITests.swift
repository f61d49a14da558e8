import TenutoCore
import TenutoJACKEngine
import TenutoRender
import TenutoSystem
import Testing

@testable import TenutoSession

/// Controllers from JACK.
@Suite(.serialized, .enabled(if: JACKServer.isUsable, "jackd is not installed"))
struct LiveMIDITests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder(["Sawtooth"]) }

  /// A MIDI input without a connection, and a MIDI input that plays an instrument.
  private var session: Session {
    var session = Session(name: "live")
    session.nodes = [
      SessionNode("knobs", .midiInput(ports: [PortPattern("keyboard:*")])),
      SessionNode("keys", .midiInput(ports: [])),
      SessionNode("saw", .component("aumu saw1 Tnto")),
      SessionNode("out", .audioOutput(channelCount: 2, ports: [])),
    ]
    session.midiConnections = [MIDILink("keys", to: "saw")]
    session.connections = [AudioLink("saw", to: "out")]
    session.maps = [
      ControllerMap(controller: 74, node: "saw", parameter: "cutoff"),
      // Another input's controllers change nothing.
      {
        var map = ControllerMap(controller: 74, node: "saw", parameter: "resonance")
        map.input = "keys"
        return map
      }(),
    ]
    return session
  }

  private func run(
    _ clients: JACKGraphEngine.Clients, _ server: JACKServer
  ) throws -> RunningSession {
    var options = JACKGraphEngine.Options()
    options.clients = clients
    options.serverName = server.name
    let chosen = options
    return try RunningSession(
      session, file: nil, options: folder.options,
      makeEngine: { order throws(HostError) in
        try JACKGraphEngine(order, EngineSettings(), chosen)
      })
  }

  @Test(arguments: [JACKGraphEngine.Clients.one, .each])
  func aControllerMovesItsTargetAndCanBeLearned(_ clients: JACKGraphEngine.Clients) throws {
    let server = try JACKServer()
    defer { server.stop() }
    let keyboard = try Keyboard(server)
    defer { keyboard.close() }
    let running = try run(clients, server)
    defer { running.end() }
    let cutoff = try running.parameter("cutoff", of: "saw")
    let resonance = try running.parameter("resonance", of: "saw")
    let still = running.value(resonance, of: "saw")
    /// Sends a controller until a condition holds: PipeWire connects with a delay, and a late
    /// client loses a message.
    func turn(_ controller: UInt8, to value: UInt8, until condition: () -> Bool) -> Bool {
      eventually {
        keyboard.play(status: 0xB2, key: controller, velocity: value)
        return condition()
      }
    }
    func isAt(_ parameter: Parameter, _ value: Float) -> Bool {
      running.value(parameter, of: "saw") == value
    }
    #expect(turn(74, to: 127) { isAt(cutoff, cutoff.range.upperBound) })
    #expect(turn(74, to: 0) { isAt(cutoff, cutoff.range.lowerBound) })
    #expect(running.value(resonance, of: "saw") == still)
    // The extension has received it as well.
    let instance = try #require(running.status(of: "saw")?.instance)
    #expect(
      eventually {
        (try? instance.values())?.contains(ParameterValue(cutoff.address, cutoff.range.lowerBound))
          == true
      })

    try running.learn(node: "saw", parameter: "resonance")
    #expect(turn(20, to: 64) { running.session.maps.contains { $0.controller == 20 } })
    let learned = try #require(running.session.maps.first { $0.controller == 20 })
    #expect(learned.input == "knobs" && learned.channel == 2 && learned.parameter == "resonance")
    #expect(turn(20, to: 127) { isAt(resonance, resonance.range.upperBound) })
  }
}
