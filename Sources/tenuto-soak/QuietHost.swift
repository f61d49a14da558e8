import Foundation
import TenutoHost
import TenutoJACK

/// A host with one chain that nobody disturbs: what the machine alone does to one.
enum QuietHost {
  static func run(serverName: String) throws {
    let engine = try JACKEngine(try Recipe.start(), serverName: serverName)
    Recipe.play(engine)
    say("client \(engine.clientNames.last ?? "")")
    while !Listener.isInputAtEnd(milliseconds: 1000) {}
    let misses = engine.readings().map { String($0.misses) }.joined(separator: " ")
    say("misses \(misses)")
    engine.stop()
  }
}
