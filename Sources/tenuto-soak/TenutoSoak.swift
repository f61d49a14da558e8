import Foundation

/// Plays a session while its extensions go wrong one after the other, and judges what was heard.
///
///     tenuto-soak [MINUTES [SEED [SECONDS]]]
///     tenuto-soak edits COUNT [SEED]
///
/// The second form edits a session that plays, and judges what its host keeps of it. A fault comes every so many seconds, 5 where it is not said. It ends with 0 where all is well,
/// 1 where something has leaked, 2 where a chain has lost more than nobody's fault explains, 3 where
/// it could not be done.
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
    case "quiet" where arguments.count == 2: try QuietHost.run(serverName: arguments[1])
    case "edits" where arguments.count >= 2:
      let seed = arguments.dropFirst(2).first.flatMap(UInt64.init) ?? 1
      var soak = try EditSoak(count: Int(arguments[1]) ?? 0, seed: seed)
      exit(try soak.run().rawValue)
    default:
      let minutes = arguments.first.flatMap(Double.init) ?? 10
      let seed = arguments.dropFirst().first.flatMap(UInt64.init) ?? 1
      let interval = arguments.dropFirst(2).first.flatMap(Double.init) ?? 5
      let soak = Soak(seconds: minutes * 60, seed: seed, interval: max(1, interval))
      exit(try soak.run().rawValue)
    }
  }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
