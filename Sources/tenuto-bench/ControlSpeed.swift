import Foundation
import Synchronization
import TenutoComponents
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoTransport
import TenutoControl

/// The effect of 10,000 parameter changes a second through the control API on the sound.
struct ControlSpeed {
  let seconds: Int
  let rounds: Int

  private static let frameCount = 128
  private static let nodeCount = 4
  /// Settings in one message.
  private static let batchCount = 100
  /// Settings in a second.
  private static let rate = 10_000

  func run(into report: inout Report) throws {
    var (quiet, busy, counts, late) = ([Double](), [Double](), [Double](), [Double]())
    for _ in 0..<rounds {
      let instances = try Capacity.sawtooths(Self.nodeCount)
      defer { ParallelEnd.terminate(instances) }
      var graph = Graph()
      let nodes = instances.map { graph.add($0) }
      for node in nodes { graph.connectOutput(of: node) }
      let format = EngineFormat(sampleRate: 48000, frameCount: Self.frameCount, priority: 60)
      let prepared = try PreparedGraph(graph, format: format)
      defer { prepared.release() }
      let host = BenchHost(prepared, zip(nodes, instances).map { ($0, $1) })
      let server = try ControlServer(name: nil, in: Self.folder)
      server.start(host)
      defer { server.stop() }
      let metronome = Metronome(
        prepared, frameCount: Self.frameCount, capacity: 2 * seconds * 400 + 1000)
      defer { metronome.stop() }
      quiet.append(try cycles(metronome) { try metronome.wait(for: metronome.count + cycleCount) })
      let client = try ControlClient(name: server.name, in: Self.folder).changes("since=0")
      let before = host.count
      busy.append(try cycles(metronome) { late.append(try send(client)) })
      counts.append(Double(host.count - before) / Double(seconds))
    }
    report.add("cycle without settings, p99", "µs", Spread(quiet))
    report.add("cycle with 10 000 settings a second, p99", "µs", Spread(busy))
    report.add(
      "the second by the first", "×", Spread(zip(busy, quiet).map { $0 / $1 }), bar: 1.5)
    report.add(
      "settings a second that reached the render thread", "", Spread(counts),
      bar: 0.99 * Double(Self.rate), isFloor: true)
    report.add("the sender's largest delay", "ms", Spread(late))
  }

  private static let folder = SocketFolder(path: "/tmp/tenuto-bench-\(getpid())")

  private var cycleCount: Int { seconds * 48000 / Self.frameCount }

  /// The 99th percentile of cycle times while `body` runs.
  private func cycles(_ metronome: Metronome, _ body: () throws -> Void) throws -> Double {
    let first = metronome.count
    try body()
    let times = (first..<metronome.count).map { index in
      let note = metronome.note(index)
      return Double(note.ended - note.began) / 1000
    }
    return times.percentile(99).median
  }

  /// Sends at the rate; returns the maximum delay in milliseconds.
  private func send(_ client: ChangeClient) throws -> Double {
    let start = MonotonicTime.now
    var late = 0.0
    for batch in 0..<(seconds * Self.rate / Self.batchCount) {
      let settings = (0..<Self.batchCount).map { index in
        NodeSetting(
          node: "node\(index % Self.nodeCount)", parameter: "cutoff",
          value: .number(Double(200 + (batch * 7 + index) % 4000)))
      }
      let isLast = (batch + 1) * Self.batchCount == seconds * Self.rate
      try client.send(SocketRequest(id: isLast ? "last" : nil, set: settings))
      let due = Double(batch + 1) * Double(Self.batchCount) / Double(Self.rate)
      let passed = Double(MonotonicTime.now.nanoseconds - start.nanoseconds) / 1e9
      late = max(late, (passed - due) * 1000)
      if due > passed { usleep(UInt32((due - passed) * 1e6)) }
    }
    while let bytes = try client.next(),
      WireJSON.value(bytes, as: SocketAnswer.self)?.id != "last"
    {}
    return max(0, late)
  }
}

/// A host of instruments that only sets parameters.
private final class BenchHost: ControlledHost {
  private let graph: PreparedGraph
  private let nodes: [BenchNode]

  init(_ graph: PreparedGraph, _ instances: [(Graph.NodeID, Instance)]) {
    self.graph = graph
    nodes = instances.map { BenchNode(graph, $0, $1) }
  }

  /// The number of settings scheduled for the render thread.
  var count: Int { nodes.reduce(0) { $0 + $1.count.load(ordering: .relaxed) } }

  var nodeNames: [String] { nodes.indices.map { "node\($0)" } }
  func node(named name: String) -> (any ControlledNode)? {
    Int(name.dropFirst(4)).flatMap { nodes.indices.contains($0) ? nodes[$0] : nil }
  }
  func status() -> HostStatus {
    HostStatus(version: "", name: "bench", pid: getpid(), engine: "clock")
  }
  func log(since number: UInt64) -> [LogRecord] { [] }
  func components() -> [ComponentEntry] { [] }
  var session: any ControlledSession { BenchSession() }
  func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64 { 0 }
  func forget(_ observer: UInt64) {}
  func attach(
    _ monitor: GraphMonitor, to node: String?
  ) throws(RequestError) -> @Sendable () -> Void {
    throw RequestError(409, "Nobody listens to the bench.")
  }
  func play(_ packet: UMP, at node: String) throws(RequestError) {
    throw RequestError(409, "The bench plays by itself.")
  }

  func settle() throws(RequestError) {
    let goal = graph.sampleTime + 512
    while graph.sampleTime < goal { usleep(500) }
  }
}

/// A session that cannot be edited.
private struct BenchSession: ControlledSession {
  private var refusal: RequestError { RequestError(409, "The bench edits nothing.") }

  func content() -> SessionRecord {
    SessionRecord(
      name: "bench", path: nil, isEdited: false, nodes: [], connections: [], maps: [])
  }
  var transport: TransportRecord {
    TransportRecord(
      isPlaying: true, seconds: 0, beat: 0, measure: 1, beatOfMeasure: 1, tempo: 120, meter: "4/4",
      duration: nil, isLooping: false)
  }
  func setPlaying(_ isPlaying: Bool) throws(RequestError) { throw refusal }
  func locate(_ place: LocateRequest) throws(RequestError) { throw refusal }
  func add(_ order: NodeOrder) throws(RequestError) -> String { throw refusal }
  func remove(_ node: String) throws(RequestError) { throw refusal }
  func rename(_ node: String, to name: String) throws(RequestError) { throw refusal }
  func connect(_ link: LinkRecord) throws(RequestError) { throw refusal }
  func disconnect(_ link: LinkRecord) throws(RequestError) { throw refusal }
  func add(_ map: MapRecord) throws(RequestError) { throw refusal }
  func remove(_ map: MapRecord) throws(RequestError) { throw refusal }
  func learn(node: String, parameter: String) throws(RequestError) { throw refusal }
  func save(to path: String?) throws(RequestError) -> String { throw refusal }
  func undo() throws(RequestError) -> String { throw refusal }
  func redo() throws(RequestError) -> String { throw refusal }
}

/// One of its nodes.
private final class BenchNode: ControlledNode {
  private let graph: PreparedGraph
  private let node: Graph.NodeID
  private let known: [String: Parameter]
  let count = Atomic(0)

  init(_ graph: PreparedGraph, _ node: Graph.NodeID, _ instance: Instance) {
    self.graph = graph
    self.node = node
    known = Dictionary(
      instance.description.parameters.map { ($0.identifier, $0) }, uniquingKeysWith: { $1 })
  }

  func schedule(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    guard let parameter = known[parameter] else { throw RequestError(404, "There is none.") }
    let clamped = parameter.clamped(Float(value))
    let payload = TimedEvent.Payload.parameter(address: parameter.address, value: clamped)
    while !graph.schedule(payload, to: node, at: .immediately) { usleep(500) }
    count.wrappingAdd(1, ordering: .relaxed)
    return Double(clamped)
  }
  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double {
    try schedule(parameter, to: value)
  }

  func status() -> NodeStatus {
    NodeStatus(name: "", component: "", title: "", condition: "playing")
  }
  func parameters() throws(RequestError) -> [ParameterRecord] { [] }
  func presets() throws(RequestError) -> [PresetRecord] { [] }
  func retry() throws(RequestError) {}
  func restart() throws(RequestError) {}
  func setBypass(_ isBypassed: Bool) throws(RequestError) {}
  func unmute() throws(RequestError) {}
  func setTiming(_ timing: String) throws(RequestError) {}
  func setSpare(_ spare: String) throws(RequestError) {}
  func setLoop(_ isLooped: Bool) throws(RequestError) {}
  func replay(bundle: String) throws(RequestError) -> ReplayAnswer {
    ReplayAnswer(isRepeated: false, message: "")
  }
  func setMute(_ isMuted: Bool) throws(RequestError) {}
  func load(preset name: String) throws(RequestError) {}
  func ramp(_ parameter: String, to value: Double, seconds: Double) throws(RequestError) -> Double {
    try schedule(parameter, to: value)
  }
}
