import Foundation
import TenutoComponents
import TenutoCore
import TestSupport
import Testing

/// A component gets a requested permission if the user granted it, for that executable only.
@Suite(.serialized) struct GrantTests {
  private static let readSecret = "read secret of the user"
  private static let writeFile = "write file in folder"
  private static let size = "size of secret of the user"
  private static let folder = "folder of the user"
  private static let short = "HostileDynamicExtension"

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

  /// Neither its name nor its size, with namespaces.
  @Test(.enabled(if: Probe.hasNamespaces), arguments: Probe.users)
  func aGrantedFileRevealsNoOtherFiles(_ user: Probe) throws {
    let bundle = try HostileBundle(user, program: Self.short) {
      .init(files: [.init("\($0)/secret")])
    }
    try bundle.make("beside")
    #expect(try bundle.answer(Self.size) == "ENOENT")
    #expect(try bundle.grant() == 0)
    #expect(try bundle.answer(Self.size) == "succeeded")
    #expect(try bundle.answer(Self.readSecret) == "succeeded")
    #expect(try bundle.answer(Self.size, in: "beside") == "ENOENT")
    #expect(try bundle.answer(Self.folder, in: "beside") == "ENOENT")
    #expect(try bundle.answer(Self.folder, in: "..") == "succeeded", "it is on the way")
    #expect(try bundle.answer("list folder of the user") == "EACCES")
    #expect(try bundle.grant("--revoke") == 0)
    #expect(try bundle.answer(Self.size) == "ENOENT")
  }

  /// Files created later are visible; targets of its links are not.
  @Test(.enabled(if: Probe.hasNamespaces), arguments: Probe.users)
  func aGrantedFolderRevealsNoOtherFolders(_ user: Probe) throws {
    let bundle = try HostileBundle(user, program: Self.short) {
      .init(files: [.init("\($0)/samples")])
    }
    try bundle.make("samples")
    try bundle.make("beside")
    try bundle.link("samples/out", to: "beside")
    #expect(try bundle.answer(Self.readSecret, in: "samples") == "ENOENT")
    #expect(try bundle.grant() == 0)
    try bundle.make("samples/later")
    for folder in ["samples", "samples/later"] {
      #expect(try bundle.answer(Self.readSecret, in: folder) == "succeeded", "\(folder)")
    }
    for folder in ["", "beside", "samples/../beside", "samples/out"] {
      #expect(try bundle.answer(Self.size, in: folder) == "ENOENT", "\(folder)")
    }
    #expect(try bundle.attempt(Self.writeFile, in: "samples").isDenied)
    #expect(try bundle.attempt("write over secret", in: "samples").isDenied)
  }

  /// At the granted path, and at its resolved path.
  @Test(.enabled(if: Probe.hasNamespaces), arguments: Probe.users)
  func aGrantedLinkIsFollowed(_ user: Probe) throws {
    let bundle = try HostileBundle(user, program: Self.short) {
      .init(files: [.init("\($0)/link")])
    }
    try bundle.make("real/samples")
    try bundle.link("link", to: "real/samples")
    #expect(try bundle.answer(Self.readSecret, in: "link") == "ENOENT")
    #expect(try bundle.grant() == 0)
    #expect(try bundle.answer(Self.readSecret, in: "link") == "succeeded")
    #expect(try bundle.answer(Self.readSecret, in: "real/samples") == "succeeded")
    #expect(try bundle.answer(Self.size, in: "real") == "ENOENT")
    #expect(try bundle.answer(Self.size) == "ENOENT")
  }

  @Test func aChangedExecutableNeedsANewGrant() throws {
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

  @Test func withoutNeedsNoGrantIsPossible() throws {
    let bundle = try HostileBundle(Probe()) { _ in .init() }
    #expect(try bundle.attempt(Self.readSecret) == .init(note: nil, isDenied: true))
    #expect(try bundle.grant() == 0)
    #expect(try bundle.attempt(Self.readSecret).isDenied)
  }
}

/// An open port of this machine.
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
