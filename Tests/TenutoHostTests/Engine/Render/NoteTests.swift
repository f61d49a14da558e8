import CTenuto
import Foundation
import SawtoothKernel
import TenutoCore
import TenutoExtension
import TenutoMIDI
import TenutoRender
import TestSupport
import Testing

/// The sound of a note that passed through another process.
struct NoteTests {
  @Test(arguments: [0, 1, 31, 62, 63])
  func aNoteSoundsFromItsFrameOn(frame: Int) throws {
    let graph = Graph(chain: [try .sine()])
    let rig = try Rig(graph)
    for _ in 0..<3 { #expect(rig.render() == [Float](repeating: 0, count: 64)) }
    rig.play(69, at: frame, on: graph.nodeIDs[0])
    // The sine may begin with a zero sample.
    let samples = rig.render() + rig.render()
    #expect(samples[..<frame].allSatisfy { $0 == 0 })
    let first = try #require(samples.firstIndex { $0 != 0 })
    #expect(first == frame || first == frame + 1)
    #expect(samples[(frame + 1)...].allSatisfy { $0 != 0 })
  }

  @Test(arguments: [21, 45, 69, 93, 108] as [UInt8])
  func theFirstCycleSoundsAndThePitchIsRight(note: UInt8) throws {
    let graph = Graph(chain: [try .sine()])
    let rig = try Rig(graph)
    rig.play(note, on: graph.nodeIDs[0])
    var samples = rig.render()
    #expect(samples.contains { $0 != 0 })
    for _ in 0..<1000 { samples += rig.render() }
    let expected = 440 * pow(2, (Double(note) - 69) / 12)
    let cents = 1200 * log2(frequency(Array(samples.dropFirst(2000))) / expected)
    #expect(abs(cents) < 1, "\(cents) cents")
  }

  /// The frequency between the first and the last upward crossing of zero.
  private func frequency(_ samples: [Float]) -> Double {
    var crossings: [Double] = []
    for index in 1..<samples.count where samples[index - 1] < 0 && samples[index] >= 0 {
      let before = Double(samples[index - 1])
      crossings.append(Double(index - 1) + before / (before - Double(samples[index])))
    }
    guard let first = crossings.first, let last = crossings.last, last > first else { return 1 }
    return Double(crossings.count - 1) * 48000 / (last - first)
  }

  @Test func anExtensionSoundsLikeItsKernelInThisProcess() throws {
    tenuto_flush_subnormals()  // as the extension's thread does
    let graph = Graph(chain: [try Instance(built: "Sawtooth", "aumu saw1 Tnto")])
    let rig = try Rig(graph, frameCount: 128)
    var runner = KernelRunner<SawtoothKernel>(sampleRate: 48000, maximumFrameCount: 128)
    var random = SeededRandom(seed: 11)
    for _ in 0..<200 {
      let frameCount = Int.random(in: 1...128, using: &random)
      let events = randomEvents(frameCount: frameCount, &random)
      for event in events {
        rig.send(event.payload, at: Int(event.frameOffset), to: graph.nodeIDs[0])
      }
      runner.render(frameCount: frameCount, events: events.span)
      let here = (0..<2).map { channel in
        let span = runner.output(channel)
        return (0..<frameCount).map { span[$0] }
      }
      let there = [rig.render(frameCount), rig.mix(frameCount, channel: 1)]
      #expect(there == here)
    }
  }

  private func randomEvents(
    frameCount: Int, _ random: inout SeededRandom
  ) -> [TimedEvent] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      UInt32.random(in: 0..<UInt32(frameCount), using: &random)
    }.sorted().map { frame in
      let note = UInt8.random(in: 30...100, using: &random)
      let event: VoiceEvent =
        Bool.random(using: &random)
        ? .noteOn(channel: 0, note: note, velocity: .random(in: 1...65535, using: &random))
        : .noteOff(channel: 0, note: note, velocity: 0)
      return TimedEvent(frameOffset: frame, payload: .midi(event.ump))
    }
  }

  @Test func cyclesOfAnyLengthAreOneSound() throws {
    func sound(_ lengths: [Int]) throws -> [Float] {
      let graph = Graph(chain: [try .sine()])
      let rig = try Rig(graph, frameCount: 64, burst: 4)
      rig.play(60, at: 0, on: graph.nodeIDs[0])
      return lengths.flatMap { rig.render($0) }
    }
    let whole = try sound([Int](repeating: 256, count: 8))
    #expect(try sound([Int](repeating: 64, count: 32)) == whole)
    #expect(try sound([Int](repeating: 1, count: 2048)) == whole)
    #expect(try sound([255, 1, 100, 200, 3, 209] + [Int](repeating: 128, count: 10)) == whole)
  }

  @Test func thousandsOfEventsInOneCycleArrive() throws {
    let graph = Graph(chain: [try .faulty()])
    let rig = try Rig(graph)
    for _ in 0..<2000 { rig.send(.fault(0), to: graph.nodeIDs[0]) }
    rig.send(.coded, at: 63, to: graph.nodeIDs[0])
    #expect(rig.render().last == 63.0 / 65536)
    #expect(rig.graph.readings()[0].lostEvents == 0)
  }
}
