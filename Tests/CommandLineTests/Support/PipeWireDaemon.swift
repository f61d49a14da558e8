import Foundation

/// A PipeWire daemon of the test's own, without devices, in the workshop's runtime folder.
final class PipeWireDaemon {
  /// For its clients.
  let environment: [String: String]
  private let workshop: Workshop
  private let process = Process()

  init(quantum: Int, in workshop: Workshop) throws {
    self.workshop = workshop
    let folder = "\(workshop.path)/data/run"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    environment = ["XDG_RUNTIME_DIR": folder, "PIPEWIRE_RUNTIME_DIR": folder]
    let configuration = """
      context.properties = {
        core.daemon = true
        core.name = pipewire-0
        default.clock.rate = 48000
        default.clock.quantum = \(quantum)
        default.clock.max-quantum = 8192
      }
      context.spa-libs = { support.* = support/libspa-support }
      context.modules = [
        { name = libpipewire-module-protocol-native }
        { name = libpipewire-module-metadata }
        { name = libpipewire-module-access }
      ]
      """
    try workshop.write("pipewire.conf", configuration.utf8)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["pipewire", "-c", "\(workshop.path)/pipewire.conf"]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The settings, as PipeWire's own tool prints them.
  func settings() throws -> String {
    let variables = environment.map { "\($0)=\($1)" }
    return try workshop.call(
      ["env"] + variables + ["timeout", "10", "pw-metadata", "-n", "settings"]
    ).1
  }

  /// Waits until it answers; false if it has ended.
  func waitUntilReady() async throws -> Bool {
    while process.isRunning {
      if try settings().contains("clock.quantum") { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  /// Ends it.
  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
