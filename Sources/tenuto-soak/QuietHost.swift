import Foundation
import TenutoJACKEngine

/// An undisturbed host with one chain, for comparison.
enum QuietHost {
  static func run(clients: JACKGraphEngine.Clients, serverName: String) throws {
    let session = try Session(
      chainCount: 1, clients: clients, name: "soak-quiet", serverName: serverName)
    session.play()
    printLine("client \(session.outputs.first ?? "")")
    while !Listener.isInputAtEnd(milliseconds: 1000) {}
    printLine("misses \(session.misses.map(String.init).joined(separator: " "))")
    session.stop()
  }
}
