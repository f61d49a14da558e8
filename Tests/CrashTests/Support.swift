import Foundation
import TenutoCore
import TenutoMIDI
import TenutoTransport
import TestSupport

@testable import TenutoProcess
@testable import TenutoRender
@testable import TenutoSupervision
@testable import TenutoSystem

extension Instance {
  /// Starts the effect that crashes at the third loud note.
  static func crashing() throws(HostError) -> Instance {
    try Instance(built: "CrashingExtension", "aumf crsh Test")
  }

  /// Starts the same effect without the fault.
  static func mended() throws(HostError) -> Instance {
    try Instance(built: "MendedExtension", "aumf crsh Test")
  }
}

/// A folder that is removed with the test.
final class TestFolder {
  let path = NSTemporaryDirectory() + "tenuto-crash-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}

/// One effect on a test's thread: cycles of changing size, with a saw as input.
final class Flight {
  let instance: Instance
  let node: Graph.NodeID
  let graph: PreparedGraph
  /// The output, first channel.
  private(set) var heard: [Float] = []
  private(set) var sampleTime: Int64 = 0
  private var ramp: Float = 0

  static let format = EngineFormat(
    sampleRate: 48000, frameCount: 128, inputChannelCount: 2, outputChannelCount: 2)

  /// Whether its input came directly from its predecessor, without the host.
  private(set) var hasFollowed = false

  /// With a `first` instance, the saw goes to that one, and its output to the instance.
  init(_ instance: Instance, behind first: Instance? = nil) throws {
    instance.recordsFlight = true
    self.instance = instance
    var graph = Graph()
    node = graph.add(instance)
    if let first {
      let source = graph.add(first)
      graph.connectInput(to: source)
      graph.connect(source, to: node)
    } else {
      graph.connectInput(to: node)
    }
    graph.connectOutput(of: node)
    self.graph = try PreparedGraph(graph, format: Self.format)
  }

  func send(_ payload: TimedEvent.Payload, at frame: Int = 0) {
    unsafe graph.renderer.pointee.send(
      TimedEvent(frameOffset: UInt32(frame), payload: payload), toSlot: graph.slotNumber(of: node))
  }

  func play(velocity: UInt16, at frame: Int) {
    send(.midi(VoiceEvent.noteOn(channel: 0, note: 60, velocity: velocity << 9).ump), at: frame)
  }

  /// Renders one cycle.
  func render(_ frameCount: Int) {
    for channel in 0..<2 {
      let samples = unsafe graph.renderer.pointee.externalSamples(channel)
      for frame in 0..<frameCount {
        unsafe samples[frame] = ramp + Float(frame) / 512 - Float(channel) / 8
      }
    }
    ramp = ramp > 0.5 ? -0.5 : ramp + 0.013
    let context = MusicalContext(
      tempo: 97.3, beatPosition: Double(sampleTime) / 12345, samplePosition: sampleTime,
      isPlaying: true)
    unsafe graph.renderer.pointee.addContext(context, frameOffset: 0)
    unsafe graph.renderer.pointee.render(
      frameCount: frameCount, until: .after(milliseconds: 10_000), isRealtime: true)
    let mix = unsafe graph.renderer.pointee.mixSamples(0)
    heard += (0..<frameCount).map { unsafe mix[$0] }
    hasFollowed = instance.renderMemory?.isFollowing ?? hasFollowed
    sampleTime += Int64(frameCount)
  }

  /// Plays until the effect has crashed; returns the first frame of that cycle.
  func playUntilCrash() throws -> Int64 {
    for cycle in 0..<12 {
      if cycle == 3 { send(.parameter(address: 1, value: 0.75), at: 5) }
      if cycle == 4 { play(velocity: 90, at: 11) }
      if cycle == 5 || cycle == 8 { play(velocity: 120, at: cycle) }
      if cycle == 11 { play(velocity: 127, at: 37) }
      if cycle < 11 { render(64 + cycle) } else { break }
    }
    let crash = sampleTime
    render(100)
    return crash
  }

  /// The bundle's content, as filled by a supervisor.
  func content(state: ComponentState?) -> CrashBundle.Content {
    let output = instance.process.outputTail
    let exit = instance.process.exit
    let cause = exit.map { FaultCause($0, note: FaultNote(output: output)) } ?? .hung
    var content = CrashBundle.Content(
      component: instance.description, executablePath: instance.process.executablePath,
      cause: cause,
      format: RenderFormat(
        sampleRate: 48000, maximumFrameCount: 128, frameCapacity: 128, inputChannelCount: 2,
        outputChannelCount: 2, depth: 0, slot: 0),
      layout: instance.layout, time: 1_795_253_140)
    content.exit = exit
    content.output = output
    content.state = state
    content.parameters = state?.parameters ?? []
    content.recording = instance.flightLog?.recording()
    return content
  }
}
