import FoundationEssentials
import TenutoCore
import TenutoRender
import TenutoSupervision
import Testing

@testable import TenutoSession

struct FormTests {
  static func fixture(_ name: String) throws -> String {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try String(contentsOfFile: "/\(folder)/Fixtures/Sessions/\(name)", encoding: .utf8)
  }

  static func read(_ text: String) -> SessionReader {
    var reader = SessionReader(text, file: "song.yaml", name: "song") { _ in
      .failure(StateFault("is not there"))
    }
    reader.note(SessionCheck.faults(of: reader.session, unreadNodes: reader.unreadNodes))
    return reader
  }

  @Test("A hand-written session of form 2 is read correctly")
  func formTwo() throws {
    let reader = Self.read(try Self.fixture("form-2.yaml"))
    #expect(
      reader.problems.inTextOrder.map(\.description) == [
        "song.yaml:6:1: warning: 'colour' is not a key of a session and is kept as it is",
        "song.yaml:26:5: warning: 'knob' is not a key of a node and is kept as it is",
        "song.yaml:27:66: warning: 'shade' is not a key of a node and is kept as it is",
      ])
    let session = reader.session
    #expect(session.name == "The Band")
    #expect(session.engine.kind == .each)
    #expect(session.engine.deadlineShare == 0.7)
    #expect(session.engine.tempo == 96)
    #expect(
      session.nodes.map(\.name) == [
        "keys", "lead", "bass", "squash", "mix", "drums", "mic", "out", "take",
      ])
    #expect(session.node(named: "keys")?.kind == .midiInput(ports: [PortPattern("a2j:*nanoKEY*")]))
    #expect(session.node(named: "lead")?.parameters == ["cutoff": 800, "resonance": 0.25])
    #expect(session.node(named: "lead")?.preset == "Warm Pad")
    #expect(session.node(named: "bass")?.kind == .component("aumu saw1 Tnto"))
    let squash = try #require(session.node(named: "squash"))
    #expect(squash.layout == BusLayout(inputs: [2, 2], outputs: [2]))
    #expect((squash.spare, squash.deadlineShare) == (SparePolicy.none, 0.3))
    #expect(session.node(named: "mix")?.kind == .mixer(inputs: [2, 2, 1], outputChannelCount: 2))
    #expect(session.node(named: "mix")?.parameters == ["gain2": -3])
    #expect(
      session.node(named: "drums")?.kind == .fileInput(path: "loops/drums.wav", isLooped: true))
    #expect(session.node(named: "drums")?.isMuted == true)
    #expect(
      session.node(named: "mic")?.kind
        == .audioInput(channelCount: 1, ports: [PortPattern("system:capture_1")]))
    #expect(session.node(named: "take")?.kind == .fileOutput(path: "take.wav", channelCount: 2))
    #expect(
      session.connections == [
        AudioLink("lead", to: "squash"), AudioLink("bass", to: "squash", 1),
        AudioLink("squash", to: "mix"), AudioLink("drums", to: "mix", 1),
        AudioLink("mic", to: "mix", 2), AudioLink("mix", to: "out"), AudioLink("mix", to: "take"),
      ])
    #expect(
      session.midiConnections == [
        MIDILink("keys", to: "bass", filter: MIDIFilter(keys: 0...59, transpose: -12)),
        MIDILink(
          "keys", to: "lead", filter: MIDIFilter(channels: 3, outputChannel: 2, keys: 60...127)),
      ])
    #expect(
      session.jackConnections == [
        JACKLink(node: "lead", port: "out_1", other: PortPattern("meterbridge:in_1")),
        JACKLink(
          node: "squash", port: "in_side_chain_1", other: PortPattern("system:capture_2")),
      ])
    var maps = [
      ControllerMap(controller: 74, node: "lead", parameter: "cutoff"),
      ControllerMap(controller: 1, node: "mix", parameter: "gain1"),
    ]
    maps[0].range = 100...8000
    (maps[1].channel, maps[1].input, maps[1].isInverted) = (15, "keys", true)
    #expect(session.maps == maps)
  }

  @Test("An edit of a hand-written file changes only the affected lines")
  func minimalEdits() throws {
    let text = try Self.fixture("form-2.yaml")
    var session = Self.read(text).session
    session.name = "The Trio"
    session.engine.tempo = 100
    session.nodes[1].parameters["cutoff"] = 900
    session.nodes[2].isMuted = true
    session.nodes[4].kind = .mixer(inputs: [2, 2, 2], outputChannelCount: 2)
    session.connections.remove(at: 4)
    session.connections.append(AudioLink("lead", to: "take"))
    session.midiConnections[0].filter.transpose = -24
    session.maps[0].range = 50...8000
    let content = try SessionContent(session, name: "song", over: .init(text: text) { _ in nil })
    #expect(!content.hasLostComments)
    let changes = Self.difference(text, content.text)
    #expect(
      changes == [
        #"-name: "The Band"          # shown in the title"#,
        "+name: The Trio          # shown in the title",
        "-  tempo: 96", "+  tempo: 100",
        "-      cutoff: 800          # Hz", "+      cutoff: 900          # Hz",
        "-  bass: {component: aumu saw1 Tnto, parameters: {cutoff: 200.0}, shade: dark}",
        "+  bass:", "+    component: aumu saw1 Tnto", "+    parameters:", "+      cutoff: 200",
        "+    mute: true", "+    shade: dark",
        "-    mixer: [2, 2, 1]", "+    mixer: [2, 2, 2]",
        "-  - {midi: keys -> bass, keys: C-1..B3, transpose: -12}",
        "+  - {midi: keys -> bass, keys: C-1..B3, transpose: -24}",
        "-  - mic->mix.2", "+  - lead -> take",
        "-  - {controller: 74, node: lead, parameter: cutoff, range: [100, 8000]}",
        "+  - {controller: 74, node: lead, parameter: cutoff, range: [50, 8000]}",
      ])
    #expect(Self.read(content.text).session == session)
  }

  /// Removed and added lines, in the order of the text.
  static func difference(_ old: String, _ new: String) -> [String] {
    let (old, new) = (old.split(separator: "\n"), new.split(separator: "\n"))
    var (changes, at): ([(Int, Int, String)], [Int]) = ([], [])
    let difference = new.difference(from: old)
    let removed = Set(
      difference.removals.map { if case .remove(let at, _, _) = $0 { at } else { -1 } })
    at = old.indices.filter { !removed.contains($0) }
    for change in difference {
      switch change {
      case .remove(let offset, let line, _): changes.append((offset, 0, "-" + line))
      case .insert(let offset, let line, _):
        let inserted = difference.insertions.filter {
          if case .insert(let other, _, _) = $0 { other < offset } else { false }
        }.count
        let kept = offset - inserted
        changes.append((kept < at.count ? at[kept] : old.count, 1, "+" + line))
      }
    }
    return changes.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  @Test("A session of form 1 becomes one of form 2 that means the same")
  func formOne() throws {
    let text = try Self.fixture("form-1.yaml")
    let reader = Self.read(text)
    #expect(reader.problems.isEmpty)
    #expect(reader.version == 1)
    let session = reader.session
    #expect(
      session.nodes.map(\.name) == ["keys", "arpeggio", "sawtooth", "sawtooth-2", "out"])
    #expect(session.nodes[1].parameters == ["rate": 8])
    #expect(session.nodes[2].preset == "Warm Pad")
    #expect(session.nodes[3].isBypassed && session.nodes[3].timing == .onePeriodLater)
    #expect(
      session.midiConnections == [
        MIDILink("keys", to: "arpeggio"), MIDILink("arpeggio", to: "sawtooth"),
      ])
    #expect(
      session.connections == [
        AudioLink("sawtooth", to: "sawtooth-2"), AudioLink("sawtooth-2", to: "out"),
      ])
    let content = try SessionContent(session, name: "song", over: .init(text: text) { _ in nil })
    #expect(content.hasLostComments)
    #expect(content.text.contains("tenuto: 2\n"))
    #expect(Self.read(content.text).session == session)
  }

  @Test("The session kept by tenuto play is converted with its states and values")
  func playing() throws {
    let code: ComponentCode = "aumu saw1 Tnto"
    var document = SessionDocument()
    var lead = SessionDocument.Node(code, name: "Sawtooth", key: "sawtooth")
    lead.state = ComponentState(code: code, version: 1, parameters: [], data: [1])
    lead.values = [ParameterValue(7, 0.5), ParameterValue(8, 1)]
    var echo = SessionDocument.Node("aufx dely Tnto", name: "Delay", key: "2 Delays!")
    echo.timing = "one-period-later"
    document.nodes = [lead, echo]
    let session = Session(playing: document, name: "jam") { code in
      guard code == "aumu saw1 Tnto" else { return nil }
      return ComponentDescription(
        code, name: "S", manufacturerName: "T", version: "1.0.0",
        parameters: [Parameter(7, "cutoff", name: "Cutoff", range: 0...1, default: 0)])
    }
    #expect(session.nodes.map(\.name) == ["keys", "sawtooth", "delays", "out"])
    #expect(session.nodes[1].state == lead.state)
    #expect(session.nodes[1].parameters == ["cutoff": 0.5])
    #expect(session.nodes[2].timing == .onePeriodLater)
    #expect(session.midiConnections == [MIDILink("keys", to: "sawtooth")])
    #expect(
      session.connections == [AudioLink("sawtooth", to: "delays"), AudioLink("delays", to: "out")])
    #expect(SessionCheck.faults(of: session).isEmpty)
  }
}
