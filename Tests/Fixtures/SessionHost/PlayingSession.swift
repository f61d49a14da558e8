import Glibc
import Synchronization
import TenutoCore
import TenutoHost
import TenutoTransport
import TestSupport

extension SessionHost {
  /// Edits per whole unit of the parameter: exact in binary.
  private static let scale: Float = 65536

  /// Plays, and edits a parameter every 50 ms, from where the session ended.
  ///
  /// It says `host EXTENSION-PID FIRST`, `edit N NANOSECONDS` after each edit, and
  /// `kept N NANOSECONDS` after each save that has edit N.
  static func play(_ store: GenerationStore) throws {
    let writer = try store.open()
    let saved = try store.session()
    let instance = try Instance(built: "UnitExtension", "aumu rich Test")
    let mirror = try restore(saved, instance)
    let first = Int(mirror.values.first { $0.address == 1 }.map { $0.value * scale } ?? 0)
    say("host \(instance.process.identifier) \(saved == nil ? 0 : first)")
    let keeper = SessionKeeper(
      [SessionKeeper.Member(key: "rich", mirror: mirror)], writer: writer, hostVersion: "1",
      onEvent: report)
    let rig = try Rig(chain: [instance], frameCount: 256)
    startEdits(of: instance, from: saved == nil ? 0 : first)
    while true {
      rig.render(256)
      usleep(5000)
      _ = keeper
    }
  }

  private static func restore(
    _ saved: SavedSession?, _ instance: Instance
  ) throws -> StateMirror {
    guard let node = saved?.document.nodes.first else {
      try instance.set(1, to: 0)
      return StateMirror(instance: instance)
    }
    let restoration = try NodeRestoration(
      of: node, to: instance, older: [],
      remake: { () throws(HostError) in
        throw HostError(.launchFailed, "no other instance is expected")
      })
    return StateMirror(instance: restoration.instance, state: restoration.state)
  }

  private static func startEdits(of instance: Instance, from first: Int) {
    _ = TestThread {
      var number = first
      while true {
        number += 1
        guard (try? instance.set(1, to: Float(number) / scale)) != nil else { return }
        say("edit \(number) \(MonotonicTime.now.nanoseconds)")
        usleep(50_000)
      }
    }
  }

  @Sendable private static func report(_ event: SessionKeeper.Event) {
    guard case .saved(let document, _) = event, let node = document.nodes.first else { return }
    let value =
      node.values.first { $0.address == 1 }?.value
      ?? node.state?.parameters.first { $0.address == 1 }?.value ?? 0
    say("kept \(Int(value * scale)) \(MonotonicTime.now.nanoseconds)")
  }
}
