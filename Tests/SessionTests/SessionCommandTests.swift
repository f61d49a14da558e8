import Foundation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoHost

/// `tenuto play --session` and `tenuto session`, with a folder for all that the user has.
struct SessionCommandTests {
  private let folder = SessionTestFolder()
  private let name = "evening"

  private var store: GenerationStore {
    GenerationStore(folder: "\(folder.path)/state/tenuto/sessions/\(name)")
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

  @Test func aSessionGoesOnIsListedShownAndForgotten() throws {
    try prepare()
    let first = try play(sawtooth + delay + ["--set", "sawtooth.cutoff=321"])
    try #require(first.status == 0, "\(first.output)")
    #expect(!first.output.contains("Continues"))
    let second = try play(sawtooth)
    #expect(second.status == 0 && second.output.contains("Continues 'evening' as of "))
    #expect(!second.output.contains("without closing"))
    #expect(second.output.contains("is not in this chain; its state is kept"))
    let document = try #require(try store.session()?.document)
    #expect(document.nodes.map(\.key) == ["sawtooth", "delay"])
    let known = (document.nodes[0].state?.parameters ?? []) + document.nodes[0].values
    #expect(known.contains { $0.value == 321 })
    #expect(document.isClosed && document.nodes[1].state != nil)

    let list = try run("session", "list")
    #expect(list.status == 0 && list.output.contains("sawtooth → delay"), "\(list.output)")
    let show = try run("session", "show", name)
    #expect(show.status == 0 && show.output.contains("aufx dely Tnto"), "\(show.output)")
    #expect(show.output.contains("closed") && show.output.contains("GENERATION"))
    #expect(try run("session", "show", "morning").output.contains("known are: evening"))
    #expect(try run("session", "forget", name).status == 0)
    #expect(try run("session", "list").output.contains("There are no sessions"))
  }

  @Test func aHostThatWasKilledIsSaidToHaveNotClosedIt() throws {
    try prepare()
    try #require(try play(sawtooth).status == 0)
    var document = try #require(try store.session()?.document)
    document.isClosed = false
    do {
      let writer = try store.open()
      try writer.save(try document.encoded())
      let busy = try play(sawtooth)
      #expect(busy.status == 1 && busy.output.contains("in use by process \(getpid())"))
    }
    let next = try play(sawtooth)
    #expect(next.status == 0, "\(next.output)")
    #expect(next.output.contains("the host ended without closing it"), "\(next.output)")
  }

  @Test func aSessionOfWhichNothingCanBeReadIsNotOverwritten() throws {
    try prepare()
    try #require(try play(sawtooth).status == 0)
    for sequence in try store.sequences() {
      let path = "\(store.folder)/\(Generation.fileName(sequence))"
      _ = FileManager.default.createFile(atPath: path, contents: Data([1, 2]))
    }
    let before = try store.sequences()
    let outcome = try play(sawtooth)
    #expect(outcome.status == 1 && outcome.output.contains("tenuto session forget evening"))
    #expect(try store.sequences() == before)
  }
}
