import Foundation
import TenutoJACKEngine

/// A host with one chain that nobody disturbs: what the machine alone does to one.
enum QuietHost {
  static func run(clients: JACKGraphEngine.Clients, serverName: String) throws {
    let session = try Session(
      chainCount: 1, clients: clients, name: "soak-quiet", serverName: serverName)
    session.play()
    say("client \(session.outputs.first ?? "")")
    while !Listener.isInputAtEnd(milliseconds: 1000) {}
    say("misses \(session.misses.map(String.init).joined(separator: " "))")
    session.stop()
  }
}
