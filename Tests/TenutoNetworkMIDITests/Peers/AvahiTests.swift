import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

/// Bonjour through the Avahi daemon, which the test starts with a private bus.
@Suite(.serialized) struct AvahiTests {
  /// `dbus-daemon` at the usual path and `avahi-daemon`, on the loopback interface.
  private final class Daemons {
    private var processes: [Process] = []

    /// Whether the test can start them: as root, if both are installed and neither runs.
    static let isUsable: Bool = {
      let programs = ["/usr/sbin/avahi-daemon", "/usr/bin/dbus-daemon"]
      let isInstalled = programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
      let isFree = !FileManager.default.fileExists(atPath: "/run/avahi-daemon/pid")
      if getuid() == 0, isInstalled, isFree { return true }
      print("*** SKIPPED: no Avahi daemon can be started (root, avahi-daemon, dbus-daemon)")
      return false
    }()

    /// Starts them, in a network namespace on its `eth0`, which has only IPv6.
    init(in namespace: String? = nil) throws {
      try FileManager.default.createDirectory(
        atPath: "/run/dbus", withIntermediateDirectories: true)
      if !Self.isAnswering("/run/dbus/system_bus_socket") {
        try? FileManager.default.removeItem(atPath: "/run/dbus/pid")
        try start("/usr/bin/dbus-daemon", ["--system", "--nofork", "--nopidfile"])
        try wait { Self.isAnswering("/run/dbus/system_bus_socket") }
      }
      let settings = NSTemporaryDirectory() + "avahi-\(UUID().uuidString).conf"
      let link =
        namespace == nil
        ? "allow-interfaces=lo\nuse-ipv6=no" : "allow-interfaces=eth0\nuse-ipv4=no\nuse-ipv6=yes"
      let text = "[server]\n\(link)\n[publish]\npublish-workstation=no\n"
      try text.write(toFile: settings, atomically: true, encoding: .utf8)
      let daemon = ["/usr/sbin/avahi-daemon", "--no-drop-root", "--no-chroot", "-f", settings]
      if let namespace {
        try start("/usr/sbin/ip", ["netns", "exec", namespace] + daemon)
      } else {
        try start(daemon[0], Array(daemon.dropFirst()))
      }
      try wait { AvahiLink(interface: nil) { _, _ in } != nil }
    }

    private func start(_ program: String, _ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      processes.append(process)
    }

    private func wait(until isSo: () -> Bool) throws {
      for _ in 0..<1000 where !isSo() { usleep(10_000) }
      try #require(isSo())
    }

    private static func isAnswering(_ path: String) -> Bool {
      let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
    }

    /// Ends the daemons, avahi before its bus.
    func end() {
      for process in processes.reversed() {
        // A bus that inherits a blocked SIGTERM would continue.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      try? FileManager.default.removeItem(atPath: "/run/avahi-daemon/pid")
    }
  }

  @Test(.enabled(if: Daemons.isUsable)) func theDaemonAdvertisesAndFindsForThisSide() async throws {
    let daemons = try Daemons()
    defer { daemons.end() }
    let name = "Avahi \(getpid())"
    let type = MIDINetworkBrowser.appleMIDIServiceType
    let link = try BonjourLink(interface: "lo") { _ in }
    #expect(link.isDaemon)
    link.advertise(BonjourService(name: name, type: type, port: 8004, texts: ["key=value"]))
    // Once by the daemon, and once by this side's responder.
    for usesDaemon in [true, false] {
      let browser = MIDINetworkBrowser(interface: "lo", usesDaemon: usesDaemon)
      let events = browser.events()
      try browser.searchForServices()
      for await event in events {
        guard case .didFind(let host) = event, host.name == name else { continue }
        #expect(host.port == 8004)
        #expect(host.address == "127.0.0.1")
        break
      }
      browser.stop()
    }
    // A second service of the same name gets another name.
    let second = try BonjourLink(interface: "lo") { _ in }
    second.advertise(BonjourService(name: name, type: type, port: 8006))
    let browser = MIDINetworkBrowser(interface: "lo", usesDaemon: false)
    let events = browser.events()
    try browser.searchForServices()
    var names: [UInt16: String] = [:]
    for await event in events {
      if case .didFind(let host) = event { names[host.port] = host.name }
      if names[8004] != nil && names[8006] != nil { break }
    }
    #expect(names[8004] == name)
    #expect(names[8006] == "\(name) #2")
    link.stop()
    for await event in events {
      if case .didRemove(let host) = event, host.name == name { break }
    }
    second.stop()
    browser.stop()
  }

  /// The daemon on an IPv6-only link: it finds the service of this side's responder at the other
  /// end, and is found there.
  @Test(.enabled(if: Daemons.isUsable && NetworkHosts.isUsable))
  func theDaemonAndThisResponderMeetOverIPv6() async throws {
    let link = try IPv6Link()
    let daemons = try Daemons(in: link.namespace("2"))
    defer { daemons.end() }
    let type = MIDINetworkBrowser.appleMIDIServiceType
    let atDaemon = try BonjourLink(interface: nil) { _ in }
    #expect(atDaemon.isDaemon)
    defer { atDaemon.stop() }
    atDaemon.advertise(BonjourService(name: "By Avahi", type: type, port: 8004))
    let own = try link.inside("1") {
      try BonjourLink(interface: "eth0", usesDaemon: false) { _ in }
    }
    defer { own.stop() }
    own.advertise(BonjourService(name: "By itself", type: type, port: 6004))

    let byDaemon = MIDINetworkBrowser(interface: nil, usesDaemon: true)
    let byItself = MIDINetworkBrowser(interface: "eth0", usesDaemon: false)
    defer { for browser in [byDaemon, byItself] { browser.stop() } }
    try byDaemon.searchForServices()
    try link.inside("1") { try byItself.searchForServices() }
    func host(_ name: String, by browser: MIDINetworkBrowser) async throws -> MIDINetworkHost? {
      for _ in 0..<2000 {
        if let host = browser.hosts.first(where: { $0.name == name }) { return host }
        try await Task.sleep(nanoseconds: 10_000_000)
      }
      return nil
    }
    let found = try await host("By Avahi", by: byItself)
    #expect(found?.port == 8004)
    #expect(found?.address.hasPrefix("fe80::2%") == true, "\(found?.address ?? "none")")
    let seen = try await host("By itself", by: byDaemon)
    #expect(seen?.port == 6004)
    #expect(seen?.address.hasPrefix("fe80::1%") == true, "\(seen?.address ?? "none")")
  }
}
