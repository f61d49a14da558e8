import CFaults
import Foundation
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TenutoTransport
import TestSupport

/// Three chains on one thread, cycle by cycle: the faulty one, a sine next to it in the same graph,
/// and a sawtooth through a delay in a separate graph, as each chain has in JACK.
final class Scene {
  /// The location of the fault.
  enum Place {
    /// A voice that holds a note.
    case source
    /// An effect that halves a sine.
    case effect
  }

  static let frameCount = 128
  let graph: PreparedGraph
  let faulty: Graph.NodeID
  private let neighbour: PreparedGraph
  private let instances: [Instance]
  /// The output of the faulty chain.
  private(set) var own: [Float] = []
  /// The output of the other chains, both channels of each.
  private(set) var bystanders = [[Float]](repeating: [], count: 4)
  private(set) var cycleCount = 0
  private var care: Care?

  /// Starts and prepares everything; without an `environment` there is no fault until one is
  /// ordered.
  init(
    _ place: Place = .source, environment: [String] = [], sandbox: SandboxPolicy = .standard
  ) throws {
    let source = try Self.start(place == .source ? "aumu fvox Test" : nil, environment, sandbox)
    let effect = place == .effect ? try Self.start("aufx falt Test", environment, sandbox) : nil
    let sine = try Instance.sine()
    let chain = [
      try Instance(built: "Sawtooth", "aumu saw1 Tnto"),
      try Instance(built: "Delay", "aufx dely Tnto"),
    ]
    instances = [source, sine] + chain + [effect].compactMap { $0 }
    var graph = Graph()
    let first = graph.add(source)
    let steady = graph.add(sine)
    var last = first
    if let effect {
      last = graph.add(effect)
      graph.connect(first, to: last)
    }
    graph.connectOutput(of: last, firstChannel: 0)
    graph.connectOutput(of: steady, firstChannel: 2)
    faulty = last
    self.graph = try PreparedGraph(graph, format: Self.format(outputChannelCount: 4))
    let other = Graph(chain: chain)
    neighbour = try PreparedGraph(other, format: Self.format(outputChannelCount: 2))
    Self.play(self.graph, first)
    Self.play(self.graph, steady)
    Self.play(neighbour, other.nodeIDs[0])
  }

  private static func start(
    _ code: ComponentCode?, _ environment: [String], _ sandbox: SandboxPolicy
  ) throws -> Instance {
    guard let code else { return try .sine() }
    return try Instance(
      executablePath: Built.path("Faulty"), code: code, environment: environment, sandbox: sandbox)
  }

  private static func format(outputChannelCount: Int) -> EngineFormat {
    EngineFormat(
      sampleRate: 48000, frameCount: frameCount, outputChannelCount: outputChannelCount)
  }

  private static func play(_ graph: PreparedGraph, _ node: Graph.NodeID) {
    let event = VoiceEvent.noteOn(channel: 0, note: 69, velocity: 65535)
    unsafe graph.renderer.pointee.send(
      TimedEvent(frameOffset: 0, payload: .midi(event.ump)), toSlot: graph.slotNumber(of: node))
  }

  /// The faulty instance, or its replacement.
  var instance: Instance { graph.instances[faultyIndex] }

  private var faultyIndex: Int { instances.count == 4 ? 0 : 2 }

  /// The statistics of the faulty node.
  var reading: NodeReading { graph.readings()[faultyIndex] }

  /// The statistics of the node next to it.
  var bystanderReadings: [NodeReading] { [graph.readings()[1]] + neighbour.readings() }

  /// Sends an event to the faulty node in the next cycle.
  func send(_ payload: TimedEvent.Payload, at frame: Int = 0) {
    unsafe graph.renderer.pointee.send(
      TimedEvent(frameOffset: UInt32(frame), payload: payload), toSlot: graph.slotNumber(of: faulty)
    )
  }

  /// Orders a fault at a frame of the next cycle, as in a row such as "F01-ill".
  func commit(_ row: String, at frame: Int = 0) {
    let number = unsafe fault_number(row)
    precondition(number > 0, "there is no fault for \(row)")
    let event = VoiceEvent.polyPressure(channel: 0, note: UInt8(number), value: 0)
    send(.midi(event.ump), at: frame)
  }

  /// Renders cycles, waiting up to `milliseconds` for the faulty chain in each, and without a limit
  /// for the other.
  func render(_ count: Int = 1, milliseconds: UInt64 = 10_000) {
    for _ in 0..<count {
      cycleCount += 1
      unsafe graph.renderer.pointee.render(
        frameCount: Self.frameCount, until: .after(milliseconds: milliseconds), isRealtime: true)
      unsafe neighbour.renderer.pointee.render(
        frameCount: Self.frameCount, until: .after(milliseconds: 10_000), isRealtime: true)
      append(graph, 0, to: &own)
      append(graph, 2, to: &bystanders[0])
      append(graph, 3, to: &bystanders[1])
      append(neighbour, 0, to: &bystanders[2])
      append(neighbour, 1, to: &bystanders[3])
    }
  }

  private func append(_ graph: PreparedGraph, _ channel: Int, to samples: inout [Float]) {
    unsafe samples.append(
      contentsOf: UnsafeBufferPointer(
        start: graph.renderer.pointee.mixSamples(channel), count: Self.frameCount))
  }

  /// Renders a cycle every 2 ms until `condition` holds; returns whether it does before the
  /// reference ends.
  func renderUntil(milliseconds: UInt64 = 10_000, _ condition: () -> Bool) -> Bool {
    while cycleCount < Oracle.cycleCount - 20 {
      if condition() { return true }
      usleep(2000)
      render(1, milliseconds: milliseconds)
    }
    return false
  }

  /// Supervises the faulty node, and waits for its spare if the policy has one.
  func supervise(
    _ policy: SupervisionPolicy = .quick(), environment: [String] = [],
    sandbox: SandboxPolicy = .standard
  ) throws -> Care {
    let code = instance.description.code
    let care = Care(graph.slot(of: faulty), policy: policy) { () throws(HostError) in
      try Instance(
        executablePath: Built.path("Faulty"), code: code, environment: environment,
        sandbox: sandbox)
    }
    self.care = care
    if policy.spare == .instance { _ = eventually { care.hasSpare } }
    return care
  }

  /// Whether the faulty chain sounded in the last cycle.
  var isHeard: Bool { own.suffix(Self.frameCount).contains { $0.magnitude > 0.1 } }

  /// Ends all processes.
  func end() {
    care?.supervisor.stop()
    graph.instances.forEach { $0.terminate() }
    instances.forEach { $0.terminate() }
  }
}
