import Foundation
import TenutoJACK

extension JACKClient {
  /// Opens a client, and retries if the server refuses it while other clients start.
  static func openOrRetry(name: String, serverName: String) throws(JACKError) -> JACKClient {
    for _ in 0..<4 {
      if let client = try? JACKClient(name: name, serverName: serverName) { return client }
      sleep(1)
    }
    return try JACKClient(name: name, serverName: serverName)
  }
}
