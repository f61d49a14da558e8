import Glibc
import Synchronization
import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct PatchTests {
    /// A graph of a tone and an effect, each a separate client.
    private struct Pair {
      let instances: [Instance]
      let graph: Graph
      let tone: Graph.NodeID
      let effect: Graph.NodeID
      let output: Graph.NodeID
      let keys: Graph.NodeID

      init() throws {
        instances = [try TestExtension.sine.start(), try TestExtension.delay.start()]
        var graph = Graph()
        tone = graph.add(.instance(instances[0]), name: "tone")
        effect = graph.add(.instance(instances[1]), name: "echo")
        output = graph.add(.audioOutput(channelCount: 2), name: "out")
        keys = graph.add(.midiInput, name: "keys")
        graph.connect(tone, to: effect)
        graph.connect(effect, to: output)
        graph.connectMIDI(keys, to: tone)
        self.graph = graph
      }

      func options(_ server: JACKServer) -> JACKGraphEngine.Options {
        var options = JACKGraphEngine.Options()
        options.clients = .each
        options.serverName = server.name
        options.rules = [
          output: [PortRule(pattern: "system:playback_*")], keys: [PortRule(pattern: "key*:*")],
        ]
        return options
      }

      func end() { instances.forEach { $0.terminate() } }
    }

    @Test func connectionsByAnotherProgramAreInTheGraph() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let pair = try Pair()
      defer { pair.end() }
      let log = PatchLog()
      var options = pair.options(server)
      options.onPatch = { log.note($0) }
      let engine = try JACKGraphEngine(pair.graph, options: options)
      defer { engine.stop() }
      #expect(
        engine.connections == [
          .init("tone:out_1", "echo:in_1"), .init("tone:out_2", "echo:in_2"),
          .init("echo:out_1", PipeWire.playback[0]), .init("echo:out_2", PipeWire.playback[1]),
        ])
      let user = try JACKClient(name: "user", serverName: server.name)
      defer { user.close() }
      let connection = Graph.AudioConnection(pair.tone, to: pair.effect)

      try user.disconnect(from: "tone:out_1", to: "echo:in_1")
      try user.disconnect(from: "tone:out_2", to: "echo:in_2")
      #expect(eventually { !engine.graph.audioConnections.contains(connection) })
      try user.connect(from: "tone:out_1", to: "echo:in_1")
      try user.connect(from: "tone:out_2", to: "echo:in_2")
      #expect(eventually { engine.graph.audioConnections.contains(connection) })

      // A connection of a single channel is not part of the graph, and is reported as it is in
      // JACK.
      try user.connect(from: "tone:out_1", to: "echo:in_2")
      let crossed = JACKPatch(node: pair.tone, port: "out_1", other: "echo:in_2", isInput: false)
      #expect(eventually { engine.patches == [crossed] })
      #expect(eventually { log.made.contains(crossed) })

      // An edit keeps the user's connections.
      var edited = engine.graph
      edited.disconnect(pair.tone, from: pair.effect)
      try engine.update(edited)
      #expect(engine.connections.contains(.init("tone:out_1", "echo:in_2")))
      #expect(eventually { (try? user.connections(of: "tone:out_2").isEmpty) == true })
    }

    @Test func aRuleFindsNewPortsAndRespectsRemovalsByTheUser() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let pair = try Pair()
      defer { pair.end() }
      let log = PatchLog()
      var options = pair.options(server)
      options.onPatch = { log.note($0) }
      let engine = try JACKGraphEngine(pair.graph, options: options)
      defer { engine.stop() }
      let keyboard = try Keyboard(server)
      let first = JACKEngineConnection("keyboard:out", "tone:midi_in")
      #expect(eventually { engine.connections.contains(first) })
      // It disappears with its port, and returns.
      keyboard.close()
      #expect(eventually { !engine.connections.contains(first) })
      let again = try Keyboard(server)
      defer { again.close() }
      #expect(eventually { engine.connections.contains(first) })

      #expect(
        eventually {
          (try? again.client.connections(of: "keyboard:out")) == ["tone:midi_in"]
        })
      // PipeWire reports a port up to some tenths of a second after its creation; connections
      // removed from a new port are made again.
      if PipeWire.wanted != nil { usleep(700_000) }
      try again.client.disconnect(from: "keyboard:out", to: "tone:midi_in")
      #expect(eventually { !engine.connections.contains(first) })
      let other = try JACKClient(name: "key2", serverName: server.name)
      defer { other.close() }
      _ = try other.registerPort("out", kind: .midi, direction: .output)
      try other.activate()
      #expect(eventually { engine.connections.contains(.init("key2:out", "tone:midi_in")) })
      #expect(!engine.connections.contains(first))
      #expect(try again.client.connections(of: "keyboard:out").isEmpty)
    }

    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func aServerThatReturnsFindsItsConnections(clients: JACKGraphEngine.Clients) throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let pair = try Pair()
      defer { pair.end() }
      var options = pair.options(server)
      options.clients = clients
      let engine = try JACKGraphEngine(pair.graph, options: options)
      defer { engine.stop() }
      let user = try JACKClient(name: "user", serverName: server.name)
      let output = clients == .one ? "Tenuto:out_1" : "echo:out_1"
      try user.connect(from: output, to: PipeWire.playback[1])
      user.close()
      let made = JACKEngineConnection(output, PipeWire.playback[1])
      #expect(eventually { engine.connections.contains(made) })
      let expected = engine.connections
      let before = engine.reading.cycles

      server.kill()
      #expect(eventually { engine.connections == expected && !engine.isOpen })
      try server.restart(sampleRate: 44100)
      #expect(eventually { engine.isOpen && engine.reading.cycles > before + 20 })
      #expect(engine.serverFormat.sampleRate == 44100)
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      for connection in expected {
        // PipeWire reports connections to a new client with a delay.
        #expect(
          eventually {
            (try? observer.connections(of: connection.source))?.contains(connection.destination)
              == true
          }, "\(connection)")
      }
      #expect(pair.instances.allSatisfy { $0.process.exit == nil })
    }

    /// As a machine that was suspended, or a sound card that did not answer.
    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func aServerThatStandsStillForSecondsGoesOn(clients: JACKGraphEngine.Clients) throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let pair = try Pair()
      defer { pair.end() }
      var options = pair.options(server)
      options.clients = clients
      let engine = try JACKGraphEngine(pair.graph, options: options)
      defer { engine.stop() }
      let log = EventLog(engine)
      #expect(eventually { engine.reading.cycles > 20 })
      let expected = engine.connections
      #expect(!engine.isStalled && !log.contains { $0 == .serverStalled })

      kill(server.pid, SIGSTOP)
      // Cycles that had begun end.
      var before = engine.reading.cycles
      #expect(
        eventually {
          usleep(200_000)
          defer { before = engine.reading.cycles }
          return engine.reading.cycles == before
        })
      #expect(eventually { engine.isStalled && log.contains { $0 == .serverStalled } })
      let during = engine.reading.cycles
      kill(server.pid, SIGCONT)
      #expect(during == before)
      #expect(eventually { !engine.isStalled && log.contains { $0 == .serverResumed } })
      #expect(eventually { engine.reading.cycles > during + 50 })
      #expect(engine.isOpen && engine.connections == expected)
      #expect(pair.instances.allSatisfy { $0.process.exit == nil })
    }
  }
}

/// The user's connections so far.
final class PatchLog: Sendable {
  private let changes = Mutex<[JACKPatchChange]>([])

  func note(_ change: JACKPatchChange) { changes.withLock { $0.append(change) } }

  var made: Set<JACKPatch> {
    changes.withLock { changes in Set(changes.flatMap(\.made)) }
  }
}
