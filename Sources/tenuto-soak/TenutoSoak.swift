import Foundation
import TenutoJACKEngine

/// Plays a session while its extensions go wrong one after the other, and judges what was heard.
///
///     tenuto-soak [MINUTES [SEED [SECONDS]]]
///     tenuto-soak attack [MINUTES [SEED [one|each [ATTACKER…]]]]
///     tenuto-soak edits COUNT [SEED]
///
/// A fault comes every so many seconds, 5 where it is not said. The second form lets a hostile, a
/// slow, a flooding and a greedy extension go wrong at once beside chains in which nothing is wrong;
/// it then compares what these play while the server freewheels, with the attackers and without. The
/// third form edits a session that plays, and judges what its host keeps of it.
///
/// It ends with 0 where all is well, 1 where something has leaked, 2 where a chain has lost more than
/// a host that nobody disturbs, 3 where it could not be done, 4 where freewheeling chains sound
/// different beside attackers.
///
/// The program starts itself again for what must not be touched by the faults: `listen`, which
/// hears all chains, and `quiet`, a host whose chain nobody disturbs.
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
    case "attack": exit(try attack(Array(arguments.dropFirst())).rawValue)
    default:
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

  /// How many minutes, and the seed.
  private static func length(_ arguments: [String]) -> (minutes: Double, seed: UInt64) {
    (
      arguments.first.flatMap(Double.init) ?? 10,
      arguments.dropFirst().first.flatMap(UInt64.init) ?? 1
    )
  }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
