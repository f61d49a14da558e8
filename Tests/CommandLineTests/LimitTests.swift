import Foundation
import Glibc
import Testing

/// Limits that are too low for a host: one sentence with the limit and how to raise it.
@Suite struct LimitTests {
  private let workshop: Workshop

  init() async throws {
    workshop = try Workshop()
    try await workshop.install("Sine")
    try workshop.writeSong()
    let new = try await workshop.run("new-session", "song.yaml", "aumu sine Tnto")
    #expect(new.exitCode == 0, "\(new.errors)")
  }

  /// Runs a command in a shell with a limit, optionally as another user.
  private func run(
    _ arguments: [String], under limit: String, as user: UInt32? = nil
  ) async throws -> Outcome {
    let change = user.map {
      ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups"]
    }
    let shell = ["/bin/bash", "-c", "ulimit \(limit) && exec \"$@\"", "bash"]
    return try await Program(arguments, in: workshop, wrapper: (change ?? []) + shell).finish()
  }

  private func expectRefusal(_ outcome: Outcome, _ facts: [String]) {
    #expect(outcome.exitCode == 1 && !outcome.isSignaled, "\(outcome)")
    for fact in facts { #expect(outcome.errors.contains(fact), "\(outcome.errors)") }
    expectOneSentence(outcome)
    #expect(workshop.hasNoExtensions)
  }

  private static let limits = [
    ("-n 20", ["open files is 20,", "'ulimit -n 4096'"]),
    ("-n 32", ["open files is 32,", "'ulimit -n 4096'"]),
    ("-v 150000", ["memory is 146 MiB,", "'ulimit -v unlimited'"]),
    ("-v 400000", ["memory is 390 MiB,", "'ulimit -v unlimited'"]),
    ("-d 50000", ["data is 48 MiB,", "'ulimit -d unlimited'"]),
    ("-f 8", ["size of files is 8 KiB,", "'ulimit -f unlimited'"]),
    ("-s 200", ["stack is 200 KiB,", "'ulimit -s 8192'"]),
  ]

  @Test(.timeLimit(.minutes(5)), arguments: limits)
  func aLimitThatIsTooLowIsNamed(_ limit: String, _ facts: [String]) async throws {
    let commands = [
      ["run", "song.yaml", "--engine", "clock", "--for", "0.1"],
      ["play", "song.mid", "--instrument", "aumu sine Tnto", "--engine", "clock"],
      ["render", "song.mid", "--instrument", "aumu sine Tnto", "-o", "out.wav"],
    ]
    for command in commands {
      expectRefusal(try await run(command, under: limit), facts)
    }
  }

  /// Commands without extensions need less.
  @Test(.timeLimit(.minutes(2))) func commandsWithoutExtensionsWorkUnderThem() async throws {
    for limit in ["-n 20", "-s 200", "-d 50000"] {
      let list = try await run(["list"], under: limit)
      #expect(list.exitCode == 0 && list.output.contains("aumu sine Tnto"), "\(list)")
    }
  }

  /// This used to wait forever for a thread that could not start; the limit is below its stack.
  @Test(.timeLimit(.minutes(2))) func aSessionIsNotReadWithoutRoomForIt() async throws {
    expectRefusal(
      try await run(["graph", "song.yaml"], under: "-v 65000"),
      ["song.yaml", "'ulimit -v unlimited'"])
  }

  /// The program raises a soft limit itself.
  @Test(.timeLimit(.minutes(2))) func softLimitsOfDescriptorsAreRaised() async throws {
    let outcome = try await run(
      ["run", "song.yaml", "--engine", "clock", "--for", "0.1"], under: "-S -n 20")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  /// The system counts the threads of all of a user's programs, except root's.
  @Test(
    .timeLimit(.minutes(5)), .enabled(if: geteuid() == 0), arguments: [1, 2, 4, 6, 8, 10, 14])
  func theThreadLimitOfAUserIsReported(_ count: Int) async throws {
    // The test has its own user, so that no other processes count.
    let user = UInt32(40_000 + Int(getpid()) % 20_000)
    let files = FileManager.default.enumerator(atPath: workshop.path)
    for name in ["."] + (files?.compactMap { $0 as? String } ?? []) {
      #expect(unsafe chown("\(workshop.path)/\(name)", user, user) == 0)
    }
    let outcome = try await run(
      ["run", "song.yaml", "--engine", "clock", "--for", "0.1"], under: "-u \(count)", as: user)
    expectRefusal(outcome, ["processes and threads", "'ulimit -u 4096'"])
  }
}
