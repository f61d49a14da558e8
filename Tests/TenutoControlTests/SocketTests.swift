import Foundation
import Testing

@testable import TenutoControl

struct SocketTests {
  private let place = TestFolder()

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func onlyTheUserMayReachIt() throws {
    let server = try ControlServer(name: "live", in: place.folder)
    #expect(mode(place.path) == 0o700)
    #expect(mode(place.folder.socketPath("live")) == 0o600)
    server.stop()
    #expect(place.folder.names.isEmpty)
    #expect(throws: RequestError.self) {
      try ControlClient(name: "live", in: place.folder).text("/v1/status")
    }
  }

  @Test func parallelHostsHaveDifferentNames() throws {
    let first = try ControlServer(name: nil, in: place.folder)
    let second = try ControlServer(name: nil, in: place.folder)
    defer {
      first.stop()
      second.stop()
    }
    #expect([first.name, second.name] == ["tenuto", "tenuto-2"])
    #expect(place.folder.names == ["tenuto", "tenuto-2"])
    #expect(throws: RequestError.self) { try ControlServer(name: "tenuto", in: place.folder) }
    first.stop()
    let third = try ControlServer(name: nil, in: place.folder)
    #expect(third.name == "tenuto")
    third.stop()
  }

  @Test func socketsOfAKilledHostAreReplaced() throws {
    try place.folder.prepare()
    let path = place.folder.socketPath("tenuto")
    // Bound and closed without being removed, as after SIGKILL.
    close(try #require(SocketAddress.bind(path)))
    #expect(place.folder.names == ["tenuto"])
    let server = try ControlServer(name: nil, in: place.folder)
    defer { server.stop() }
    #expect(server.name == "tenuto")
    server.start(HostStub())
    #expect(
      try ControlClient(name: "tenuto", in: place.folder).text("/v1/status").contains("stub"))
  }

  /// Its children inherit its socket, which accepts connections until the kernel has ended them
  /// too.
  @Test func socketsHeldByAKilledHostsChildrenAreWaitedFor() throws {
    try place.folder.prepare()
    let (host, ready) = (Process(), Pipe())
    host.executableURL = URL(fileURLWithPath: "/usr/bin/perl")
    let program = """
      my $socket = IO::Socket::UNIX->new(Local => $ARGV[0], Listen => 5) or die;
      if (fork == 0) { close STDOUT; sleep 1; exit }
      syswrite STDOUT, "ready"; sleep 100
      """
    host.arguments = ["-MIO::Socket::UNIX", "-e", program, place.folder.socketPath("live")]
    host.standardOutput = ready
    try host.run()
    #expect(ready.fileHandleForReading.availableData == Data("ready".utf8))
    #expect(throws: RequestError.self) { try ControlServer(name: "live", in: place.folder) }
    kill(host.processIdentifier, SIGKILL)
    let server = try ControlServer(name: "live", in: place.folder)
    defer { server.stop() }
    server.start(HostStub())
    #expect(try ControlClient(name: "live", in: place.folder).text("/v1/status").contains("stub"))
    host.waitUntilExit()
  }

  @Test func foreignFoldersAreNotUsed() throws {
    #expect(unsafe mkdir(place.path, 0o755) == 0)
    #expect(throws: RequestError.self) { try ControlServer(name: nil, in: place.folder) }
    #expect(unsafe rmdir(place.path) == 0)
    #expect(unsafe symlink("/tmp", place.path) == 0)
    #expect(throws: RequestError.self) { try ControlServer(name: nil, in: place.folder) }
  }

  @Test(arguments: ["", ".x", "-x", "a/b", "a b", "ä", "..", String(repeating: "x", count: 33)])
  func namesThatLeaveTheFolderAreInvalid(_ name: String) {
    #expect(!SocketFolder.isName(name))
    #expect(throws: RequestError.self) { try ControlServer(name: name, in: place.folder) }
  }

  /// Another user's files at the usual path are left alone: hosts and clients use a different path.
  @Test(arguments: ["folder", "link", "file"])
  func aNameThatAnotherUserTookIsNotNeeded(_ obstacle: String) throws {
    let temporary = place.path
    let usual = "\(temporary)/tenuto-\(geteuid())"
    #expect(unsafe mkdir(temporary, 0o700) == 0)
    var folder: SocketFolder { SocketFolder(environment: [:], temporaryFolder: temporary) }
    #expect(folder.path == usual && folder.warning == nil)
    // Including names in the form of host names.
    for name in [usual, "\(usual)-0000000000000000", "\(usual)-ffffffffffffffff"] {
      switch obstacle {
      case "folder": #expect(unsafe mkdir(name, 0o777) == 0 && chmod(name, 0o777) == 0)
      case "link": #expect(unsafe symlink("/tmp", name) == 0)
      default: close(unsafe open(name, O_CREAT | O_WRONLY, 0o600))
      }
    }
    let (one, other) = (folder, folder)
    #expect(one.path.hasPrefix("\(usual)-") && one.path != other.path)
    #expect(one.warning?.contains("'\(usual)'") == true)
    let server = try ControlServer(name: "live", in: one)
    defer { server.stop() }
    #expect(mode(one.path) == 0o700)
    server.start(HostStub())
    #expect(folder.path == one.path && folder.names == ["live"])
    #expect(try ControlClient(name: "live", in: folder).text("/v1/status").contains("stub"))
    let second = try ControlServer(name: nil, in: folder)
    #expect(folder.names == ["live", "tenuto"])
    second.stop()
  }

  @Test func theRuntimeFolderTakesPrecedence() {
    let own = SocketFolder(environment: ["XDG_RUNTIME_DIR": "/run/user/1"])
    #expect(own.path == "/run/user/1/tenuto")
    #expect(SocketFolder(environment: ["XDG_RUNTIME_DIR": "here"]).path.hasPrefix("/tmp/tenuto-"))
  }
}
