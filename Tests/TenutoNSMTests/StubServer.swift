import Foundation
import TestSupport
import Testing

@testable import TenutoNSM

/// The server's side of the protocol, as played by a test, on a socket of 127.0.0.1.
@safe final class StubServer: Sendable {
  let port: UInt16
  private let descriptor: CInt
  private let reader: OSCSocket

  init() throws {
    descriptor = socket(AF_INET, CInt(SOCK_DGRAM.rawValue), 0)
    var address = Self.address(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(unsafe bind(descriptor, $0, size) == 0)
        #expect(unsafe getsockname(descriptor, $0, &size) == 0)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    reader = try #require(OSCSocket())
  }

  deinit { close(descriptor) }

  var url: String { "osc.udp://127.0.0.1:\(port)/" }

  static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  func send(_ bytes: [UInt8], to port: UInt16) {
    var address = Self.address(port: port)
    let descriptor = descriptor
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(descriptor, bytes, bytes.count, 0, $0, size)
      }
    }
    #expect(count == bytes.count)
  }

  /// The next message and its sender; nil after ten seconds.
  func next() -> (message: OSCMessage, port: UInt16)? {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&question, 1, 10_000) == 1 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 65536)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let count = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe recvfrom(descriptor, &bytes, bytes.count, 0, $0, &size)
      }
    }
    guard count > 0 else { return nil }
    guard let item = reader.parse(Array(bytes[..<count])).first else { return nil }
    return (item.message, UInt16(bigEndian: address.sin_port))
  }
}

/// A client that a stub has accepted.
final class ManagedClient {
  let server: StubServer
  let client: NSMClient
  let announcement: OSCMessage
  /// The client's address.
  let port: UInt16

  init(_ handler: some NSMHandler, capabilities: NSMCapabilities = .all) throws {
    let server = try StubServer()
    let client = try NSMClient(
      applicationName: "Probe", executable: "/usr/bin/probe", address: server.url,
      capabilities: capabilities, handler: handler)
    let thread = TestThread { try? client.announce() }
    let announced = try #require(server.next())
    (announcement, port) = announced
    self.server = server
    self.client = client
    server.send(
      OSCBytes.message("/reply", ["/nsm/server/announce", "hello", "Stub", ":server-control:"]),
      to: port)
    #expect(thread.join())
  }

  /// Sends a message and returns the next one.
  func ask(_ bytes: [UInt8]) -> OSCMessage? {
    server.send(bytes, to: port)
    return server.next()?.message
  }

  func open(_ path: String = "/tmp/song.nABCD") -> OSCMessage? {
    ask(OSCBytes.message("/nsm/client/open", [path, "song", "Probe.nABCD"]))
  }

  func save() -> OSCMessage? { ask(OSCBytes.message("/nsm/client/save", [])) }
}
