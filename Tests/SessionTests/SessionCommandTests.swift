import Foundation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoSession
@testable import TenutoSupervision

/// `tenuto play --session` and `tenuto session`, with a private folder for the user's files.
struct SessionCommandTests {
  private let folder = SessionTestFolder()
  private let name = "evening"

  private var file: SessionFile {
    SessionFile("\(folder.path)/state/tenuto/sessions/\(name).yaml")
  }

  private var vault: SessionVault? {
    SessionVault.standard(path: file.path, environment: environment)
  }

  private var environment: [String: String] {
    [
      "HOME": folder.path, "XDG_STATE_HOME": "\(folder.path)/state",
      "XDG_DATA_HOME": "\(folder.path)/data", "TENUTO_PATH": "\(folder.path)/extensions",
      "JACK_NO_START_SERVER": "1", "JACK_DEFAULT_SERVER": "tenuto-session-none",
    ]
  }

  private func run(_ arguments: String...) throws -> ProgramResult {
    try Program.run(Built.path("tenuto"), arguments, environment: environment)
  }

  /// Installs two components, and writes a song of a quarter of a second.
  private func prepare() throws {
    for name in ["Sawtooth", "Delay"] {
      let outcome = try run(
        "install", Built.path(name), "--into", "\(folder.path)/extensions")
      try #require(outcome.status == 0, "\(outcome.output)")
    }
    let track: [UInt8] = [0, 0x90, 69, 100, 0x30, 0x80, 69, 0, 0, 0xFF, 0x2F, 0]
    let head: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    folder.write(
      head + Array("MTrk".utf8) + [0, 0, 0, UInt8(track.count)] + track, "song.mid")
  }

  private func play(_ more: [String]) throws -> ProgramResult {
    let arguments =
      ["play", "\(folder.path)/song.mid", "--engine", "clock", "--tail", "0.2", "--session", name]
      + more
    return try Program.run(Built.path("tenuto"), arguments, environment: environment)
  }

  private let sawtooth = ["--instrument", "aumu saw1 Tnto"]
  private let delay = ["--effect", "aufx dely Tnto"]

  @Test func aSessionContinuesIsListedShownAndForgotten() throws {
    try prepare()
    let first = try play(sawtooth + delay + ["--set", "sawtooth.cutoff=321"])
    try #require(first.status == 0, "\(first.output)")
    #expect(!first.output.contains("Continues"))
    let second = try play(sawtooth)
    #expect(second.status == 0 && second.output.contains("Continues 'evening' as of "))
    #expect(!second.output.contains("was killed"))
    #expect(second.output.contains("is not in this chain; it is kept"))
    let session = try file.load().session
    #expect(session.nodes.map(\.name) == ["song", "sawtooth", "out", "delay"])
    #expect(session.node(named: "sawtooth")?.parameters["cutoff"] == 321)
    #expect(!session.connections.contains { $0.source == "delay" || $0.destination == "delay" })

    let list = try run("session", "list")
    #expect(list.status == 0 && list.output.contains("sawtooth → delay"), "\(list.output)")
    #expect(list.output.contains("closed"))
    let show = try run("session", "show", name)
    #expect(show.status == 0 && show.output.contains("aufx dely Tnto"), "\(show.output)")
    #expect(show.output.contains("closed") && show.output.contains(file.path))
    #expect(try run("session", "show", "morning").output.contains("known are: evening"))
    #expect(try run("session", "forget", name).status == 0)
    #expect(try run("session", "list").output.contains("There are no sessions"))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  /// Edits belong to the session like the chain.
  @Test func editsOfASessionAreThereAgain() throws {
    try prepare()
    try #require(try play(sawtooth).status == 0)
    var session = try file.load().session
    try session.add(SessionNode("tap", .mixer(inputs: [2], outputChannelCount: 2)))
    try session.connect(.audio(AudioLink("sawtooth", to: "tap")))
    try file.save(session)
    let next = try play(sawtooth + ["--set", "cutoff=500"])
    #expect(next.status == 0, "\(next.output)")
    let after = try file.load().session
    #expect(after.nodes.map(\.name) == ["song", "sawtooth", "out", "tap"])
    #expect(after.connections.contains(AudioLink("sawtooth", to: "tap")))
    #expect(after.node(named: "sawtooth")?.parameters["cutoff"] == 500)
  }

  @Test func aHostThatWasKilledIsSaidToHaveNotClosedIt() throws {
    try prepare()
    try #require(try play(sawtooth).status == 0)
    let store = try #require(vault).store
    var kept = try #require(try vault?.kept())
    kept.isClosed = false
    do {
      let writer = try store.open()
      try writer.save(try kept.encoded())
      let busy = try play(sawtooth)
      #expect(busy.status == 1 && busy.output.contains("in use by process \(getpid())"))
    }
    let next = try play(sawtooth)
    #expect(next.status == 0, "\(next.output)")
    #expect(next.output.contains("because the host was killed"), "\(next.output)")
  }

  @Test func aSessionOfTheEarlierFormOfWhichNothingCanBeReadIsNotOverwritten() throws {
    try prepare()
    let store = GenerationStore(folder: "\(folder.path)/state/tenuto/sessions/\(name)")
    try store.open().save([1, 2])
    let outcome = try play(sawtooth)
    #expect(outcome.status == 1 && outcome.output.contains("tenuto session forget evening"))
    #expect(try store.sequences() == [1])
    #expect(try run("session", "forget", name).status == 0)
    #expect(try store.sequences().isEmpty)
  }
}
