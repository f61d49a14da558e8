import Synchronization
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem

@testable import TenutoJACKEngine

/// A chain of instances in JACK, each a separate client, as in `tenuto play`.
final class ChainEngine: Sendable {
  let engine: JACKGraphEngine
  private let nodes: [Graph.NodeID]
  /// Frames of the song and its tail; nil without a song.
  private let length: Int64?
  private let tail: Int64

  /// Opens a client per instance and plays.
  ///
  /// A song that does not start at once waits for `start`, which starts JACK's transport.
  init(
    _ chain: [Instance], song: Song? = nil, settings: [(Int, ParameterAddress, Float)] = [],
    timeline: MusicalTimeline? = nil, tailSeconds: Double = 2, recorder: Recorder? = nil,
    connectsHardware: Bool = false, startsAtOnce: Bool = true, serverName: String? = nil
  ) throws {
    for (index, address, value) in settings { try chain[index].set(address, to: value) }
    var graph = Graph()
    nodes = chain.map { graph.add($0) }
    graph.timeline = timeline
    if let song { graph.timeline?.duration = song.duration }
    for (index, pair) in zip(nodes, nodes.dropFirst()).enumerated() {
      let (source, destination) = (chain[index].description, chain[index + 1])
      if source.code.kind == .midiProcessor {
        graph.connectMIDI(pair.0, to: pair.1)
      } else if !destination.layout.inputs.isEmpty {
        graph.connect(pair.0, to: pair.1)
      }
    }
    var options = JACKGraphEngine.Options()
    options.clients = .each
    options.serverName = serverName
    options.transport.follows = song == nil || !startsAtOnce
    if let last = chain.last, connectsHardware || recorder != nil {
      let count = max(1, last.layout.outputs.first ?? 2)
      let output = graph.add(.audioOutput(channelCount: count), name: "out")
      graph.connect(nodes[nodes.count - 1], to: output)
      if connectsHardware { options.rules = [output: [PortRule(pattern: "system:playback_*")]] }
    }
    if let song, let player = chain.firstIndex(where: { $0.description.acceptsMIDI }) {
      graph.add(song, playing: nodes[player])
    }
    let rate = try JACKServerFormat(serverName: serverName).sampleRate
    options.recording = recorder.map { JACKGraphEngine.Recording($0, sampleRate: rate) }
    tail = Int64(tailSeconds * rate)
    length = song.map { Int64(($0.duration * rate).rounded(.up)) }
    engine = try JACKGraphEngine(graph, options: options)
  }

  deinit { stop() }

  /// Starts JACK's transport at the beginning of the song; another song may play.
  func start() {
    engine.move(.stop)
    engine.move(.locate(frame: 0))
    _ = eventually { engine.control.transportWords.jack.frame == 0 }
    engine.move(.play)
  }

  func stop() { engine.stop() }

  /// Whether the song and its tail are over.
  var isFinished: Bool {
    guard let length else { return false }
    let words = engine.control.transportWords
    return (words.follows ? words.jack.frame : engine.reading.sampleTime) >= length + tail
  }

  var events: AsyncStream<JACKEngineEvent> { engine.events }
  /// With the song's frame, if there is a song.
  var reading: EngineReading {
    var reading = engine.reading
    if length != nil { reading.sampleTime = engine.transport.frame }
    return reading
  }
  var format: JACKServerFormat { engine.serverFormat }
  var connections: Set<JACKEngineConnection> { engine.connections }
  /// Without the client that manages the connections.
  var clientNames: [String] { Array(engine.clientNames.dropFirst()) }

  /// The instances in the order of the chain.
  var instances: [Instance] { nodes.compactMap { engine.graph[$0]?.instance } }

  /// The statistics of each instance, in the order of the chain.
  func readings() -> [NodeReading] {
    let readings = engine.readings()
    return nodes.compactMap { readings[$0] }
  }

  func slot(ofInstance index: Int) -> any NodeSlot { engine.slot(of: nodes[index]) }
  func sampleTime(ofInstance index: Int) -> Int64 { engine.reading.sampleTime }

  func replace(
    instance index: Int, with instance: Instance,
    whenDone: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    try slot(ofInstance: index).replace(with: instance, whenDone: whenDone)
  }

  func setMute(_ isMuted: Bool, ofInstance index: Int) throws(HostError) {
    var graph = engine.graph
    graph.setMute(isMuted, of: nodes[index])
    try engine.update(graph)
  }

  func isMuted(instance index: Int) -> Bool { engine.graph[nodes[index]]?.isMuted ?? false }

  func setBypass(_ isBypassed: Bool, ofInstance index: Int) {
    slot(ofInstance: index).setBypass(isBypassed)
  }

  func setParameter(_ address: ParameterAddress, to value: Float, ofInstance index: Int) -> Bool {
    slot(ofInstance: index).schedule(.parameter(address: address, value: value), at: .immediately)
  }

  func ramp(
    _ address: ParameterAddress, to value: Float, frameCount: UInt32, ofInstance index: Int
  ) -> Bool {
    slot(ofInstance: index).schedule(
      .ramp(address: address, value: value, frameCount: frameCount), at: .immediately)
  }
}
