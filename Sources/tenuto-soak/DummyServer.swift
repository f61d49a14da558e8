import Foundation
import TenutoJACK

/// A JACK server of its own, with the dummy driver.
final class DummyServer {
  /// What clients call it.
  let name: String
  private let process = Process()

  /// Starts one and waits until it takes clients.
  init(name: String, frameCount: Int) throws {
    self.name = name
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // It goes with this program, however that ends.
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

  /// Asked by another program: this one is a client of one server only.
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

  /// Ends it.
  func stop() {
    process.terminate()
    process.waitUntilExitOrKill()
  }
}
