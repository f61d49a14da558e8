@testable internal import TenutoNSM

/// Messages of a session manager.
extension FuzzTarget {
  static var sessionManager: [FuzzTarget] { [FuzzTarget(name: "osc", run: readOSC)] }

  private static func readOSC(_ input: [UInt8]) {
    for item in OSCSocket()?.parse(input) ?? [] { _ = try? NSMProject(item.message.arguments) }
  }
}
