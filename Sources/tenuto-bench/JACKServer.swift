import Foundation

/// A private JACK server without hardware, which ends with this process.
final class JACKServer {
  let name: String
  private let process = Process()
  /// Its process.
  var identifier: pid_t { process.processIdentifier }

  /// Whether jackd is installed.
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/jackd") }

  /// Starts the server, and waits until it answers.
  init(_ suffix: String, frameCount: Int) throws {
    name = "tenuto-bench-\(getpid())-\(suffix)"
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = [
      "--pdeathsig", "KILL", "/usr/bin/jackd", "-n", name, "-d", "dummy", "-r", "48000",
      "-p", "\(frameCount)", "-P", "2", "-C", "2",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<100 {
      usleep(50_000)
      // The program prints an error while the server starts.
      let answer = try output(of: "/bin/sh", ["-c", "jack_wait -s \"$0\" -c 2>/dev/null", name])
      if answer.split(separator: "\n").contains("running") { return }
    }
    throw BenchError.hangs
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
