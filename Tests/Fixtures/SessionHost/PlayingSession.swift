import Glibc
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSession
import TenutoSupervision
import TenutoSystem
import TenutoTransport
import TestSupport

extension SessionHost {
  /// Edits per whole unit of the parameter: exact in binary.
  private static let scale: Float = 65536
  private static let node = "rich"

  /// Plays, and edits a parameter every 50 ms, continuing from the session's end.
  ///
  /// Prints `host EXTENSION-PID FIRST`, `edit N` after each edit, and `kept N` when edit N was
  /// saved.
  static func play(_ folder: String) throws {
    let vault = SessionVault(folder: folder)
    let kept = try vault.kept()
    let running = try start(kept?.session ?? fresh(), vault)
    let first = kept.map(number) ?? 0
    let process = running.status(of: node)?.instance?.process.identifier ?? 0
    say("host \(process) \(first)")
    startLooking(vault)
    var edit = first
    while true {
      edit += 1
      try running.set("gain", of: node, to: Float(edit) / scale, waits: false, isStep: false)
      say("edit \(edit)")
      usleep(50_000)
    }
  }

  private static func fresh() -> Session {
    var session = Session(name: "killed")
    session.nodes = [SessionNode(node, .component("aumu rich Test"))]
    session.nodes[0].parameters["gain"] = 0
    return session
  }

  private static func start(_ session: Session, _ vault: SessionVault) throws -> RunningSession {
    let path = Built.path("UnitExtension")
    guard
      let description = try Instance.describe(executablePath: path).first(where: {
        $0.code == "aumu rich Test"
      })
    else { exit(3) }
    var options = SessionOptions(registry: Registry(searchPath: SearchPath([])))
    options.substitutes[description.code] = Component(
      description: description, executablePath: path)
    options.supervision.spare = .none
    options.vault = vault
    return try RunningSession(session, file: nil, options: options) { order throws(HostError) in
      try ClockEngine(order, session.engine)
    }
  }

  /// The number of a session's last edit.
  private static func number(_ kept: KeptSession) -> Int {
    let node = kept.session.node(named: node)
    let stated = node?.state?.parameters.first { $0.address == 1 }?.value
    return Int((node?.parameters["gain"] ?? stated ?? 0) * scale)
  }

  private static func startLooking(_ vault: SessionVault) {
    _ = TestThread {
      var last: UInt64?
      while true {
        let newest = try? vault.store.sequences().first
        if newest != last, let kept = try? vault.kept() {
          last = newest ?? last
          say("kept \(number(kept))")
        }
        usleep(20_000)
      }
    }
  }
}
