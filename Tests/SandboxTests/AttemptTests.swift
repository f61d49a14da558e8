import Foundation
import TestSupport
import Testing

/// The attempts of a hostile extension, as root and as an ordinary user, with and without
/// namespaces.
@Suite(.serialized) struct AttemptTests {
  /// An attempt: its name, the layer against it, and its result.
  struct Row {
    let layer: String
    let verdict: String
  }

  static let executables = ["HostileExtension", "HostileDynamicExtension"]

  @Test(arguments: Probe.all, executables)
  func everyAttemptIsDenied(_ probe: Probe, _ executable: String) throws {
    let folder = try Prey()
    let (rows, memory) = try Self.attempts(probe, executable, folder)
    let names = try Self.names(executable)
    #expect(names.count >= 400)
    #expect(Set(names).count == names.count)
    for name in names {
      let row = rows[name] ?? Row(layer: "", verdict: "is missing")
      if row.verdict == "open" && Self.isOpen(name, row.layer, probe) { continue }
      #expect(row.verdict.hasPrefix("denied"), "\(name): \(row.verdict)")
    }
    #expect(memory == "memory: 65536 bytes, 64 KiB")
    #expect(folder.isUntouched)
  }

  /// Attempts that only a namespace prevents, on machines without one.
  private static func isOpen(_ name: String, _ layer: String, _ probe: Probe) -> Bool {
    let isWithout = probe.options.contains("--no-namespaces")
    return isWithout && ["private root", "fresh /proc", "process namespace"].contains(layer)
      // Threads can only be counted in a user namespace; elsewhere all of the user's would count.
      || !probe.options.isEmpty && layer == "user namespace"
  }

  /// Otherwise the attempts prove nothing.
  @Test func attemptsSucceedWithoutTheSandbox() throws {
    let names = [
      "read secret of the user", "list root folder", "write file in folder", "make folder",
      "fork", "socket UDP", "map memory to write and run", "truncate audio memory",
      "punch a hole into audio memory", "memory file", "watch folder with inotify",
      "signal the host", "read /proc/HOST/environ", "exec a memory file",
      "move the sleepers of others (FUTEX_REQUEUE)", "FUTEX_WAKE_OP, private", "futex_wake",
      "shared memory without a file", "memory that counts as stack", "size of secret of the user",
      "whether secret is there", "mounts of the machine", "command line of the kernel",
      "process of the host by its socket (SO_PEERPIDFD)", "write audio memory back",
    ]
    let (rows, _) = try Self.attempts(
      Probe(user: getuid() == 0 ? 65534 : nil, options: ["--off"]), "HostileExtension", Prey(),
      names)
    // A program that was exec'd ends silently with code 0; without a sandbox no layer is in force.
    for name in names {
      let wanted = name == "exec a memory file" ? "denied ()" : "open"
      #expect(rows[name]?.verdict == wanted, "\(name)")
    }
  }

  private static func names(_ executable: String) throws -> [String] {
    try Program.run(Built.path(executable)).output.split(separator: "\n").compactMap { line in
      line.range(of: ": ").map { String(line[$0.upperBound...]) }
    }
  }

  /// The result of each attempt, and the last line.
  private static func attempts(
    _ probe: Probe, _ executable: String, _ folder: Prey, _ names: [String] = []
  ) throws -> (rows: [String: Row], memory: String?) {
    let all = try probe.lines(["attempts", Built.path(executable), folder.path] + names)
    print("\(probe.testDescription), \(executable)\n\(all.joined(separator: "\n"))")
    var rows: [String: Row] = [:]
    for line in all {
      let fields = line.components(separatedBy: "\t")
      guard fields.count == 3 else { continue }
      rows[fields[0]] = Row(layer: fields[1], verdict: fields[2])
    }
    return (rows, all.last)
  }
}
