import CFaults
import Foundation
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TenutoTransport
import TestSupport

/// Many supervised voices, and a sine next to them in the same graph.
final class Choir {
  private let graph: PreparedGraph
  private let voices: [Graph.NodeID]
  private let cares: [Care]
  private var samples: [[Float]]
  private var cycleCount = 0
  private var crashedAt = 0
  private(set) var silentCycles = 0

  /// Starts the voices, each with a spare.
  init(count: Int) throws {
    var graph = Graph()
    let steady = graph.add(try .sine())
    graph.connectOutput(of: steady, firstChannel: 0)
    var voices: [Graph.NodeID] = []
    for index in 1...count {
      let voice = graph.add(try Self.voice())
      graph.connectOutput(of: voice, firstChannel: 2 * index)
      voices.append(voice)
    }
    let prepared = try PreparedGraph(
      graph,
      format: EngineFormat(
        sampleRate: 48000, frameCount: Scene.frameCount, outputChannelCount: 2 * count + 2))
    self.graph = prepared
    self.voices = voices
    samples = Array(repeating: [], count: count + 1)
    cares = voices.map { Care(prepared.slot(of: $0), policy: .quick(), make: Self.voice) }
    for care in cares { _ = eventually { care.hasSpare } }
    let note = VoiceEvent.noteOn(channel: 0, note: 69, velocity: 65535)
    for node in [steady] + voices { send(note, to: node) }
  }

  private static func voice() throws(HostError) -> Instance {
    try Instance(built: "Faulty", "aumu fvox Test")
  }

  private func send(_ event: VoiceEvent, to node: Graph.NodeID) {
    unsafe graph.renderer.pointee.send(
      TimedEvent(frameOffset: 0, payload: .midi(event.ump)), toSlot: graph.slotNumber(of: node))
  }

  /// Makes all voices crash in the next cycle.
  func crash() {
    crashedAt = cycleCount
    for voice in voices {
      send(.polyPressure(channel: 0, note: UInt8(FAULT_SEGV), value: 0), to: voice)
    }
  }

  func render(_ count: Int) {
    for _ in 0..<count {
      cycleCount += 1
      unsafe graph.renderer.pointee.render(
        frameCount: Scene.frameCount, until: .after(milliseconds: 10_000), isRealtime: true)
      for index in samples.indices {
        unsafe samples[index].append(
          contentsOf: UnsafeBufferPointer(
            start: graph.renderer.pointee.mixSamples(2 * index), count: Scene.frameCount))
      }
    }
  }

  func renderUntilAllAreHeard() -> Bool {
    while cycleCount < Oracle.cycleCount - 100 {
      let areHeard = samples.dropFirst().allSatisfy { samples in
        samples.suffix(Scene.frameCount).contains { $0.magnitude > 0.1 }
      }
      silentCycles = cycleCount - crashedAt - 1
      if areHeard { return true }
      usleep(2000)
      render(1)
    }
    return false
  }

  var restarts: [Int] { cares.map { $0.supervisor.status.restarts } }

  var reportCounts: [Int] { cares.map(\.reports.count) }

  /// Whether the sine sounds as it does alone.
  var bystanderIsUntouched: Bool {
    samples[0].elementsEqual(Oracle.reference[0].prefix(samples[0].count))
  }

  func end() {
    cares.forEach { $0.supervisor.stop() }
    graph.instances.forEach { $0.terminate() }
  }
}
