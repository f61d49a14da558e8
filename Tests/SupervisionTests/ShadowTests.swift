import Glibc
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSupervision
@testable import TenutoSystem

/// Shadows under supervision: made, taken, and made again.
@Suite(.serialized)
struct ShadowTests {
  /// One instrument whose level glides, with a supervisor.
  private final class Scene {
    let rig: Rig
    let node: Graph.NodeID
    let supervisor: NodeSupervisor
    /// The instances that the supervisor has started.
    let made = Locked<[Instance]>([])

    /// `hangLimit` is how many seconds a late answer is waited for.
    init(
      _ code: ComponentCode = "aumu trap Test", hangLimit: Double = 0.05, keepsCycles: Bool = true
    ) throws {
      let instance = try Self.make(code)
      instance.keepsCycles = keepsCycles
      let graph = Graph(chain: [instance])
      node = graph.nodeIDs[0]
      rig = try Rig(graph)
      let made = made
      var policy = SupervisionPolicy.with(.shadow)
      policy.hangLimit = hangLimit
      supervisor = NodeSupervisor(
        name: "trapped", slot: rig.graph.slot(of: node), policy: policy
      ) { () throws(HostError) -> Instance in
        let instance = try Self.make(code)
        made.withLock { $0.append(instance) }
        return instance
      }
    }

    static func make(_ code: ComponentCode) throws(HostError) -> Instance {
      try Instance(built: "UnrulyExtension", code)
    }

    deinit {
      supervisor.stop()
      rig.graph.release()
      for instance in rig.graph.instances { instance.terminate() }
    }

    var status: NodeSupervisor.Status { supervisor.status }
    var reading: NodeReading { rig.graph.counters(of: node) }

    /// The current shadow.
    var shadow: Instance? { made.withLock { $0.last { $0.process.exit == nil } } }

    func kill() { _ = Glibc.kill(supervisor.instance.process.identifier, SIGKILL) }

    /// Renders in real time until `condition` holds; false after ten seconds.
    func play(until condition: () -> Bool) -> Bool {
      let end = MonotonicTime.after(milliseconds: 10_000)
      while MonotonicTime.now < end {
        rig.render(isRealtime: false)
        usleep(1000)
        if condition() { return true }
      }
      return false
    }
  }

  @Test func aShadowIsMadeTakenAndMadeAgain() throws {
    let scene = try Scene()
    scene.rig.play(60, on: scene.node)
    for round in 0..<5 {
      #expect(scene.play { scene.status.shadow == .exact })
      let first = scene.supervisor.instance
      scene.kill()
      #expect(scene.play { scene.status.restarts == round + 1 })
      #expect(scene.supervisor.instance !== first)
    }
    #expect(scene.reading.takeovers == 5)
    #expect(scene.reading.misses == 0)
    #expect(scene.status.condition == .playing)
    let causes = [FaultCause](repeating: .killed(signal: SIGKILL), count: 5)
    #expect(scene.status.faults.map(\.cause) == causes)
  }

  /// A node that has played without a log, or was changed by a request, gives a snapshot, from
  /// which its next shadow is exact.
  @Test func aShadowThatIsNotExactIsReplacedByOneThatIs() throws {
    let scene = try Scene(keepsCycles: false)
    scene.rig.play(60, on: scene.node)
    for _ in 0..<50 { scene.rig.render(isRealtime: false) }
    #expect(scene.play { scene.status.shadow == .exact })
    scene.kill()
    #expect(scene.play { scene.status.restarts == 1 })
    #expect(scene.play { scene.status.shadow == .exact })
    try scene.supervisor.instance.set(1, to: 0.25)
    #expect(scene.play { scene.status.shadow == .stateOnly })
    #expect(scene.play { scene.status.shadow == .exact })
    scene.kill()
    #expect(scene.play { scene.status.restarts == 2 })
    #expect(scene.reading.takeovers == 2)
    #expect(scene.reading.misses == 0)
  }

  /// A node without snapshots begins again when it is quiet: not while it sounds, and with its
  /// values.
  @Test func withoutSnapshotsANodeBeginsAgainInSilence() throws {
    let scene = try Scene("aumu secr Test", keepsCycles: false)
    let first = scene.supervisor.instance
    scene.rig.play(60, on: scene.node)
    try first.set(1, to: 0.25)
    #expect(scene.play { scene.status.shadow == .stateOnly })
    // Three seconds of 64 frames.
    let end = scene.reading.cycles + 3 * 750
    #expect(scene.play { scene.reading.cycles >= end })
    #expect(scene.supervisor.instance === first && scene.status.shadow == .stateOnly)
    let noteOff = VoiceEvent.noteOff(channel: 0, note: 60, velocity: 0)
    scene.rig.send(.midi(noteOff.ump), to: scene.node)
    #expect(scene.play { scene.status.shadow == .exact })
    #expect(scene.supervisor.instance !== first && eventually { first.process.exit != nil })
    #expect(scene.supervisor.instance.center.value(of: 1) == 0.25)
    #expect(scene.status.faults.isEmpty && scene.status.restarts == 0)

    scene.rig.play(62, on: scene.node)
    for _ in 0..<50 { scene.rig.render(isRealtime: false) }
    scene.kill()
    #expect(scene.play { scene.status.restarts == 1 })
    #expect(scene.reading.takeovers == 1 && scene.reading.misses == 0)
  }

  /// The shadow gets the input that ended the node, and a third process does not.
  @Test func anEventThatEndsTwoObserversDoesNotReachAThird() throws {
    let scene = try Scene()
    scene.rig.play(60, on: scene.node)
    #expect(scene.play { scene.status.shadow == .exact })
    scene.rig.play(1, on: scene.node)
    #expect(scene.play { scene.status.faults.count == 2 && scene.status.condition == .playing })
    #expect(scene.play { scene.reading.missesInRow == 0 })
    for _ in 0..<100 { scene.rig.render(isRealtime: false) }
    #expect(scene.status.faults.count == 2)
    #expect(scene.status.faults.compactMap(\.leftOut) == ["C#-1 note on"])
    // The held note continues in the third process, which has a shadow again.
    #expect(scene.rig.render(isRealtime: false).contains { $0 != 0 })
    #expect(scene.play { scene.status.shadow == .exact })
  }

  /// The note that ends both is not the newest of its cycle: all of the cycle is withheld.
  @Test func allEventsOfTheCycleAreWithheld() throws {
    let scene = try Scene()
    scene.rig.play(60, on: scene.node)
    #expect(scene.play { scene.status.shadow == .exact })
    scene.rig.play(1, at: 3, on: scene.node)
    scene.rig.play(64, at: 5, on: scene.node)
    #expect(scene.play { scene.status.faults.count == 2 && scene.status.condition == .playing })
    #expect(scene.play { scene.reading.missesInRow == 0 })
    for _ in 0..<100 { scene.rig.render(isRealtime: false) }
    #expect(scene.status.faults.count == 2)
    #expect(scene.rig.render(isRealtime: false).contains { $0 != 0 })
  }

  /// Both are killed: nothing was wrong with the note of that moment, nor with older ones.
  @Test func heldNotesStayWhereBothAreKilled() throws {
    let scene = try Scene()
    scene.rig.play(60, on: scene.node)
    #expect(scene.play { scene.status.shadow == .exact })
    for _ in 0..<20 { scene.rig.render(isRealtime: false) }
    scene.kill()
    let shadow = try #require(scene.shadow)
    _ = Glibc.kill(shadow.process.identifier, SIGKILL)
    #expect(scene.play { scene.status.faults.count == 2 && scene.status.condition == .playing })
    #expect(scene.play { scene.reading.missesInRow == 0 })
    for _ in 0..<100 { scene.rig.render(isRealtime: false) }
    #expect(scene.status.faults.compactMap(\.leftOut).isEmpty)
    #expect(scene.rig.render(isRealtime: false).contains { $0 != 0 })
    #expect(scene.play { scene.status.shadow == .exact })
  }

  /// A primary that was only late, here for a while without a core, is no fault.
  @Test func aLatePrimaryIsReplacedWithoutAReport() throws {
    let scene = try Scene(hangLimit: 5)
    scene.rig.play(60, on: scene.node)
    #expect(scene.play { scene.status.shadow == .exact })
    let first = scene.supervisor.instance
    let process = first.process.identifier
    ProcessTable.stop(process)
    scene.rig.render(isRealtime: false)
    _ = Glibc.kill(process, SIGCONT)
    #expect(scene.play { scene.status.restarts == 1 })
    #expect(scene.reading.takeovers == 1)
    #expect(scene.reading.misses == 0)
    #expect(scene.status.faults.isEmpty, "\(scene.status.faults)")
    #expect(eventually { first.process.exit != nil })
  }
}
