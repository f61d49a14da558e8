import Glibc
import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import TenutoSystem
import TenutoTransport
import Testing

extension JACKEngineTests {
  /// Random edits and replacements next to a branch that must be unaffected.
  @Suite(.serialized, .enabled(if: PipeWire.wanted == nil, "PipeWire's clients freewheel alone"))
  struct RandomEditTests {
    private static let frameCount = 256
    private static let length = 4000 * frameCount
    private static let editCount = 12

    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func uneditedNodesSoundAsOffline(_ clients: JACKGraphEngine.Clients) throws {
      let server = try JACKServer(frameCount: Self.frameCount, isSynchronous: true)
      defer { server.stop() }
      let branch = try Branch()
      defer { branch.instance.terminate() }
      let (voice, capture) = (try Voice(server), try CaptureClient(server))
      defer {
        voice.close()
        capture.close()
      }
      var options = JACKGraphEngine.Options()
      options.clients = clients
      options.serverName = server.name
      options.rules = [
        branch.input: [PortRule(pattern: "voice:*")],
        branch.output: [PortRule(pattern: "capture:*")],
      ]
      let engine = try JACKGraphEngine(branch.graph, options: options)
      var editor = Editor(engine, branch, seed: 7)
      defer {
        engine.stop()
        editor.end()
      }
      try capture.client.setFreewheel(true)
      let cycles = capture.cycles
      #expect(eventually { capture.cycles > cycles + 4 })
      capture.arm(Self.length)
      voice.sing()
      var count = 0
      // The sound continues during all edits, and ends when the capture is full.
      while !capture.isFull && count < Self.editCount {
        try editor.edit()
        count += 1
      }
      #expect(count > 0)
      #expect(eventually { capture.isFull })
      try capture.client.setFreewheel(false)
      let heard = capture.heard
      let expected = try Branch.offline(Self.length, frameCount: Self.frameCount)
      let difference = expected.indices.first { heard[$0] != expected[$0] }
      #expect(difference == nil, "\(clients), after \(count) edits: \(editor.log)")
    }
  }
}

/// The unedited branch: an input, a delay, a mixer, an output.
private struct Branch {
  var graph = Graph()
  let input: Graph.NodeID
  let delay: Graph.NodeID
  let output: Graph.NodeID
  let instance: Instance

  init() throws {
    instance = try TestExtension.delay.start()
    input = graph.add(.audioInput(channelCount: 1), name: "input")
    delay = graph.add(.instance(instance), name: "kept")
    let mixer = graph.add(.mixer(Mixer(inputs: [2])), name: "level")
    output = graph.add(.audioOutput(channelCount: 1), name: "output")
    graph.connect(input, to: delay)
    graph.connect(delay, to: mixer)
    graph.connect(mixer, to: output)
  }

  /// The sound of the branch, from the first frame that is not silent.
  static func offline(_ length: Int, frameCount: Int) throws -> [Float] {
    let branch = try Branch()
    defer { branch.instance.terminate() }
    let prepared = try PreparedGraph(
      branch.graph,
      format: EngineFormat(
        sampleRate: 48000, frameCount: frameCount, inputChannelCount: 1, outputChannelCount: 2))
    defer { prepared.release() }
    let renderer = unsafe prepared.renderer
    var samples: [Float] = []
    for cycle in -4..<(length / frameCount) {
      for frame in 0..<frameCount {
        let sample = cycle < 0 ? 0 : voiceSample(cycle * frameCount + frame)
        unsafe renderer.pointee.externalSamples(0)[frame] = sample
      }
      unsafe renderer.pointee.render(
        frameCount: frameCount, until: .after(milliseconds: 10_000), isRealtime: false)
      guard cycle >= 0 else { continue }
      for frame in 0..<frameCount { samples.append(unsafe renderer.pointee.mixSamples(0)[frame]) }
    }
    return samples
  }
}

/// Edits everything except a branch, at random.
private struct Editor {
  private let engine: JACKGraphEngine
  private let branch: Branch
  private var die: Die
  private var instances: [Instance] = []
  private var others: [Graph.NodeID] = []
  private var number = 0
  private(set) var log: [String] = []

  init(_ engine: JACKGraphEngine, _ branch: Branch, seed: UInt64) {
    self.engine = engine
    self.branch = branch
    die = Die(state: seed)
  }

  func end() { for instance in instances { instance.terminate() } }

  mutating func edit() throws {
    switch others.isEmpty ? 0 : die.roll(5) {
    case 0, 1: try add()
    case 2: try remove()
    case 3: try connect()
    default: try takeOver()
    }
  }

  private mutating func add() throws {
    number += 1
    log.append("add \(number)")
    var graph = engine.graph
    let content: Graph.Content
    if die.roll(2) == 0 {
      let instance = try TestExtension.delay.start()
      instances.append(instance)
      content = .instance(instance)
    } else {
      content = .mixer(Mixer(inputs: [2, 2]))
    }
    let node = graph.add(content, name: "other \(number)")
    graph.connect(branch.delay, to: node)
    if let last = others.last { graph.connect(last, to: node) }
    others.append(node)
    try engine.update(graph)
  }

  private mutating func remove() throws {
    log.append("remove")
    var graph = engine.graph
    graph.remove(others.remove(at: die.roll(others.count)))
    try engine.update(graph)
  }

  private mutating func connect() throws {
    log.append("connect")
    var graph = engine.graph
    let node = others[die.roll(others.count)]
    if graph.audioConnections.contains(.init(branch.delay, to: node)) {
      graph.disconnect(branch.delay, from: node)
    } else {
      graph.connect(branch.delay, to: node)
    }
    try engine.update(graph)
  }

  /// Replaces an instance by its spare or another instance.
  private mutating func takeOver() throws {
    guard let node = others.first(where: { engine.graph[$0]?.instance != nil }) else {
      return try add()
    }
    log.append("take over")
    let slot = engine.slot(of: node)
    let new = try TestExtension.delay.start()
    instances.append(new)
    if die.roll(2) == 0 {
      let left = Signal()
      try slot.replace(with: new) { _ in left.send() }
      left.wait()
    } else {
      let taken = Signal()
      let old = slot.instance
      try slot.setSpare(new) { _ in taken.send() }
      kill(old.process.identifier, SIGKILL)
      taken.wait()
    }
  }
}
