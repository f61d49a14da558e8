import Foundation
import Testing

/// The socket of a service manager, which receives notifications from its services.
final class NotifySocket {
  /// For NOTIFY_SOCKET.
  let address: String
  private let descriptor: Int32
  /// All notifications so far, one line for each assignment.
  private(set) var lines: [String] = []

  /// Listens at a path, or at an abstract address, which begins with `@`.
  init(_ address: String) throws {
    self.address = address
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &place.sun_path) { bytes in
      unsafe bytes.copyBytes(from: address.utf8)
      if address.hasPrefix("@") { unsafe bytes[0] = 0 }
    }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + address.utf8.count)
    let result = unsafe withUnsafePointer(to: &place) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, size)
      }
    }
    guard result == 0 else { throw POSIXError(.EADDRINUSE) }
  }

  deinit { close(descriptor) }

  /// Takes everything that has arrived.
  func receiveAll() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let flags = Int32(MSG_DONTWAIT)
      let count = unsafe recv(descriptor, &bytes, bytes.count, flags)
      guard count > 0 else { return }
      let text = String(decoding: bytes.prefix(count), as: UTF8.self)
      lines += text.split(separator: "\n").map(String.init)
    }
  }

  /// The number of notifications with a line.
  func count(of line: String) -> Int {
    receiveAll()
    return lines.count { $0 == line }
  }

  /// Waits until a line has arrived `count` times, or the program has ended.
  func wait(for line: String, count: Int = 1, from program: Program) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while self.count(of: line) < count && program.isRunning {
      guard ContinuousClock.now < end else {
        Issue.record("'\(line)' was told \(self.count(of: line)) times: \(lines)")
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
