import Foundation
import TestSupport
import Testing

@testable import TenutoNSM

/// No server, a server that refuses, and a server that ends.
@Suite struct LostServerTests {
  @Test func withoutAnAddressThereIsNoManagement() {
    #expect(throws: NSMError.notManaged) {
      try NSMClient(
        applicationName: "Probe", executable: "probe", address: nil, handler: RecordingHandler())
    }
    for url in ["", "osc.tcp://localhost:1/", "osc.udp://localhost", "osc.udp://:1/", "http://a:1"]
    {
      #expect(throws: NSMError.addressInvalid(url)) {
        try NSMClient(
          applicationName: "Probe", executable: "probe", address: url,
          handler: RecordingHandler())
      }
    }
  }

  @Test(arguments: [
    ("osc.udp://localhost:17000/", "localhost", 17000),
    ("osc.udp://studio.local:1", "studio.local", 1),
    ("osc.udp://[::1]:65535/", "::1", 65535),
  ])
  func addressesAreRead(url: String, host: String, port: UInt16) {
    #expect(OSCAddress(url: url) == OSCAddress(host: host, port: port))
  }

  @Test func withoutAListenerThereIsNoAnswer() throws {
    let url = try StubServer().url
    let client = try NSMClient(
      applicationName: "Probe", executable: "probe", address: url, handler: RecordingHandler())
    // The system reports at once that nothing listens; a minute is only the limit.
    let thread = TestThread {
      #expect(throws: NSMError.noAnswer) { try client.announce(timeoutMilliseconds: 60_000) }
    }
    #expect(thread.join())
    #expect(!client.isManaged)
  }

  @Test func aRefusalIsPassedOn() throws {
    let server = try StubServer()
    let client = try NSMClient(
      applicationName: "Probe", executable: "probe", address: server.url,
      handler: RecordingHandler())
    let refusal = NSMError.refused(NSMFailure(.incompatibleAPI, "too old"))
    let thread = TestThread { #expect(throws: refusal) { try client.announce() } }
    let (_, port) = try #require(server.next())
    let minusTwo = OSCBytes.number(UInt32(bitPattern: -2))
    server.send(
      OSCBytes.message(
        "/error", types: "sis",
        [OSCBytes.text("/nsm/server/announce"), minusTwo, OSCBytes.text("too old")]),
      to: port)
    #expect(thread.join())
    #expect(!client.isManaged)
  }

  @Test func goesOnWhenTheServerGoes() throws {
    let handler = RecordingHandler()
    var managed: ManagedClient? = try ManagedClient(handler)
    let client = try #require(managed?.client)
    managed = nil
    // Only a datagram to a closed port causes the error; a second one could get the error of the
    // first.
    client.sendMessage("anybody?")
    #expect(eventually { !client.isManaged })
    #expect(eventually { handler.now.lossCount == 1 })
    client.setDirty(true)
    client.sendMessage("still here")
    client.close()
    #expect(handler.now.lossCount == 1)
  }

  @Test func theHandlerMayCloseItsClient() throws {
    let handler = RecordingHandler()
    let managed = try ManagedClient(handler)
    let client = managed.client
    handler.onOpen({ client.close() })
    #expect(managed.open()?.path == "/reply")
    client.close()
    managed.server.send(OSCBytes.message("/nsm/client/save", []), to: managed.port)
    #expect(handler.now.saveCount == 0)
    handler.onOpen(nil)
  }

  @Test func aClosedClientReleasesItsHandler() throws {
    weak var gone: RecordingHandler?
    do {
      let handler = RecordingHandler()
      gone = handler
      let managed = try ManagedClient(handler)
      managed.client.close()
    }
    #expect(eventually { gone == nil })
  }
}
