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
  /// Number of chains, each of two extensions.
  static let chainCount = 4
  /// The kind of faults.
  enum Plan {
    /// A random extension of a chain fails every `interval` seconds.
    case faults(interval: Double)
    /// Attackers next to the chains fail at once.
    case attack([Attacker])
  }
  let plan: Plan
  let clients: JACKGraphEngine.Clients
  let seconds: Double
  let seed: UInt64

  private var isAttack: Bool { if case .attack = plan { true } else { false } }

  /// Plays, prints the report, and returns the verdict.
  func run() throws -> Report.Verdict {
    let server = try DummyServer(name: "tenuto-soak-\(getpid())", frameCount: 128)
    defer { server.stop() }
    // Optional: the machine may not have room for a second server.
    let other = try? DummyServer(name: "tenuto-quiet-\(getpid())", frameCount: 128)
    defer { other?.stop() }
    // In sequence, since JACK does not open two clients at once.
    let quiet = try ChildProgram(["quiet", clients.word, server.name])
    _ = quiet.firstLine()
    let listener = try ChildProgram(["listen", server.name, String(Self.chainCount + 1)])
    _ = listener.firstLine()
    let control = try other.map { try ChildProgram(["listen", $0.name, "0"]) }
    _ = control?.firstLine()
    let session = try Session(
      chainCount: Self.chainCount, isAttacked: isAttack, clients: clients, serverName: server.name)
    session.play()
    try patch(session, quiet, listener, serverName: server.name)
    waitForSpares(of: session, seconds: 60)
    warmUp(session)
    let before = ResourceCounts.now
    let starts = [listener, control].map { $0?.lines.count ?? 0 }
    let reportCount = session.reports.count
    let load = play(session)
    // Fault reports arrive with a short delay; later ones belong to the end.
    usleep(500_000)
    let heard = ListenerReport(listener.lines, from: starts[0])
    let reports = Array(session.reports.dropFirst(reportCount))
    waitForSpares(of: session, seconds: 10)
    // A slot keeps its last instance, even an ended one, until it is asked again.
    for node in session.nodes { _ = node.supervisor.instance }
    let after = settled(before)
    session.stop()
    for child in [listener, quiet, control] { child?.finish() }
    let report = Report(
      load: load, reports: reports, heard: heard, quiet: quiet.lines,
      machine: ListenerReport(control?.lines ?? [], from: starts[1]), before: before, after: after)
    printLine(report.text)
    return report.verdict
  }

  /// Waits until every node has a spare; overloaded nodes are retried, since they have none.
  private func waitForSpares(of session: Session, seconds: Int) {
    for _ in 0..<seconds * 20 where !session.isReady {
      retryOverloaded(session.nodes)
      usleep(50_000)
    }
  }

  /// The resources after ended extensions have disappeared; a leak persists for all 30 s.
  private func settled(_ before: ResourceCounts) -> ResourceCounts {
    for _ in 0..<15 {
      sleep(2)
      let resources = ResourceCounts.now
      if resources.isAtMost(before) { return resources }
    }
    return ResourceCounts.now
  }

  /// Connects every chain to the listener, the quiet host's last.
  private func patch(
    _ session: Session, _ quiet: ChildProgram, _ listener: ChildProgram, serverName: String
  ) throws {
    guard listener.firstLine() == "ready",
      let port = quiet.firstLine()?.split(separator: " ", maxSplits: 1).last
    else { throw SoakError(reason: "the listener or the quiet host does not start") }
    let client = try JACKClient.openOrRetry(name: "soak-patch", serverName: serverName)
    defer { client.close() }
    for (index, output) in (session.outputs + [String(port)]).enumerated() {
      try client.connect(from: output, to: "\(Listener.clientName):in_\(index)")
    }
    // The engine has already connected the nodes within each chain.
  }

  /// Ends every extension once, so that one-time allocations of a restart do not count as a leak.
  private func warmUp(_ session: Session) {
    for node in session.nodes {
      kill(node.supervisor.instance.process.identifier, SIGKILL)
      usleep(200_000)
      waitForSpares(of: session, seconds: 10)
    }
    sleep(3)
  }

  /// Causes faults until the time is over.
  private func play(_ session: Session) -> Report.Load {
    switch plan {
    case .faults(let interval):
      return .faults(commitFaults(in: session, every: interval), interval: interval)
    case .attack(let attackers):
      var attack = Attack(on: session, by: attackers, seed: seed)
      attack.go(seconds: seconds) {
        retryOverloaded(session.chains.joined())
        return false
      }
      attack.end()
      return .attack(attack.tallies)
    }
  }

  /// Causes random faults until the time is over, and returns them.
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
      recover(fault, node, instance.process.identifier)
      play(session, until: next)
    }
    return journal
  }

  private func play(_ session: Session, until end: Date) {
    while Date.now < end {
      retryOverloaded(session.chains.joined())
      usleep(50_000)
    }
  }

  /// Retries nodes that were bypassed as overloaded: a stalled machine makes any node late.
  private func retryOverloaded(_ nodes: some Sequence<Session.Node>) {
    for node in nodes where node.supervisor.status.condition == .overloaded {
      printLine("too slow, retried: \(node.supervisor.name)")
      node.supervisor.retry()
    }
  }

  /// Recovers from faults that do not end the process, as a user would.
  private func recover(_ fault: SoakFault, _ node: Session.Node, _ process: Int32) {
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
  /// Creates the value from the word of `tenuto run --clients`.
  init?(word: String) {
    switch word {
    case "one": self = .one
    case "each": self = .each
    default: return nil
    }
  }

  /// The word of `tenuto run --clients`.
  var word: String { self == .one ? "one" : "each" }
}

/// The reason why a soak cannot run.
struct SoakError: Error, CustomStringConvertible {
  let reason: String
  var description: String { reason }
}

/// An injected fault.
struct JournalEntry {
  let time: UInt64
  let chain: Int
  let node: Int
  let fault: SoakFault
  /// Whether the extension received the command.
  let isDone: Bool
}
