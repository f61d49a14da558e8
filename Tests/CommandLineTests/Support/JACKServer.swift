import Foundation
import TenutoJACKEngine

/// A private JACK server with a driver that needs no hardware.
///
/// It waits for its clients (`-S`): on a busy machine cycles are late, but clients miss none.
final class JACKServer {
  /// Its name, for `--server`.
  let name = "tenuto-cli-\(UUID().uuidString.prefix(8))"
  private let process = Process()

  init(sampleRate: Int, frameCount: Int) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "jackd", "-n", name, "-S", "-r", "-t", "5000", "-ddummy", "-r\(sampleRate)",
      "-p\(frameCount)",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Waits until it accepts clients; returns false if it has ended.
  func waitUntilReady() async throws -> Bool {
    while process.isRunning {
      if (try? JACKServerFormat(serverName: name)) != nil { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  /// Ends the server, by force if necessary.
  func stop() {
    process.terminate()
    for _ in 0..<2000 where process.isRunning { usleep(5000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
