import Foundation
import TenutoCore
import TenutoJACKEngine

/// Plays a session while its extensions fail one after the other, and judges the sound.
///
///     tenuto-soak [MINUTES [SEED [SECONDS]]]
///     tenuto-soak attack [MINUTES [SEED [one|each [ATTACKER…]]]]
///     tenuto-soak edits COUNT [SEED]
///     tenuto-soak crash SONG [CODE [FRAMES [SECONDS [SIGNAL]]]]
///
/// The first form injects a fault every `SECONDS`, 5 by default. In the second, a hostile, a slow,
/// a flooding and a greedy extension fail at once next to healthy chains; then the server
/// freewheels and the sound of the chains with and without attackers is compared. The third edits a
/// playing session and measures the memory that its host retains.
///
/// The fourth plays a song, sends its instrument a signal (SIGKILL) every `SECONDS`, 1 by default, and
/// compares the recording with a rendering without kills.
///
/// Exit codes: 0 passed, 1 a leak, 2 a chain lost more cycles than an undisturbed host, 3 the soak
/// could not run, 4 freewheeling chains sound different next to attackers, or a
/// song whose instrument was killed sounds different.
///
/// The program starts itself again for processes that must stay undisturbed: `listen`, which
/// receives all chains, and `quiet`, a host with a single chain.
@main
enum TenutoSoak {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("tenuto-soak: \(error)\n".utf8))
      exit(3)
    }
  }

  private static let usage = """
    usage: tenuto-soak [MINUTES [SEED [SECONDS]]]
           tenuto-soak attack [MINUTES [SEED [one|each [ATTACKER…]]]]
           tenuto-soak edits COUNT [SEED]
           tenuto-soak crash SONG [CODE [FRAMES [SECONDS [SIGNAL]]]]
    """

  private static func run(_ arguments: [String]) throws {
    switch arguments.first {
    case "listen" where arguments.count == 3:
      try Listener.run(serverName: arguments[1], chainCount: Int(arguments[2]) ?? 0)
    case "quiet" where arguments.count == 3:
      let clients = JACKGraphEngine.Clients(word: arguments[1]) ?? .one
      try QuietHost.run(clients: clients, serverName: arguments[2])
    case "edits" where arguments.count >= 2:
      let seed = arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 1
      var soak = try EditSoak(count: Int(arguments[1]) ?? 0, seed: seed)
      exit(try soak.run().rawValue)
    case "crash" where arguments.count >= 2:
      let code = arguments.dropFirst(2).first.flatMap { ComponentCode($0) } ?? "aumu saw1 Tnto"
      var demo = CrashDemo(code: code, songPath: arguments[1])
      if let count = arguments.dropFirst(3).first.flatMap(Int.init) { demo.frameCount = count }
      if let seconds = arguments.dropFirst(4).first.flatMap(Double.init) { demo.interval = seconds }
      if let signal = arguments.dropFirst(5).first.flatMap(Int32.init) { demo.signal = signal }
      exit(try demo.run() ? 0 : Report.Verdict.differs.rawValue)
    case "attack": exit(try attack(Array(arguments.dropFirst())).rawValue)
    case "-h", "--help", "help": printLine(usage)
    default:
      guard arguments.allSatisfy({ Double($0) != nil }) else { throw SoakError(reason: usage) }
      let (minutes, seed) = length(arguments)
      let interval = arguments.dropFirst(2).first.flatMap(Double.init) ?? 5
      let soak = Soak(
        plan: .faults(interval: max(1, interval)), clients: .each, seconds: minutes * 60,
        seed: seed)
      exit(try soak.run().rawValue)
    }
  }

  private static func attack(_ arguments: [String]) throws -> Report.Verdict {
    let (minutes, seed) = length(arguments)
    let clients =
      arguments.dropFirst(2).first.flatMap(JACKGraphEngine.Clients.init(word:)) ?? .one
    let named = arguments.dropFirst(3).compactMap(Attacker.init(rawValue:))
    let attackers = arguments.count > 3 ? named : Attacker.usual
    let soak = Soak(
      plan: .attack(attackers), clients: clients, seconds: minutes * 60, seed: seed)
    let verdict = try soak.run()
    let comparison = SoundComparison(
      clients: clients, attackers: attackers, seconds: min(20, minutes * 10), seed: seed)
    let isSame = try comparison.run()
    return verdict == .good && !isSame ? .differs : verdict
  }

  /// The length in minutes, and the seed.
  private static func length(_ arguments: [String]) -> (minutes: Double, seed: UInt64) {
    (
      arguments.first.flatMap(Double.init) ?? 10,
      arguments.dropFirst().first.flatMap(UInt64.init) ?? 1
    )
  }
}

/// Prints a line immediately, also into a pipe.
func printLine(_ line: String) {
  print(line)
  fflush(nil)
}
