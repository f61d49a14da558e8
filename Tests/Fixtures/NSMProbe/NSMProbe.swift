import Foundation
import TenutoNSM

/// A managed program whose project is a count of its saves.
///
/// Its requests are in `PATH.log`, a line each; its project, the count, is in `PATH.count`. With
/// `NSM_PROBE_FAILS` in the environment, `save` fails.
@main struct NSMProbe {
  static func main() throws {
    let probe = Probe()
    let client = try NSMClient(
      applicationName: "NSMProbe", executable: CommandLine.arguments[0], handler: probe)
    probe.client = client
    try client.announce()
    while true { sleep(60) }
  }
}

/// Handles a request of the session manager.
final class Probe: NSMHandler, @unchecked Sendable {
  weak var client: NSMClient?
  private var path = ""

  private var count: Int {
    get { (try? String(contentsOfFile: path + ".count", encoding: .utf8)).flatMap { Int($0) } ?? 0 }
    set { try? "\(newValue)".write(toFile: path + ".count", atomically: true, encoding: .utf8) }
  }

  func open(_ project: NSMProject) throws(NSMFailure) {
    path = project.path
    let folder = (path as NSString).deletingLastPathComponent
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw NSMFailure(.createFailed, "\(folder) cannot be made.")
    }
    client?.sendProgress(0.5)
    client?.setLabel("probing")
    note("open \(path) \(project.displayName) \(project.clientID) \(count)")
    client?.setDirty(true)
  }

  func save() throws(NSMFailure) {
    guard ProcessInfo.processInfo.environment["NSM_PROBE_FAILS"] == nil else {
      throw NSMFailure(.general, "There is no room.")
    }
    count += 1
    note("save \(count)")
    client?.setDirty(false)
    client?.sendMessage("saved \(count)", priority: 2)
  }

  func sessionIsLoaded() { note("loaded") }

  func serverWasLost() { note("lost") }

  private func note(_ line: String) {
    let name = path + ".log"
    let old = (try? String(contentsOfFile: name, encoding: .utf8)) ?? ""
    try? (old + line + "\n").write(toFile: name, atomically: true, encoding: .utf8)
  }
}
