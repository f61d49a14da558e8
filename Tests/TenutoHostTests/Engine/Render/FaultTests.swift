import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TestSupport
import Testing

/// The sound during an extension's faults, while everything else plays on.
struct FaultTests {
  /// Two sources in separate nodes; the first is the faulty one.
  private func pair(_ faulty: Instance) throws -> (rig: Rig, graph: Graph) {
    var graph = Graph()
    graph.connectOutput(of: graph.add(faulty))
    let steady = graph.add(try .sine())
    graph.connectOutput(of: steady)
    let rig = try Rig(graph)
    rig.play(69, on: steady)
    return (rig, graph)
  }

  /// The sound of the second node alone, over `cycles`.
  private func reference(cycles: Int) throws -> [Float] {
    let graph = Graph(chain: [try .sine()])
    let rig = try Rig(graph)
    rig.play(69, on: graph.nodeIDs[0])
    return (0..<cycles).flatMap { _ in rig.render() }
  }

  private func fade(from sample: Float, frameCount: Int = 64) -> [Float] {
    (1...frameCount).map { max(0, sample * (1 - Float($0) / 64)) }
  }

  @Test(arguments: [12, 13, 14])
  func anExtensionThatEndsInRenderFadesToSilenceAndTheOthersContinue(fault: Int) throws {
    let (rig, graph) = try pair(.faulty())
    var heard: [Float] = []
    for cycle in 0..<20 {
      if cycle == 10 { rig.send(.fault(fault), at: 20, to: graph.nodeIDs[0]) }
      heard += rig.render()
    }
    let own = [Float](repeating: 0.5, count: 640) + fade(from: 0.5)
    let gone = own + [Float](repeating: 0, count: 1280 - own.count)
    #expect(heard == zip(gone, try reference(cycles: 20)).map { $0 + $1 })
    let readings = rig.graph.readings()
    #expect(readings.map(\.misses) == [10, 0])
    #expect(readings.map(\.cycles) == [10, 20])
    let exit = rig.graph.instances[0].process.exit
    let expected: [Int: ProcessExit] = [
      12: .signaled(number: 6), 13: .signaled(number: 11), 14: .exited(code: 0),
    ]
    #expect(exit == expected[fault])
    if fault == 12 {
      #expect(
        rig.graph.instances[0].process.lastLines(1) == ["the oscillator has melted"])
    }
    #expect(rig.graph.instances[1].process.exit == nil)
  }

  @Test func anExtensionThatIsKilledBetweenCyclesFadesToSilence() throws {
    let (rig, _) = try pair(.faulty())
    var heard = rig.render()
    let process = rig.graph.instances[0].process
    kill(process.identifier, SIGKILL)
    #expect(eventually { process.exit == .signaled(number: SIGKILL) })
    for _ in 0..<9 { heard += rig.render() }
    let gone =
      [Float](repeating: 0.5, count: 64) + fade(from: 0.5) + [Float](repeating: 0, count: 512)
    #expect(heard == zip(gone, try reference(cycles: 10)).map { $0 + $1 })
  }

  @Test func aFadeContinuesOverShortCycles() throws {
    let graph = Graph(chain: [try .faulty()])
    let rig = try Rig(graph)
    #expect(rig.render(16) == [Float](repeating: 0.5, count: 16))
    let process = rig.graph.instances[0].process
    kill(process.identifier, SIGKILL)
    #expect(eventually { process.exit != nil })
    let heard = (0..<6).flatMap { _ in rig.render(16) }
    #expect(heard == fade(from: 0.5) + [Float](repeating: 0, count: 32))
  }

  @Test func anEffectThatEndsFadesToItsInput() throws {
    var graph = Graph()
    let source = graph.add(try .faulty())
    let effect = graph.add(try .faultyEffect())
    graph.connect(source, to: effect)
    graph.connectOutput(of: effect)
    let rig = try Rig(graph)
    rig.send(.coded, to: source)
    #expect(rig.render() == (0..<64).map { Float($0) / 65536 / 2 })
    let process = rig.graph.instances[1].process
    kill(process.identifier, SIGKILL)
    #expect(eventually { process.exit != nil })
    let last = Float(63) / 65536 / 2
    let dry = (64..<128).map { Float($0) / 65536 }
    let gains = (1...64).map { Float($0) / 64 }
    let heard = rig.render()
    let mixed = zip(fade(from: last), zip(dry, gains)).map { $0 + $1.0 * $1.1 }
    #expect(zip(heard, mixed).allSatisfy { abs($0 - $1) < 1e-7 })
    // From then on it is the source's current output, not the effect's last input.
    for cycle in 2..<10 {
      #expect(rig.render() == (0..<64).map { Float(cycle * 64 + $0) / 65536 })
    }
  }

  // MARK: - Late

  /// An instance whose kernel can be blocked, and the file that unblocks it, which a sandbox would
  /// hide.
  private struct Gate {
    let path = NSTemporaryDirectory() + "tenuto-gate-\(UUID().uuidString)"
    var environment: [String] { ["TENUTO_TEST_GATE=\(path)"] }
    func open() { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    func remove() { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Renders until `node` has answered `cycles` cycles in total; returns every cycle's sound.
  private func renderUntil(_ rig: Rig, node: Int, cycles: UInt64) -> [[Float]] {
    var heard: [[Float]] = []
    var answered: UInt64 = 0
    while answered < cycles, heard.count < 5000 {
      usleep(1000)
      heard.append(rig.render())
      answered = rig.graph.readings()[node].cycles
    }
    #expect(answered == cycles)
    return heard
  }

  @Test func aLateExtensionFadesAndReturnsWithoutItsLateSamples() throws {
    let gate = Gate()
    defer { gate.remove() }
    let (rig, graph) = try pair(.faulty(environment: gate.environment, sandbox: .off))
    let node = graph.nodeIDs[0]
    rig.send(.coded, to: node)
    var heard = rig.render()
    var cycle = 1
    // Blocked: the host waits once, and then never again.
    rig.send(.fault(10), to: node)
    heard += rig.render(milliseconds: 3000)
    for _ in 0..<20 { heard += rig.render() }
    cycle += 21
    #expect(rig.graph.readings()[0].misses == 21)
    gate.open()
    // It catches up, is requested again, and sounds again.
    let awaited = renderUntil(rig, node: 0, cycles: 2)
    heard += awaited.joined()
    cycle += awaited.count
    for _ in 0..<5 { heard += rig.render() }
    cycle += 5
    #expect(heard == expectation(cycles: cycle, back: cycle - 6, try reference(cycles: cycle)))
    #expect(rig.graph.instances[0].process.exit == nil)
    #expect(rig.graph.readings()[1].misses == 0)
  }

  /// Coded sound in the first cycle, a fade, silence, and from cycle `back` on coded sound again
  /// with a fade-in; added to `other`.
  private func expectation(cycles: Int, back: Int, _ other: [Float]) -> [Float] {
    other.enumerated().map { frame, steady in
      let code = Float(frame & 0xFFFF) / 65536
      switch frame / 64 {
      case 0: return code + steady
      case 1: return Float(63) / 65536 * max(0, 1 - Float(frame - 63) / 64) + steady
      case back: return code * (Float(frame - back * 64 + 1) / 64) + steady
      case back...: return code + steady
      default: return steady
      }
    }
  }

  @Test func eventsForALateExtensionAreCaughtUpWith() throws {
    let gate = Gate()
    defer { gate.remove() }
    let graph = Graph(chain: [try .faulty(environment: gate.environment, sandbox: .off)])
    let rig = try Rig(graph)
    let node = graph.nodeIDs[0]
    rig.send(.fault(10), to: node)
    rig.render(milliseconds: 20)
    rig.send(.coded, at: 40, to: node)
    rig.render(milliseconds: 20)
    gate.open()
    let cycle = 1 + renderUntil(rig, node: 0, cycles: 1).count
    #expect(rig.render() == (0..<64).map { Float((cycle + 1) * 64 + $0) / 65536 })
  }

  @Test func aLateEffectPassesItsInputAndFadesBack() throws {
    let gate = Gate()
    defer { gate.remove() }
    var graph = Graph()
    let source = graph.add(try .faulty())
    let effect = graph.add(try .faultyEffect(environment: gate.environment, sandbox: .off))
    graph.connect(source, to: effect)
    graph.connectOutput(of: effect)
    let rig = try Rig(graph)
    rig.send(.coded, to: source)
    rig.render()
    rig.send(.fault(10), to: effect)
    rig.render(milliseconds: 3000)
    for cycle in 2..<6 {
      #expect(rig.render() == (0..<64).map { Float(cycle * 64 + $0) / 65536 })
    }
    let before = rig.render()
    gate.open()
    let heard = renderUntil(rig, node: 1, cycles: 2).suffix(2).joined()
    // From dry to wet without a step: no sample changes by more than fade and ramp allow.
    let all = before.suffix(1) + heard
    let steps = zip(all, all.dropFirst()).map { abs($1 - $0) }
    let largest = all.max() ?? 0
    #expect((steps.max() ?? 1) <= largest / 64 + 2 / 65536)
  }

  // MARK: - Bad samples

  @Test(
    arguments: [
      (1, 0), (2, 0), (3, 0), (4, 0), (5, 15.848_932), (6, -15.848_932),
    ] as [(Int, Float)])
  func samplesThatHurtAreReplacedAndCounted(fault: Int, sample: Float) throws {
    let (rig, graph) = try pair(.faulty())
    rig.send(.fault(fault), at: 32, to: graph.nodeIDs[0])
    let heard = rig.render()
    let own = [Float](repeating: 0.5, count: 32) + [Float](repeating: sample, count: 32)
    #expect(heard == zip(own, try reference(cycles: 1)).map { $0 + $1 })
    let readings = rig.graph.readings()
    #expect(readings.map(\.badSamples) == [64, 0])
    #expect(readings[0].peak == max(0.5, sample.magnitude))
    #expect(readings.map(\.misses) == [0, 0])
    #expect(rig.graph.readings()[0].peak == 0)
  }
}
