import Foundation
import TestSupport
import Testing

/// What a hostile extension tries, as root and as an ordinary user, with and without namespaces.
@Suite(.serialized) struct AttemptTests {
  @Test(arguments: Probe.all)
  func everyAttemptIsDenied(_ probe: Probe) throws {
    let folder = try Prey()
    let lines = try Self.attempts(probe, folder)
    let names = try Self.names()
    #expect(names.count >= 80)
    for name in names {
      // Threads can only be counted in a user namespace: elsewhere they would be all of the user's.
      if name == "threads without bound" && !probe.options.isEmpty { continue }
      let verdict = lines[name] ?? "is missing"
      #expect(verdict.hasPrefix("denied"), "\(name): \(verdict)")
    }
    #expect(lines["memory"] == "65536 bytes, 64 KiB")
    #expect(folder.isUntouched)
  }

  /// Otherwise the attempts would prove nothing.
  @Test func attemptsSucceedWithoutTheSandbox() throws {
    let names = [
      "read secret of the user", "list root folder", "write file in folder", "make folder",
      "fork", "socket UDP", "map memory to write and run", "truncate audio memory",
      "punch a hole into audio memory", "memory file", "watch folder with inotify",
      "signal the host", "read /proc/HOST/environ", "exec a memory file",
    ]
    let lines = try Self.attempts(
      Probe(user: getuid() == 0 ? 65534 : nil, options: ["--off"]), Prey(), names)
    // What is exec'd ends with code 0, without a word.
    for name in names {
      let wanted = name == "exec a memory file" ? "denied ()" : "SUCCEEDED"
      #expect(lines[name] == wanted, "\(name)")
    }
  }

  private static func names() throws -> [String] {
    try Program.run(Built.path("HostileExtension")).output.split(separator: "\n").map(String.init)
  }

  /// The verdict on each attempt.
  private static func attempts(
    _ probe: Probe, _ folder: Prey, _ names: [String] = []
  ) throws -> [String: String] {
    let all = try probe.lines(
      ["attempts", Built.path("HostileExtension"), folder.path] + names)
    print("\(probe.testDescription)\n\(all.joined(separator: "\n"))")
    var lines: [String: String] = [:]
    for line in all {
      guard let colon = line.range(of: ": ", options: .backwards) else { continue }
      lines[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
    }
    return lines
  }
}
