import Foundation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoHost

/// What a component asks for it has where the user has granted it, and for that executable only.
@Suite(.serialized) struct GrantTests {
  private static let readSecret = "read secret of the user"
  private static let writeFile = "write file in folder"
  private static let denied = "denied"

  @Test(arguments: Probe.all)
  func aFileIsReadOnceGranted(_ user: Probe) throws {
    let bundle = try HostileBundle(user) { .init(files: [.init("\($0)/secret")]) }
    let before = try bundle.attempt(Self.readSecret)
    #expect(before.note == bundle.refusal)
    #expect(before.isDenied)
    #expect(try bundle.grant() == 0)
    #expect(try bundle.attempt(Self.readSecret) == .init(note: nil, isDenied: false))
    #expect(try bundle.attempt("write over secret").isDenied)
    #expect(try bundle.attempt("list folder of the user").isDenied)
    #expect(try bundle.grant("--revoke") == 0)
    #expect(try bundle.attempt(Self.readSecret) == before)
  }

  @Test(arguments: Probe.all)
  func aFolderIsWrittenOnceGranted(_ user: Probe) throws {
    let bundle = try HostileBundle(user) { .init(files: [.init($0, .write)]) }
    #expect(try bundle.attempt(Self.writeFile).isDenied)
    #expect(try bundle.grant() == 0)
    for attempt in [Self.writeFile, "make folder", "rename file", "list folder of the user"] {
      #expect(try bundle.attempt(attempt) == .init(note: nil, isDenied: false), "\(attempt)")
    }
    for attempt in ["write into /tmp", "read /etc/passwd", "symbolic link", "socket UDP"] {
      #expect(try bundle.attempt(attempt).isDenied, "\(attempt)")
    }
  }

  @Test(arguments: Probe.all)
  func theNetworkIsUsedOnceGranted(_ user: Probe) throws {
    let server = try Listener()
    let bundle = try HostileBundle(user) { _ in .init(network: true) }
    let port = ["TENUTO_TEST_PORT=\(server.port)"]
    #expect(try bundle.run("connect to port", port).contains("connected 0 EPERM"))
    #expect(try bundle.grant() == 0)
    #expect(try bundle.run("connect to port", port).contains("connected 1 "))
    for attempt in ["socket local stream", "socket netlink", "socket raw", "connect to D-Bus"] {
      #expect(try bundle.attempt(attempt).isDenied, "\(attempt)")
    }
  }

  @Test func aChangedExecutableHasToBeGrantedAnew() throws {
    let bundle = try HostileBundle(Probe()) { .init(files: [.init("\($0)/secret")]) }
    #expect(try bundle.grant() == 0)
    #expect(try !bundle.attempt(Self.readSecret).isDenied)
    try bundle.change()
    let after = try bundle.attempt(Self.readSecret)
    #expect(after.isDenied)
    #expect(after.note == bundle.refusal)
    #expect(try bundle.grant() == 0)
    #expect(try !bundle.attempt(Self.readSecret).isDenied)
  }

  @Test func withoutNeedsThereIsNothingToGrant() throws {
    let bundle = try HostileBundle(Probe()) { _ in .init() }
    #expect(try bundle.attempt(Self.readSecret) == .init(note: nil, isDenied: true))
    #expect(try bundle.grant() == 0)
    #expect(try bundle.attempt(Self.readSecret).isDenied)
  }
}

/// The hostile extension, installed with needs, and a user who may grant them.
private struct HostileBundle {
  struct Result: Equatable {
    let note: String?
    let isDenied: Bool
  }

  private let prey: Prey
  private let probe: Probe
  private let place: Prey
  private var folder: String { place.path }
  private static let code: ComponentCode = "aufx evil Tnto"

  /// Installs it in a folder of its own, which `needs` is told.
  init(_ user: Probe, _ needs: (String) -> SandboxGrants) throws {
    prey = try Prey()
    place = try Prey()
    let folder = place.path
    var probe = user
    probe.environment = ["TENUTO_PATH": folder, "XDG_CONFIG_HOME": "\(folder)/config"]
    self.probe = probe
    let bundle = "\(folder)/Evil.tenuto"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: Built.path("HostileExtension"), toPath: "\(bundle)/Evil")
    let description = ComponentDescription(
      Self.code, name: "Evil", manufacturerName: "Tenuto", version: "1.0.0", inputs: [.stereo])
    let manifest = Manifest(
      executable: "Evil", components: [description], needs: needs(prey.path))
    try Data(manifest.serialized()).write(to: URL(fileURLWithPath: "\(bundle)/manifest.json"))
  }

  var refusal: String {
    "'\(Self.code)' asks to read \(prey.path)/secret, which was not granted; it starts without, "
      + "and 'tenuto grant '\(Self.code)'' grants it."
  }

  /// `tenuto grant`; its exit code.
  func grant(_ option: String = "--yes") throws -> Int32 {
    try probe.tenuto("grant", "\(Self.code)", option).status
  }

  /// What it prints and how it ends.
  func run(_ name: String, _ variables: [String] = []) throws -> [String] {
    try probe.lines(
      ["component", folder, "\(Self.code)", "TENUTO_TEST_ATTEMPT=\(name)"]
        + ["TENUTO_TEST_FOLDER=\(prey.path)"] + variables)
  }

  func attempt(_ name: String) throws -> Result {
    let lines = try run(name)
    let note = lines.first { $0.hasPrefix("note: ") }.map { String($0.dropFirst(6)) }
    let end = try #require(lines.last)
    #expect(["end: exited with code 0", "end: exited with code 42"].contains(end), "\(lines)")
    return Result(note: note, isDenied: end.hasSuffix(" 0"))
  }

  /// Makes another executable of it that does the same.
  func change() throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/Evil.tenuto/Evil"))
    try file.seekToEnd()
    try file.write(contentsOf: Data([0]))
    try file.close()
  }
}

/// A port of this machine that answers.
private final class Listener {
  private let socket: Int32
  let port: UInt16

  init() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let isListening = unsafe withUnsafeMutablePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, size) == 0 && listen(socket, 8) == 0
          && getsockname(socket, $0, &size) == 0
      }
    }
    try #require(isListening)
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }
}
