import Foundation
import TenutoJACK

extension JACKClient {
  /// Opens a client; a server that others are just coming to may refuse it on a busy machine.
  static func openOrRetry(name: String, serverName: String) throws(JACKError) -> JACKClient {
    for _ in 0..<4 {
      if let client = try? JACKClient(name: name, serverName: serverName) { return client }
      sleep(1)
    }
    return try JACKClient(name: name, serverName: serverName)
  }
}
