import Foundation
import TenutoCore
import TenutoSystem
import TestSupport
import Testing

@testable import TenutoSession

#if canImport(Glibc)
import Glibc
#endif

struct SavingTests {
  let folder = Folder()
  var file: SessionFile { SessionFile("\(folder.path)/song.yaml") }

  /// A folder that is removed with its test.
  final class Folder: Sendable {
    let path: String

    init() {
      path = FileManager.default.temporaryDirectory.path + "/tenuto-" + UUID().uuidString
      try? FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func names(_ name: String = "") -> [String] {
      (try? FileCalls.names(in: "\(path)/\(name)")) ?? []
    }

    func text(_ name: String) -> String? {
      try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    func put(_ name: String, _ bytes: [UInt8]) {
      try? Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
  }

  /// Two nodes with states that depend on `number`.
  static func session(_ number: UInt8) -> Session {
    var session = Session(name: "Song \(number)")
    for (name, data) in [("lead", [number]), ("pad", [UInt8](repeating: number, count: 300))] {
      var node = SessionNode(name, .component("aumu saw1 Tnto"))
      node.state = ComponentState(code: "aumu saw1 Tnto", version: 1, parameters: [], data: data)
      node.parameters["cutoff"] = Float(number)
      session.nodes.append(node)
    }
    return session
  }

  @Test("States lie beside the file, and those that nothing refers to go")
  func states() throws {
    try file.save(Self.session(1))
    #expect(folder.names() == ["song.states", "song.yaml"])
    let first = folder.names("song.states")
    #expect(first.count == 2 && first.allSatisfy(StateFolder.isOurs))
    #expect(try file.load().session == Self.session(1))
    folder.put("song.states/notes.txt", [1])
    folder.put("song.states/lead-0123456789abcdef.state.part", [1])
    var session = Self.session(1)
    session.nodes[0].state?.data = [9]
    try file.save(session)
    let second = folder.names("song.states")
    #expect(second.count == 3 && second.contains("notes.txt"))
    #expect(Set(first).intersection(second) == Set(first.filter { $0.hasPrefix("pad-") }))
    let loaded = try file.load()
    #expect(loaded.session == session && loaded.warnings.isEmpty)
  }

  @Test("A damaged or missing state is a warning that names its node, and is kept")
  func damagedStates() throws {
    try file.save(Self.session(1))
    let text = try file.text()
    let names = folder.names("song.states")
    folder.put("song.states/\(names[0])", [0x54, 0x53, 0x54, 0x41])
    try FileManager.default.removeItem(atPath: "\(folder.path)/song.states/\(names[1])")
    let loaded = try file.load()
    #expect(loaded.session.nodes.map(\.state) == [nil, nil])
    #expect(loaded.session.nodes[1].parameters == ["cutoff": 1])
    let warnings = loaded.warnings.map(\.description)
    #expect(warnings.count == 2)
    #expect(warnings[0].contains(":10:12: warning: the state of 'lead', 'song.states/lead-"))
    #expect(warnings[0].contains("is damaged"))
    #expect(warnings[1].contains("the state of 'pad'"))
    #expect(warnings[1].contains("No such file"))
    try file.save(loaded.session)
    #expect(try file.text() == text)
    #expect(folder.names("song.states") == [names[0]])
    // The same state is saved under the same name.
    try file.save(Self.session(1))
    #expect(try file.load().session == Self.session(1))
    #expect(folder.names("song.states") == names)
  }

  @Test("A state outside of the folder, of another component, or that is a FIFO is not read")
  func foreignStates() throws {
    let other = ComponentState(code: "aufx dely Tnto", version: 1, parameters: [])
    folder.put("other", other.encoded())
    #expect(unsafe mkfifo("\(folder.path)/fifo", 0o600) == 0)
    for (path, reason) in [
      ("other", "belongs to 'aufx dely Tnto'"), ("fifo", "is not a file"), (".", "is not a file"),
      ("../other", "is outside"), ("/etc/passwd", "is outside"), ("a/../../b", "is outside"),
    ] {
      let text = "tenuto: 2\nnodes:\n  a: {component: aumu saw1 Tnto, state: \(path)}\n"
      folder.put("song.yaml", Array(text.utf8))
      let loaded = try file.load()
      #expect(loaded.session.nodes[0].state == nil)
      #expect(loaded.warnings.first?.message.contains(reason) == true, "\(loaded.warnings)")
    }
  }

  @Test("A save that ends anywhere leaves the old session or the new one")
  func interrupted() throws {
    let (old, new) = (Self.session(1), Self.session(2))
    try file.save(old)
    let plan = file.plan(try file.content(of: new))
    #expect(plan.steps.count >= 8)
    for count in 0..<plan.steps.count {
      let place = Folder()
      let copy = SessionFile("\(place.path)/song.yaml")
      try copy.save(old)
      let steps = copy.plan(try copy.content(of: new)).steps
      for step in steps.prefix(count) { try DiskCall.perform(step) }
      let isNew = steps.prefix(count).contains(.rename("\(copy.path).part", to: copy.path))
      guard case .write(let path, let bytes) = steps[count] else {
        try expectWhole(copy, isNew ? new : old)
        continue
      }
      for length in [0, 1, bytes.count / 2, bytes.count - 1] {
        try DiskCall.perform(.write(path, Array(bytes.prefix(length))))
        try expectWhole(copy, isNew ? new : old)
      }
      // Remaining files do not affect the next save.
      try copy.save(new)
      try expectWhole(copy, new)
      #expect(!place.names("song.states").contains { $0.hasSuffix(".part") })
      #expect(place.names() == ["song.states", "song.yaml"])
    }
  }

  private func expectWhole(_ file: SessionFile, _ session: Session) throws {
    let loaded = try file.load()
    #expect(loaded.session == session)
    #expect(loaded.warnings.isEmpty)
  }

  @Test("Killed at any moment, twenty times, a session is the old one or the new one")
  func killed() async throws {
    try file.save(Self.session(0))
    for round in 0..<20 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = file.path as String, delay = UInt32(2000 + round * 577) as UInt32] in
        var number: UInt8 = 0
        try SessionFile(path).save(SavingTests.session(number))
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        while true {
          number &+= 1
          try SessionFile(path).save(SavingTests.session(number))
        }
      }
      let loaded = try file.load()
      #expect(loaded.warnings.isEmpty, "\(loaded.warnings)")
      let number = try #require(loaded.session.nodes[0].state?.data.first)
      #expect(loaded.session == Self.session(number))
    }
    try file.save(Self.session(7))
    #expect(folder.names("song.states").count == 2)
    #expect(folder.names() == ["song.states", "song.yaml"])
  }

  @Test("A file that cannot be read is kept beside the new one, and its mode stays")
  func unreadable() throws {
    folder.put("song.yaml", Array("tenuto: 2\nnodes: [\n".utf8))
    #expect(unsafe chmod(file.path, 0o640) == 0)
    let saved = try file.save(Self.session(3))
    #expect(saved.notes.count == 1 && saved.notes[0].contains("song.yaml~"))
    #expect(folder.text("song.yaml~") == "tenuto: 2\nnodes: [\n")
    #expect(try file.load().session == Self.session(3))
    var status = stat()
    #expect(unsafe stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    folder.put("song.yaml", [0xFF, 0xFE])
    #expect(throws: SessionFileError.self) { try file.load() }
    try file.save(Self.session(4))
    #expect(folder.names() == ["song.states", "song.yaml", "song.yaml~"])
    #expect(try file.load().session == Self.session(4))
  }

  @Test("Through a symbolic link the file behind it is saved")
  func link() throws {
    let inner = Folder()
    let real = SessionFile("\(inner.path)/real.yaml")
    try real.save(Self.session(1))
    #expect(unsafe symlink(real.path, file.path) == 0)
    try file.save(Self.session(2))
    #expect(inner.names() == ["real.states", "real.yaml"])
    #expect(folder.names() == ["song.yaml"])
    #expect(try file.load().session == Self.session(2))
    #expect(try real.load().session == Self.session(2))
  }

  @Test("Missing files and folders and invalid sessions are reported")
  func refusals() throws {
    func message(_ body: () throws -> Void) -> String {
      do {
        try body()
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message { _ = try file.load() }
        == "\(file.path): cannot be read: No such file or directory; check the name")
    let lost = SessionFile("\(folder.path)/no/song.yaml")
    #expect(
      message { try lost.save(Self.session(1)) }
        == "\(lost.path): its states' folder cannot be created: No such file or directory; check the "
        + "name")
    var session = Self.session(1)
    session.nodes[1].name = "lead"
    #expect(
      message { try file.save(session) }
        == "song.yaml: 'lead' is a node already; give this one another name")
    #expect(folder.names().isEmpty)
  }

  @Test("Sound files that are not there are warnings")
  func soundFiles() throws {
    var session = Session(name: "Loops")
    session.nodes = [
      SessionNode("a", .fileInput(path: "here.wav", isLooped: false)),
      SessionNode("b", .fileInput(path: "gone.wav", isLooped: false)),
    ]
    folder.put("here.wav", [0])
    try file.save(session)
    let warnings = try file.load().warnings.map(\.message)
    #expect(warnings == ["there is no file 'gone.wav'; 'b' is silent until the file exists"])
  }

  @Test("A session saved under another name includes its states")
  func saveAs() throws {
    try file.save(Self.session(5))
    let other = SessionFile("\(folder.path)/copy.yml")
    try other.save(try file.load().session)
    #expect(folder.names() == ["copy.states", "copy.yml", "song.states", "song.yaml"])
    try FileManager.default.removeItem(atPath: "\(folder.path)/song.states")
    #expect(try other.load().session == Self.session(5))
  }
}
