import Foundation
import TenutoJACKEngine

/// A private JACK server with a driver that needs no hardware.
final class JACKServer {
  /// Its name, for `--server`.
  let name = "tenuto-cli-\(UUID().uuidString.prefix(8))"
  private let command: [String]
  private var process = Process()

  /// Starts a server that waits for its clients (`-S`): on a busy machine cycles are late, but
  /// clients miss none.
  convenience init(sampleRate: Int, frameCount: Int) throws {
    try self.init([
      "jackd", "-S", "-r", "-t", "5000", "-ddummy", "-r\(sampleRate)", "-p\(frameCount)",
    ])
  }

  /// Starts a server by a user's command, through a wrapper that leads to another host.
  init(_ command: [String], wrapper: [String] = []) throws {
    self.command = wrapper + command
    try start()
  }

  private func start() throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["JACK_DEFAULT_SERVER=\(name)"] + command
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

  /// Kills the server, calls `meanwhile`, and starts it again by the same command.
  func killAndRestart(_ meanwhile: () -> Void) throws {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    meanwhile()
    try start()
  }

  /// Ends the server, by force if necessary.
  func stop(by signal: Int32 = SIGTERM) {
    kill(process.processIdentifier, signal)
    for _ in 0..<2000 where process.isRunning { usleep(5000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
