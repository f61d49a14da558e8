import Foundation
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

/// Bonjour and sessions on an IPv6-only link.
@Suite(.serialized) struct IPv6Tests {
  private static let type = MIDINetworkBrowser.appleMIDIServiceType

  /// Waits up to 20 s for a condition.
  private func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<2000 {
      if condition() { return true }
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    return condition()
  }

  private func session(
    _ name: String, at host: String, of link: IPv6Link, _ networkProtocol: MIDINetworkProtocol
  ) throws -> MIDINetworkSession {
    let session = MIDINetworkSession(
      name: name, port: 0, networkProtocol: networkProtocol, contactsFile: "")
    session.connectionPolicy = .anyone
    try link.inside(host) { try session.enable() }
    return session
  }

  @Test(.enabled(if: NetworkHosts.isUsable), arguments: MIDINetworkProtocol.allCases)
  func aSessionIsFoundAndReceivesNotes(_ networkProtocol: MIDINetworkProtocol) async throws {
    let link = try IPv6Link()
    let first = try session("first", at: "1", of: link, networkProtocol)
    let second = try session("second", at: "2", of: link, networkProtocol)
    defer { for session in [first, second] { session.disable() } }
    let (atFirst, atSecond) = (Received(first), Received(second))
    let bonjour = try link.inside("2") {
      try BonjourLink(interface: nil, usesDaemon: false) { _ in }
    }
    defer { bonjour.stop() }
    let type = networkProtocol.serviceType
    bonjour.advertise(BonjourService(name: "second", type: type, port: second.networkPort))
    let browser = MIDINetworkBrowser(interface: nil, usesDaemon: false)
    defer { browser.stop() }
    try link.inside("1") { try browser.searchForServices(ofType: type) }
    let isFound = try await eventually { !browser.hosts.isEmpty }
    try #require(isFound)
    let host = try #require(browser.hosts.first)
    let address = try link.inside("1") { host.address }
    #expect(host.port == second.networkPort)
    #expect(address.hasPrefix("fe80::2%"), "\(address)")

    let connection = MIDINetworkConnection(host: host)
    let isInvited = try link.inside("1") { first.addConnection(connection) }
    #expect(isInvited)
    let isConnected = try await eventually {
      first.peers.contains(where: \.isConnected) && second.peers.contains(where: \.isConnected)
    }
    try #require(isConnected)
    first.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C40))])
    second.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3E40))])
    let isHeard = try await eventually { !atFirst.all.isEmpty && !atSecond.all.isEmpty }
    #expect(isHeard)
    #expect(atSecond.words == [0x2090_3C40])
    #expect(atFirst.words == [0x2090_3E40])
    // A link-local address includes its interface, and so finds the peer again.
    let peer = try link.inside("1") { first.peers.first }
    #expect(peer?.host.address == "fe80::2%eth0")
    try link.inside("1") { if let peer { first.disconnect(peer) } }
    let hasGone = try await eventually { first.peers.isEmpty && second.peers.isEmpty }
    #expect(hasGone)
  }

  @Test(.enabled(if: NetworkHosts.isUsable && PythonPeer.has("zeroconf")))
  func zeroconfFindsAndIsFoundOverIPv6() async throws {
    let link = try IPv6Link()
    let bonjour = try link.inside("1") {
      try BonjourLink(interface: "eth0", usesDaemon: false) { _ in }
    }
    defer { bonjour.stop() }
    let browsing = try PythonPeer(
      "zeroconf_peer.py", ["browse", "--ipv6"], in: link.namespace("2"))
    defer { if browsing.process.isRunning { browsing.process.terminate() } }
    try #require(browsing.reads(until: "browsing"))
    bonjour.advertise(BonjourService(name: "Tenuto", type: Self.type, port: 6004))
    #expect(browsing.reads(until: "+ Tenuto 6004 fe80::1"))
    _ = try browsing.finish()

    let browser = MIDINetworkBrowser(interface: "eth0", usesDaemon: false)
    defer { browser.stop() }
    try link.inside("1") { try browser.searchForServices() }
    let registering = try PythonPeer(
      "zeroconf_peer.py", ["register", "Zeroconf", "7004", "--ipv6", "fe80::2"],
      in: link.namespace("2"))
    defer { if registering.process.isRunning { registering.process.terminate() } }
    try #require(registering.reads(until: "registered"))
    let isFound = try await eventually { browser.hosts.contains { $0.name == "Zeroconf" } }
    #expect(isFound)
    let host = browser.hosts.first { $0.name == "Zeroconf" }
    #expect(host?.port == 7004)
    #expect(host?.address.hasPrefix("fe80::2%") == true, "\(host?.address ?? "none")")
    _ = try registering.finish()
    let hasGone = try await eventually { !browser.hosts.contains { $0.name == "Zeroconf" } }
    #expect(hasGone)
  }
}
