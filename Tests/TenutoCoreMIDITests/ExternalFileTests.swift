import Glibc
import Testing

@testable import TenutoCoreMIDI

/// The shared file: each program's view of it is a store.
@Suite struct ExternalFileTests {
  @Test func programsShareTheSetup() throws {
    try withPath { path in
      var (one, two) = (opened(path), opened(path))
      #expect(one.change { $0.tree.add(device(-1, "One")) ? noErr : paramErr } == noErr)
      #expect(two.change { $0.tree.add(device(-2, "Two")) ? noErr : paramErr } == noErr)
      #expect(two.change { $0.tree.add(device(-1, "Else")) ? noErr : kMIDIIDNotUnique } == -10843)
      one.refresh(path: path)
      let three = opened(path)
      for store in [one, two, three] {
        #expect(store.setup.tree.children(of: nil, .externalDevice).map(\.name) == ["One", "Two"])
      }
    }
  }

  @Test func theTextRoundTrips() throws {
    var setup = ExternalSetup()
    var piano = device(-1, "Grand\t\u{301}\r\n\\")
    piano.properties["list"] = .array([.integer(-3), .array([]), .dictionary(["": .string("")])])
    piano.properties["\u{0}\r"] = .data(CFData([0, 15, 255]))
    let objects = [
      piano, ExternalObject(type: .externalEntity, id: 2, parent: -1, properties: [:]),
      ExternalObject(type: .externalDestination, id: .max, parent: 2, properties: [:]),
      device(.min, ""),
    ]
    for object in objects {
      let isAdded = setup.tree.add(object)
      #expect(isAdded)
    }
    setup.connections = [7: .integer(-1), -7: .data(CFData([1, 2, 3, 4]))]
    let text = setup.text
    #expect(ExternalSetup(file: Array(text.utf8)) == setup)
    #expect(text.hasPrefix("# External MIDI devices, version 1."))
    #expect(text.contains("\n\t\tdestination\t2147483647\n"))
  }

  @Test(arguments: [
    "", "device", "device\t0", "device\tone", "device\t2147483648", "entity\t1",
    "device\t1\ndevice\t1", "device\t1\n\t\tentity\t2", "device\t1\n\tsource\t2",
    "device\t1\n\tentity\t1", "device\t1\n\tdata\tblob\t0", "device\t1\n\tdata\tblob\tzz",
    "device\t1\n\tinteger\tx\t1e3", "device\t1\n\tfloat\tx\t1", "device\t1\n\tstring\tname\t\\x",
    "port\t1", "port\t1\n\tinteger\tname\t1", "\tdevice\t1",
  ])
  func aBrokenFileIsKeptAside(_ lines: String) throws {
    try withPath { path in
      let text = lines.isEmpty ? heading.replacing("\n", with: "\r\n") : heading + lines
      try write(Array(text.utf8), to: path)
      var store = opened(path)
      #expect(store.setup == ExternalSetup())
      #expect(bytes(path) == Array(text.utf8))
      #expect(store.change { $0.tree.add(device(-1, "One")) ? noErr : paramErr } == noErr)
      #expect(opened(path).setup.tree[-1] != nil)
      let aside = try #require(entries(path).first { $0.contains(".broken-") })
      #expect(bytes(aside) == Array(text.utf8))
    }
  }

  @Test func alteredAndEndlessFilesDoNoHarm() throws {
    let good = Array(
      "\(heading)device\t-1\n\tstring\tname\tPiano\n\tentity\t-2\n\t\tsource\t-3\nport\t4\n".utf8)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = [9, 10, 45, 49, 92, 255].randomElement(using: &generator) ?? 0
      }
      _ = ExternalSetup(file: bytes)
    }
    let limit = ExternalSetup.byteLimit
    let deep = (0..<1400).map { String(repeating: "\t", count: $0) + "array\n" }.joined()
    #expect(ExternalSetup(file: Array((heading + "device\t1\n\t" + deep).utf8)) == nil)
    let many = heading + (1...5000).map { "device\t\($0)\n" }.joined()
    #expect(ExternalSetup(file: Array(many.utf8)) == nil)
    let long = heading + String(repeating: "\n", count: limit)
    #expect(ExternalSetup(file: Array(long.utf8)) == nil)
    try withPath { path in
      #expect(unsafe symlink("/dev/zero", path) == 0)
      #expect(opened(path).setup == ExternalSetup())
    }
  }

  @Test func aLaterVersionsFileStaysUnchanged() throws {
    try withPath { path in
      let text = Array("# External MIDI devices, version 2. Written by Tenuto.\nx\n".utf8)
      try write(text, to: path)
      var store = opened(path)
      #expect(
        store.change { $0.tree.add(device(-1, "")) ? noErr : paramErr } == kMIDISetupFormatErr)
      #expect(bytes(path) == text)
    }
  }

  @Test func withoutAPlaceTheSetupStaysEmpty() {
    for path in [nil, "/proc/tenuto/midi-devices"] {
      var store = opened(path)
      let status = store.change { $0.tree.add(device(-1, "One")) ? noErr : paramErr }
      #expect(status == kMIDINoCurrentSetup)
      #expect(store.setup == ExternalSetup())
    }
  }

  @Test func aProgramThatWasStoppedDoesNotStopOthers() throws {
    try withPath { path in
      let lock = unsafe open("\(path).lock", O_RDWR | O_CREAT, 0o600)
      #expect(flock(lock, LOCK_EX) == 0)
      var store = opened(path)
      #expect(
        store.change { $0.tree.add(device(-1, "")) ? noErr : paramErr } == kMIDINoCurrentSetup)
      close(lock)
      #expect(store.change { $0.tree.add(device(-1, "")) ? noErr : paramErr } == noErr)
    }
  }

  @Test func devicesGoAndComeWithTheFile() throws {
    try withPath { path in
      var store = opened(path)
      #expect(store.change { $0.tree.add(device(-1, "One")) ? noErr : paramErr } == noErr)
      let aside = "\(path).old"
      #expect(unsafe rename(path, aside) == 0)
      store.refresh(path: path)
      #expect(store.setup == ExternalSetup())
      #expect(unsafe rename(aside, path) == 0)
      store.refresh(path: path)
      #expect(store.setup.tree[-1] != nil)
    }
  }
}

private let heading = "# External MIDI devices, version 1. Written by Tenuto.\n"

private func device(_ id: MIDIUniqueID, _ name: String) -> ExternalObject {
  ExternalObject(
    type: .externalDevice, id: id, parent: nil, properties: [kMIDIPropertyName: .string(name)])
}

private func opened(_ path: String?) -> ExternalStore {
  var store = ExternalStore()
  store.refresh(path: path)
  return store
}

private func withPath(_ body: (String) throws -> Void) throws {
  var pattern = Array("/tmp/tenuto-test-XXXXXX\0".utf8CString)
  let folder = try #require(unsafe mkdtemp(&pattern).map { unsafe String(cString: $0) })
  defer { _ = try? JACKServer.run(["rm", "-r", "-f", folder]) }
  try body("\(folder)/midi-devices")
}

private func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = unsafe fopen(path, "we") else {
    throw JACKServer.Failure(description: "\(path) cannot be written")
  }
  defer { unsafe _ = fclose(file) }
  #expect(unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count)
}

private func bytes(_ path: String) -> [UInt8]? {
  guard let file = unsafe fopen(path, "re") else { return nil }
  defer { unsafe _ = fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = unsafe fread(&bytes, 1, bytes.count, file)
  return Array(bytes[..<count])
}

/// The companions of a file.
private func entries(_ path: String) -> [String] {
  let folder = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
  return JACKServer.entries(of: folder).map { "\(folder)/\($0)" }
}
