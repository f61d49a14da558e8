import Foundation
import Synchronization
import Testing

@testable import TenutoNetworkMIDI

/// Bonjour with the zeroconf package, on the loopback interface.
@Suite(.serialized) struct ZeroconfTests {
  private static let isUsable = PythonPeer.has("zeroconf")

  @Test(.enabled(if: isUsable)) func zeroconfFindsTenutosServices() async throws {
    let link = try BonjourLink(interface: "lo", usesDaemon: false) { _ in }
    defer { link.stop() }
    let peer = try PythonPeer("zeroconf_peer.py", ["browse"])
    defer { if peer.process.isRunning { peer.process.terminate() } }
    try #require(peer.reads(until: "browsing"))
    let name = "Tenuto \(getpid())"
    link.advertise(
      BonjourService(name: name, type: MIDINetworkBrowser.appleMIDIServiceType, port: 6004))
    #expect(peer.reads(until: "+ \(name) 6004 127.0.0.1"))
    link.stop()
    #expect(peer.reads(until: "- \(name)"))
    _ = try peer.finish()
  }

  @Test(.enabled(if: isUsable)) func servicesOfZeroconfAreFound() async throws {
    let browser = MIDINetworkBrowser(interface: "lo", usesDaemon: false)
    defer { browser.stop() }
    try browser.searchForServices()
    let events = browser.events()
    let name = "Zeroconf \(getpid())"
    let peer = try PythonPeer("zeroconf_peer.py", ["register", name, "7004"])
    defer { if peer.process.isRunning { peer.process.terminate() } }
    try #require(peer.reads(until: "registered"))
    for await event in events {
      guard case .didFind(let host) = event, host.name == name else { continue }
      #expect(host.address == "127.0.0.1")
      #expect(host.port == 7004)
      #expect(host.netServiceName == name)
      break
    }
    #expect(browser.hosts.map(\.name).contains(name))
    _ = try peer.finish()
    for _ in 0..<500 where browser.hosts.contains(where: { $0.name == name }) {
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    #expect(!browser.hosts.contains { $0.name == name })
  }

  /// zeroconf holds the name; this side then takes the next one.
  @Test(.enabled(if: isUsable)) func aNameOfZeroconfIsNotReused() async throws {
    let name = "Shared \(getpid())"
    let peer = try PythonPeer("zeroconf_peer.py", ["register", name, "7006"])
    defer { if peer.process.isRunning { peer.process.terminate() } }
    try #require(peer.reads(until: "registered"))
    let link = try BonjourLink(interface: "lo", usesDaemon: false) { _ in }
    defer { link.stop() }
    link.advertise(
      BonjourService(name: name, type: MIDINetworkBrowser.appleMIDIServiceType, port: 6006))
    let browser = MIDINetworkBrowser(interface: "lo", usesDaemon: false)
    defer { browser.stop() }
    let events = browser.events()
    try browser.searchForServices()
    var ports: [String: UInt16] = [:]
    for await event in events {
      if case .didFind(let host) = event { ports[host.name] = host.port }
      if ports[name] != nil && ports["\(name) (2)"] != nil { break }
    }
    #expect(ports[name] == 7006)
    #expect(ports["\(name) (2)"] == 6006)
    _ = try peer.finish()
  }
}
