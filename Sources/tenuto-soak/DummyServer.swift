import Foundation
import TenutoJACK

/// A private JACK server with the dummy driver.
final class DummyServer {
  /// The server's name.
  let name: String
  private let process = Process()

  /// Starts a server, and waits until it accepts clients.
  init(name: String, frameCount: Int) throws {
    self.name = name
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The kernel kills the server when this program ends.
    process.arguments = [
      "setpriv", "--pdeathsig", "TERM", "jackd", "-n", name, "-d", "dummy", "-r", "48000", "-p",
      String(frameCount),
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<100 {
      if try isReady() { return }
      usleep(100_000)
    }
    stop()
    throw SoakError(reason: "jackd does not start; a machine has room for eight servers")
  }

  /// Another process asks, since this one can be a client of one server only.
  private func isReady() throws -> Bool {
    let list = Process()
    list.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    list.arguments = ["jack_lsp", "-s", name]
    list.standardOutput = FileHandle.nullDevice
    list.standardError = FileHandle.nullDevice
    try list.run()
    list.waitUntilExitOrKill()
    return list.terminationStatus == 0
  }

  /// Ends the server.
  func stop() {
    process.terminate()
    process.waitUntilExitOrKill()
  }
}
