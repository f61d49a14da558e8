import Foundation
import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoTransport

/// One soak from start to report.
struct Soak {
  /// Chains of two extensions each.
  static let chainCount = 4
  /// What goes wrong.
  enum Plan {
    /// An extension of a chain at random, every so many seconds.
    case faults(interval: Double)
    /// Attackers beside the chains, all at once.
    case attack([Attacker])
  }
  let plan: Plan
  let clients: JACKGraphEngine.Clients
  let seconds: Double
  let seed: UInt64

  private var isAttack: Bool { if case .attack = plan { true } else { false } }

  /// Plays, reports and judges.
  func run() throws -> Report.Verdict {
    let server = try DummyServer(name: "tenuto-soak-\(getpid())", frameCount: 128)
    defer { server.stop() }
    // Nice to have: the machine may have no room for a second server.
    let other = try? DummyServer(name: "tenuto-quiet-\(getpid())", frameCount: 128)
    defer { other?.stop() }
    // One after the other: JACK opens no two clients at once.
    let quiet = try ChildProgram(["quiet", clients.word, server.name])
    _ = quiet.firstLine()
    let ear = try ChildProgram(["listen", server.name, String(Self.chainCount + 1)])
    _ = ear.firstLine()
    let control = try other.map { try ChildProgram(["listen", $0.name, "0"]) }
    _ = control?.firstLine()
    let session = try Session(
      chainCount: Self.chainCount, isAttacked: isAttack, clients: clients, serverName: server.name)
    session.play()
    try patch(session, quiet, ear, serverName: server.name)
    waitForSpares(of: session, seconds: 60)
    warmUp(session)
    let before = Holdings.now
    let starts = [ear, control].map { $0?.lines.count ?? 0 }
    let reportCount = session.reports.count
    let deeds = play(session)
    // What an attacker has done is known a little later; what comes after is its end.
    usleep(500_000)
    let heard = Heard(ear.lines, from: starts[0])
    let reports = Array(session.reports.dropFirst(reportCount))
    waitForSpares(of: session, seconds: 10)
    // A slot keeps the instance that it was last asked for, also when that has ended.
    for node in session.nodes { _ = node.supervisor.instance }
    let after = settled(before)
    session.stop()
    for child in [ear, quiet, control] { child?.finish() }
    let report = Report(
      deeds: deeds, reports: reports, heard: heard, quiet: quiet.lines,
      machine: Heard(control?.lines ?? [], from: starts[1]), before: before, after: after)
    say(report.text)
    return report.verdict
  }

  /// Waits for every node's spare: one that is left out has none.
  private func waitForSpares(of session: Session, seconds: Int) {
    for _ in 0..<seconds * 20 where !session.isReady {
      takeIn(session.nodes)
      usleep(50_000)
    }
  }

  /// What the host holds once extensions that were ended are gone; a leak stays for all 30 s.
  private func settled(_ before: Holdings) -> Holdings {
    for _ in 0..<15 {
      sleep(2)
      let holdings = Holdings.now
      if holdings.isNoMore(than: before) { return holdings }
    }
    return Holdings.now
  }

  /// Has the ear hear every chain, the quiet host's last.
  private func patch(
    _ session: Session, _ quiet: ChildProgram, _ ear: ChildProgram, serverName: String
  ) throws {
    guard ear.firstLine() == "ready",
      let port = quiet.firstLine()?.split(separator: " ", maxSplits: 1).last
    else { throw SoakError(reason: "the listener or the quiet host does not start") }
    let client = try JACKClient.openOrRetry(name: "soak-patch", serverName: serverName)
    defer { client.close() }
    for (index, output) in (session.outputs + [String(port)]).enumerated() {
      try client.connect(from: output, to: "\(Listener.clientName):in_\(index)")
    }
    // Within a chain the engine has made its connections itself.
  }

  /// Ends every extension once: what a first restart makes for good is no leak.
  private func warmUp(_ session: Session) {
    for node in session.nodes {
      kill(node.supervisor.instance.process.identifier, SIGKILL)
      usleep(200_000)
      waitForSpares(of: session, seconds: 10)
    }
    sleep(3)
  }

  /// Has things go wrong until the time is over.
  private func play(_ session: Session) -> Report.Deeds {
    switch plan {
    case .faults(let interval):
      return .faults(commitFaults(in: session, every: interval), interval: interval)
    case .attack(let attackers):
      var attack = Attack(on: session, by: attackers, seed: seed)
      attack.go(seconds: seconds) {
        takeIn(session.chains.joined())
        return false
      }
      attack.end()
      return .attack(attack.tallies)
    }
  }

  /// Does wrong at random until the time is over; what was done.
  private func commitFaults(in session: Session, every interval: Double) -> [JournalEntry] {
    var random = SeededRandom(seed: seed)
    var journal: [JournalEntry] = []
    let end = Date.now + seconds
    var next = Date.now
    while next < end {
      let fault = SoakFault.allCases[Int(random.next() % UInt64(SoakFault.allCases.count))]
      let chain = Int(random.next() % UInt64(Self.chainCount))
      let number = Int(random.next() % UInt64(Recipe.codes.count))
      let node = session.chains[chain][number]
      let instance = node.supervisor.instance
      let time = MonotonicTime.now.nanoseconds
      let isDone = fault.commit(on: instance)
      journal.append(
        JournalEntry(time: time, chain: chain, node: number, fault: fault, isDone: isDone))
      next += interval
      play(session, until: next - interval / 2)
      heal(fault, node, instance.process.identifier)
      play(session, until: next)
    }
    return journal
  }

  private func play(_ session: Session, until end: Date) {
    while Date.now < end {
      takeIn(session.chains.joined())
      usleep(50_000)
    }
  }

  /// Takes in again what was left out as too slow: a machine that stands still makes that of anybody.
  private func takeIn(_ nodes: some Sequence<Session.Node>) {
    for node in nodes where node.supervisor.status.condition == .overloaded {
      say("too slow, and taken in again: \(node.supervisor.name)")
      node.supervisor.retry()
    }
  }

  /// What the user does about those that nobody ends.
  private func heal(_ fault: SoakFault, _ node: Session.Node, _ process: Int32) {
    switch fault {
    case .nan:
      _ = node.slot.schedule(.parameter(address: 0, value: 0), at: .immediately)
      node.supervisor.retry()
    case .flood where node.supervisor.instance.process.identifier == process:
      kill(process, SIGKILL)
    default: break
    }
  }
}

extension JACKGraphEngine.Clients {
  /// As `tenuto run --clients` has it.
  init?(word: String) {
    switch word {
    case "one": self = .one
    case "each": self = .each
    default: return nil
    }
  }

  /// As `tenuto run --clients` has it.
  var word: String { self == .one ? "one" : "each" }
}

/// Why a soak cannot be run.
struct SoakError: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

/// One fault that was committed.
struct JournalEntry {
  let time: UInt64
  let chain: Int
  let node: Int
  let fault: SoakFault
  /// Whether it could be told to do wrong.
  let isDone: Bool
}
