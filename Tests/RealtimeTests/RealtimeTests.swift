import TenutoCore
import TenutoProcess
import TenutoRender
import TestSupport
import Testing

/// RealtimeSanitizer and an allocation counter on the render paths of both processes.
@Suite(.enabled(if: !isThreadSanitized, "two sanitizers do not go together"))
struct RealtimeTests {
  private let exitCode: Int32 = 43  // RealtimeSanitizer's

  private func probe(
    _ mode: String, scene: String = "chain", preload: String
  ) throws -> ProgramResult {
    try Program.run(
      Built.path("RealtimeProbe"), [mode, scene], environment: ["LD_PRELOAD": preload])
  }

  /// Outside the cycles, while the following ones are counted.
  private func hasAllocatedNothing(_ result: ProgramResult) -> Bool {
    result.output.split(separator: "\n")
      .contains("0 allocations in 1000 cycles, 2 after them")
  }

  @Test func theHostsRenderPathPassesTheSanitizer() throws {
    let result = try probe("clean", preload: Preload.sanitizer.get())
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("misses: [0, 0, 0]"))
  }

  /// MIDI between nodes and to outputs in both protocols, ramps, scheduled events, contexts,
  /// bypasses, replacements and an ended process.
  @Test func routingPassesTheSanitizer() throws {
    let result = try probe("clean", scene: "routing", preload: Preload.sanitizer.get())
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("MIDI out: true, swapped: true"), "\(result.output)")
    // Only the ended extension misses a cycle.
    #expect(result.output.contains("misses: [0, 0, 0, 0, 0, 0, 0, "), "\(result.output)")
  }

  @Test func routingDoesNotAllocateInAThousandCycles() throws {
    let result = try probe("count", scene: "routing", preload: Preload.counter.get())
    #expect(result.status == 0, "\(result.output)")
    #expect(hasAllocatedNothing(result), "\(result.output)")
    #expect(result.output.contains("MIDI out: true, swapped: true"), "\(result.output)")
  }

  /// Shadows are fed, and take over from instances that are killed.
  @Test func takeoversPassTheSanitizer() throws {
    let result = try probe("clean", scene: "shadow", preload: Preload.sanitizer.get())
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("takeovers: 5"), "\(result.output)")
    #expect(result.output.contains("misses: [0, 0]"), "\(result.output)")
  }

  @Test func takeoversDoNotAllocateInAThousandCycles() throws {
    let result = try probe("count", scene: "shadow", preload: Preload.counter.get())
    #expect(result.status == 0, "\(result.output)")
    #expect(hasAllocatedNothing(result), "\(result.output)")
    #expect(result.output.contains("takeovers: 5"), "\(result.output)")
  }

  @Test func theSanitizerWouldCatchAnAllocationInTheHost() throws {
    let result = try probe("allocate", preload: Preload.sanitizer.get())
    #expect(result.status == exitCode, "\(result.output)")
    #expect(result.output.contains("fixture_allocate") || result.output.contains("malloc"))
  }

  @Test func theHostDoesNotAllocateInAThousandCycles() throws {
    let result = try probe("count", preload: Preload.counter.get())
    #expect(result.status == 0, "\(result.output)")
    #expect(hasAllocatedNothing(result), "\(result.output)")
  }

  /// The same sources as Sine, linked so that a library can be preloaded.
  private func checked(_ name: String, _ code: ComponentCode) throws -> Instance {
    try Instance(
      built: name, code, environment: ["LD_PRELOAD=\(Preload.sanitizer.get())"],
      sandbox: .off)  // the sanitizer needs calls that the sandbox denies
  }

  @Test func anExtensionsRenderPathPassesTheSanitizer() throws {
    let instance = try checked("CheckedExtension", "aumu sine Tnto")
    let graph = Graph(chain: [instance])
    let rig = try Rig(graph)
    for number in 0..<1000 {
      rig.play(UInt8(40 + number % 40), at: number % 64, on: graph.nodeIDs[0])
      rig.render()
    }
    #expect(rig.graph.readings()[0].misses == 0)
    #expect(instance.process.exit == nil, "\(instance.process.lastLines(20))")
    instance.terminate()
    #expect(instance.process.exit == .exited(code: 0))
  }

  @Test func theSanitizerEndsAnExtensionThatAllocates() throws {
    let instance = try checked("FaultyExtension", "aumu falt Test")
    let graph = Graph(chain: [instance])
    let rig = try Rig(graph)
    for _ in 0..<10 { rig.render() }
    rig.send(.fault(11), to: graph.nodeIDs[0])
    rig.render()
    #expect(eventually { instance.process.exit == .exited(code: exitCode) })
    let said = instance.process.lastLines(60).joined(separator: "\n")
    #expect(said.contains("RealtimeSanitizer"), "\(said)")
    #expect(said.contains("fixture_allocate") || said.contains("malloc"), "\(said)")
  }
}
