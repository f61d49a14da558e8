import Foundation
import TenutoHost
import TenutoJACK
import TenutoTransport

/// One soak from start to report.
struct Soak {
  /// Chains of two extensions each.
  static let chainCount = 4
  let seconds: Double
  let seed: UInt64
  /// Seconds from one fault to the next.
  let interval: Double

  /// Plays, reports and judges.
  func run() throws -> Report.Verdict {
    let server = try DummyServer(name: "tenuto-soak-\(getpid())", frameCount: 128)
    defer { server.stop() }
    // Nice to have: the machine may have no room for a second server.
    let other = try? DummyServer(name: "tenuto-quiet-\(getpid())", frameCount: 128)
    defer { other?.stop() }
    // One after the other: JACK opens no two clients at once.
    let quiet = try ChildProgram(["quiet", server.name])
    _ = quiet.firstLine()
    let ear = try ChildProgram(["listen", server.name, String(Self.chainCount + 1)])
    _ = ear.firstLine()
    let control = try other.map { try ChildProgram(["listen", $0.name, "0"]) }
    _ = control?.firstLine()
    let session = try Session(chainCount: Self.chainCount, serverName: server.name)
    try patch(session, quiet, ear, serverName: server.name)
    wait(60) { session.isReady }
    warmUp(session)
    let before = Holdings.now
    let starts = [ear, control].map { $0?.lines.count ?? 0 }
    let journal = play(session)
    wait(10) { session.isReady }
    sleep(2)
    let after = Holdings.now
    let reports = session.reports
    session.stop()
    for child in [ear, quiet, control] { child?.finish() }
    let report = Report(
      interval: interval, journal: journal, reports: reports,
      heard: Heard(ear.lines, from: starts[0]),
      quiet: quiet.lines,
      machine: Heard(control?.lines ?? [], from: starts[1]), before: before, after: after)
    say(report.text)
    return report.verdict
  }

  private func wait(_ seconds: Int, _ condition: () -> Bool) {
    for _ in 0..<seconds * 20 where !condition() { usleep(50_000) }
  }

  /// Has the ear hear every chain, the quiet host's last.
  private func patch(
    _ session: Session, _ quiet: ChildProgram, _ ear: ChildProgram, serverName: String
  ) throws {
    guard ear.firstLine() == "ready",
      let name = quiet.firstLine()?.split(separator: " ", maxSplits: 1).last
    else { throw SoakError(reason: "the listener or the quiet host does not start") }
    let client = try JACKClient.openPatiently(name: "soak-patch", serverName: serverName)
    defer { client.close() }
    let names = session.chains.compactMap(\.engine.clientNames.last) + [String(name)]
    for (index, name) in names.enumerated() {
      try client.connect(from: "\(name):out_1", to: "\(Listener.clientName):in_\(index)")
    }
    // Within a chain the engine has made its connections itself.
  }

  /// Ends every extension once: what a first restart makes for good is no leak.
  private func warmUp(_ session: Session) {
    for supervisor in session.chains.flatMap(\.supervisors) {
      kill(supervisor.instance.process.identifier, SIGKILL)
      usleep(200_000)
      wait(10) { session.isReady }
    }
    sleep(3)
  }

  /// Does wrong at random until the time is over; what was done.
  private func play(_ session: Session) -> [JournalEntry] {
    var random = SplitMix(seed: seed)
    var journal: [JournalEntry] = []
    let end = Date.now + seconds
    var next = Date.now
    while next < end {
      let fault = SoakFault.allCases[Int(random.next() % UInt64(SoakFault.allCases.count))]
      let chain = Int(random.next() % UInt64(Self.chainCount))
      let node = Int(random.next() % UInt64(Recipe.codes.count))
      let supervisor = session.chains[chain].supervisors[node]
      let instance = supervisor.instance
      let time = MonotonicTime.now.nanoseconds
      let isDone = fault.commit(on: instance)
      journal.append(
        JournalEntry(time: time, chain: chain, node: node, fault: fault, isDone: isDone))
      next += interval
      play(session, until: next - interval / 2)
      heal(fault, session.chains[chain], node, instance.process.identifier)
      play(session, until: next)
    }
    return journal
  }

  /// Lets time go by, and takes in again who was left out as too slow: a machine that stands still
  /// makes that of anybody.
  private func play(_ session: Session, until end: Date) {
    while Date.now < end {
      for (number, chain) in session.chains.enumerated() {
        for supervisor in chain.supervisors where supervisor.status.condition == .overloaded {
          say("too slow, and taken in again: a node of chain \(number)")
          supervisor.retry()
        }
      }
      usleep(50_000)
    }
  }

  /// What the user does about those that nobody ends.
  private func heal(_ fault: SoakFault, _ chain: Session.Chain, _ node: Int, _ process: Int32) {
    switch fault {
    case .nan:
      _ = chain.engine.setParameter(0, to: 0, ofInstance: node)
      chain.supervisors[node].retry()
    case .flood where chain.supervisors[node].instance.process.identifier == process:
      kill(process, SIGKILL)
    default: break
    }
  }
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

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
