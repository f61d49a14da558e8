import TenutoCore
import Testing

@testable import TenutoSession

struct ProblemTests {
  /// An invalid text, and its messages.
  struct Case: Sendable {
    let text: String
    let problems: [String]

    init(_ text: String, _ problems: String...) {
      self.text = text
      self.problems = problems
    }

    /// Of one node.
    static func node(_ text: String, _ problems: String...) -> Case {
      var made = Case("tenuto: 2\nnodes:\n  a:\n" + text)
      made = Case(text: made.text, problems: problems)
      return made
    }

    private init(text: String, problems: [String]) {
      self.text = text
      self.problems = problems
    }
  }

  static let whole = [
    Case("", "song.yaml: the file is empty; begin with 'tenuto: 2'"),
    Case("# only\n", "song.yaml: the file is empty; begin with 'tenuto: 2'"),
    Case("name: x", "song.yaml:1:1: this is not a Tenuto session; begin with 'tenuto: 2'"),
    Case("- x", "song.yaml:1:1: a session is a mapping; begin with 'tenuto: 2'"),
    Case("just words", "song.yaml:1:1: a session is a mapping; begin with 'tenuto: 2'"),
    Case(
      "tenuto: 3",
      "song.yaml:1:9: this session has the form 3, and this Tenuto reads up to 2; update Tenuto"),
    Case(
      "tenuto: two",
      "song.yaml:1:9: 'tenuto' is 'two'; write a whole number from 1 to 2147483647"),
    Case(
      "tenuto: 2\nnames: x",
      "song.yaml:2:1: warning: 'names' is not a key of a session and is kept as it is; did you mean "
        + "'name'?"),
    Case(
      "tenuto: 2\nname: x\nname: y",
      "song.yaml:2:1: 'name' occurs more than once; remove or rename one"),
    Case(
      "tenuto: 2\nname: [",
      "song.yaml:3:1: this is not YAML: did not find expected node content while parsing a flow node"
    ),
    Case("tenuto: 2\nname:", "song.yaml:2:6: 'name' is a text; write something after it"),
    Case(
      "tenuto: 2\nnodes: 5",
      "song.yaml:2:8: 'nodes' is a mapping, such as {lead: {component: "
        + "aumu saw1 Tnto}}"),
    // References to an invalid or unknown node are not separate mistakes.
    Case(
      """
      tenuto: 2
      nodes:
        keys: {midi-input: true}
        saw: {component: sawtooth}
        out: {audio-output: 2}
      connections: [saw -> out, {midi: keys -> saw}]
      jack: ["saw:out_1 -> system:playback_1"]
      maps: [{controller: 74, node: saw, parameter: cutoff}]
      """,
      "song.yaml:4:20: 'component' is 'sawtooth'; write a code such as 'aumu saw1 Tnto' ('tenuto "
        + "list' names all)"),
    Case(
      "tenuto: 2\nnodes: 5\nconnections: [a -> b]",
      "song.yaml:2:8: 'nodes' is a mapping, such as {lead: {component: "
        + "aumu saw1 Tnto}}"),
    Case("tenuto: 2\n? [a]\n: b", "song.yaml:2:3: a key must be a word"),
    Case(
      "tenuto: 2\nengine:\n  clients: two\n  rate: fast\n  frames: 5\n  deadline: 1.5\n"
        + "  transport: folow\n  tempo: 0",
      "song.yaml:3:12: 'clients' is 'two'; write each, one or clock",
      "song.yaml:4:9: 'rate' is 'fast'; write a number",
      "song.yaml:5:11: 'frames' is '5'; write a whole number from 16 to 8192",
      "song.yaml:6:13: 'deadline' is 1.5; write a number from 0.05 to 0.95",
      "song.yaml:7:14: 'transport' is 'folow'; write follow, lead, both or none; did you mean "
        + "'follow'?", "song.yaml:8:10: 'tempo' is 0; write a number from 1 to 999"),
  ]

  static let nodes: [Case] = [
    .node(
      "    cutof: 1",
      "song.yaml:3:3: 'a' needs one of these keys: component, mixer, song, file, record, "
        + "audio-input, audio-output, midi-input, midi-output",
      "song.yaml:4:5: warning: 'cutof' is not a key of a node and is kept as it is"),
    .node(
      "    component: aumu saw1",
      "song.yaml:4:16: 'component' is 'aumu saw1'; write a code such as 'aumu saw1 Tnto' ('tenuto "
        + "list' names all)"),
    .node(
      "    component: aumu saw1 Tnto\n    mixer: [2]\n    loop: true\n    bypas: true",
      "song.yaml:5:5: 'a' is a component already; leave out 'mixer'",
      "song.yaml:6:11: 'loop' belongs to 'song', 'file', not to 'component'; leave it out",
      "song.yaml:7:5: warning: 'bypas' is not a key of a node and is kept as it is; did you mean "
        + "'bypass'?"),
    .node(
      "    mixer: [2, 3]\n    preset: x\n    state: x",
      "song.yaml:4:16: 'mixer' is '3'; write a whole number from 1 to 2"),
    .node(
      "    mixer: []",
      "song.yaml:4:12: a mixer has 1 to 64 inputs with 1 or 2 channels each; "
        + "write 'mixer: [2, 2]'"),
    .node(
      "    mixer: [2]\n    preset: x",
      "song.yaml:5:13: 'preset' belongs to extensions, and 'a' is not one; leave it out"),
    .node(
      "    component: aumu saw1 Tnto\n    parameters:\n      cutoff: high\n      gain: .nan",
      "song.yaml:6:15: 'cutoff' is 'high'; write a number",
      "song.yaml:7:13: 'gain' is '.nan'; write a number"),
    .node(
      "    component: aumu saw1 Tnto\n    bypass: maybe\n    timing: later\n    spare: [x]",
      "song.yaml:5:13: 'bypass' is 'maybe'; write true or false",
      "song.yaml:6:13: 'timing' is 'later'; write same-cycle or one-period-later",
      "song.yaml:7:12: 'spare' is a list; write none, component, instance or shadow"),
    .node(
      "    component: aumu saw1 Tnto\n    state: ../x.state\n    deadline: 0.99",
      "song.yaml:5:12: warning: the state of 'a', '../x.state', is not there; the node begins "
        + "without it, and the file stays as it is",
      "song.yaml:6:15: the deadline of 'a' is 0.99; write a number from 0.05 to 0.95"),
    .node(
      "    audio-input: 0",
      "song.yaml:4:18: 'audio-input' is '0'; write a whole number from 1 to 64"),
    Case(
      "tenuto: 2\nnodes:\n  Lead: {mixer: [2]}\n  b: 7",
      "song.yaml:3:3: 'Lead' is not a valid node name; use up to 32 small letters, digits, '-' and '_', "
        + "a letter first",
      "song.yaml:4:6: a node is a mapping; write 'b: {component: aumu saw1 Tnto}'"),
  ]

  static let start =
    "tenuto: 2\nnodes:\n  a: {component: aufx dely Tnto}\n  b: {component: aufx dely Tnto}\n"
    + "  c: {component: aufx dely Tnto}\n  m: {mixer: [2, 2]}\n  k: {midi-input: true}\n"

  static let links = [
    Case(
      start
        + "connections:\n  - a -> b\n  - a\n  - a -> x\n  - a -> m.2\n  - a -> b.x\n  - a -> b\n"
        + "  - k -> a",
      "song.yaml:10:5: 'a' is not a connection; write 'source -> destination'",
      "song.yaml:11:5: there is no node 'x'",
      "song.yaml:12:5: 'm' has no audio input 2; its busses count from 0 to 1",
      "song.yaml:13:5: 'x' is not a bus of b; write a number from 0, such as 'b.1'",
      "song.yaml:14:5: 'a -> b' is already there; remove it",
      "song.yaml:15:5: 'k' is 'midi-input' and has no audio output"),
    Case(
      start + "connections:\n  - a -> b\n  - {midi: b -> c}\n  - c -> a\n  - m -> m",
      "song.yaml:11:5: 'a -> b -> c -> a' is a cycle; remove one of its connections",
      "song.yaml:12:5: 'm -> m' is a cycle; remove one of its connections"),
    Case(
      start + "connections:\n  - {midi: k -> m}\n  - {midi: k -> a, channels: [17]}\n"
        + "  - {midi: k -> a, keys: B4..C2}\n  - {midi: k -> a.1}\n  - {channels: 1}\n"
        + "  - {midi: k -> b, transpose: 200, chanels: 1}",
      "song.yaml:9:5: 'm' is 'mixer' and takes no MIDI",
      "song.yaml:10:31: 'channels' is '17'; write a whole number from 1 to 16",
      "song.yaml:11:5: 'B4..C2' are not keys; write names or numbers, the lowest first, such as "
        + "'C2..B4' or '36..71'",
      "song.yaml:12:5: 'k -> a.1': MIDI has no busses; write 'source -> destination'",
      "song.yaml:13:5: a connection with keys is MIDI; write '{midi: keys -> lead}'",
      "song.yaml:14:31: 'transpose' is '200'; write a whole number from -127 to 127",
      "song.yaml:14:36: warning: 'chanels' is not a key of a MIDI connection and is kept as it is; did "
        + "you mean 'channels'?"),
    Case(
      start + "jack:\n  - system:out -> a:in_1\n  - system:out -> a:out_1\n  - x:y -> z:w",
      "song.yaml:10:5: a:out_1 is an output and cannot be a destination; turn the connection round",
      "song.yaml:11:5: 'x:y -> z:w' has no port of a node; write one as 'node:port', such as "
        + "'a:out_1 -> system:playback_1'"),
    Case(
      start + "maps:\n  - {controller: 120, node: a, parameter: x}\n  - {controller: 1, node: a}\n"
        + "  - {controller: 1, node: q, parameter: x}\n"
        + "  - {controller: 1, node: a, parameter: x, range: [2, 1], input: a, channel: 0}",
      "song.yaml:9:18: 'controller' is '120'; write a whole number from 0 to 119",
      "song.yaml:10:5: a map needs 'parameter'; write {controller: 74, node: lead, parameter: "
        + "cutoff}", "song.yaml:11:5: there is no node 'q'",
      "song.yaml:12:5: 'a' is not a MIDI input; name one or omit 'input'",
      "song.yaml:12:51: 'range' is the lowest and the highest value, such as [100, 8000]; "
        + "'inverted: true' turns it round",
      "song.yaml:12:78: 'channel' is '0'; write a whole number from 1 to 16"),
  ]

  @Test("All mistakes are reported at once, with line and column", arguments: whole + nodes + links)
  func problems(_ item: Case) {
    let found = FormTests.read(item.text).problems.inTextOrder.map(\.description)
    #expect(found == item.problems)
  }

  @Test("At most 20 problems are reported, in the order of the text")
  func limit() {
    let nodes = (0..<30).map { "  B\($0): {mixer: [2]}\n" }.joined()
    let error = SessionFileError(FormTests.read("tenuto: 2\nnodes:\n" + nodes).problems)
    #expect(error.problems.count == 20)
    #expect(error.furtherCount == 10)
    #expect(error.problems.last?.position == TextPosition(line: 22, column: 3))
    #expect(error.description.hasSuffix("\nand 10 more"))
  }

  @Test("A chain of a thousand nodes is checked, and a cycle in it found")
  func longChain() {
    var session = Session(name: "long")
    for number in 0..<1000 {
      session.nodes.append(SessionNode("n\(number)", .component("aufx dely Tnto")))
    }
    for number in 1..<1000 {
      session.connections.append(AudioLink("n\(number - 1)", to: "n\(number)"))
    }
    #expect(SessionCheck.faults(of: session).isEmpty)
    session.connections.append(AudioLink("n999", to: "n998"))
    #expect(
      SessionCheck.faults(of: session).map(\.message)
        == ["'n998 -> n999 -> n998' is a cycle; remove one of its connections"])
    session.nodes.append(SessionNode("n5", .mixer(inputs: [2], outputChannelCount: 2)))
    #expect(
      SessionCheck.faults(of: session).contains { $0.message.hasPrefix("'n5' is a node already") })
  }
}
