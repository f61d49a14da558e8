import Foundation
import Synchronization
import Testing

@testable import TenutoNetworkMIDI

/// Bonjour by the Avahi daemon, which the test starts with a bus of its own.
@Suite(.serialized) struct AvahiTests {
  /// `dbus-daemon` at the usual place and `avahi-daemon`, on the loopback interface.
  private final class Daemons {
    private var processes: [Process] = []

    /// Whether the test may start them: as root, where both are installed and neither runs.
    static let isUsable: Bool = {
      let programs = ["/usr/sbin/avahi-daemon", "/usr/bin/dbus-daemon"]
      let isInstalled = programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
      let isFree = !FileManager.default.fileExists(atPath: "/run/avahi-daemon/pid")
      if getuid() == 0, isInstalled, isFree { return true }
      print("*** SKIPPED: no Avahi daemon can be started (root, avahi-daemon, dbus-daemon)")
      return false
    }()

    init() throws {
      try FileManager.default.createDirectory(
        atPath: "/run/dbus", withIntermediateDirectories: true)
      if !Self.isAnswering("/run/dbus/system_bus_socket") {
        try? FileManager.default.removeItem(atPath: "/run/dbus/pid")
        try start("/usr/bin/dbus-daemon", ["--system", "--nofork", "--nopidfile"])
        try wait { Self.isAnswering("/run/dbus/system_bus_socket") }
      }
      let settings = NSTemporaryDirectory() + "avahi-\(UUID().uuidString).conf"
      let text = "[server]\nallow-interfaces=lo\nuse-ipv6=no\n[publish]\npublish-workstation=no\n"
      try text.write(toFile: settings, atomically: true, encoding: .utf8)
      try start("/usr/sbin/avahi-daemon", ["--no-drop-root", "--no-chroot", "-f", settings])
      try wait { FileManager.default.fileExists(atPath: "/run/avahi-daemon/pid") }
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

    /// Ends what was started, the daemon before its bus.
    func end() {
      for process in processes.reversed() {
        // A bus that inherits a blocked SIGTERM would go on.
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
    // Once by the daemon, and once by this side's own responder.
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
    // A second one of that name gets another one.
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
}
