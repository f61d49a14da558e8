import Foundation
import TenutoCore
import TenutoRender
import TenutoSupervision
import TenutoSystem
import Testing

@testable import TenutoSession

/// The user's named sessions.
struct LibraryTests {
  @Test func namesOfSessionsAreNamesOfFilesAsTheyStand() throws {
    let library = SessionLibrary(folder: "/nowhere")
    #expect(try library.file(named: "An evening 2").path == "/nowhere/An evening 2.yaml")
    for name in ["", ".", "..", "a/b", ".hidden", "a\nb", String(repeating: "x", count: 65)] {
      #expect(throws: HostError.self) { try library.file(named: name) }
    }
    #expect(
      SessionLibrary.standard(environment: ["HOME": "/h"])?.folder
        == "/h/.local/state/tenuto/sessions")
    #expect(
      SessionLibrary.standard(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"])?.folder
        == "/s/tenuto/sessions")
    #expect(SessionLibrary.standard(environment: [:]) == nil)
  }

  private let folder: RunFolder

  init() throws { folder = try RunFolder() }

  private var library: SessionLibrary { SessionLibrary(folder: "\(folder.path)/sessions") }

  /// A generation as written by earlier hosts.
  private func writeEarlierForm(_ name: String) throws -> GenerationStore {
    let state = ComponentState(
      code: "aumu saw1 Tnto", version: 1, parameters: [ParameterValue(1, 321)], data: [7])
    let text = """
      {"schema": 1, "hostVersion": "0.1.0", "savedAt": 5, "songPosition": 1.5, "isClosed": true,
       "nodes": [
        {"component": "aumu saw1 Tnto", "name": "Sawtooth", "key": "sawtooth",
         "state": "\(Data(state.encoded()).base64EncodedString())",
         "values": [{"address": "2", "value": 0.5}], "isBypassed": true,
         "timing": "one-period-later", "setAside": []}]}
      """
    let store = GenerationStore(folder: "\(library.folder)/\(name)")
    try store.open().save(Array(text.utf8))
    return store
  }

  @Test func theEarlierFormIsReadOnceAndIsAFileThen() throws {
    let store = try writeEarlierForm("evening")
    #expect(try library.names() == ["evening"])
    let isMigrated = try library.migrate("evening") { code in
      ComponentDescription(
        code, name: "S", manufacturerName: "T", version: "1.0.0",
        parameters: [Parameter(2, "cutoff", name: "Cutoff", range: 0...1, default: 0)])
    }
    #expect(isMigrated)
    let session = try library.file(named: "evening").load().session
    let node = try #require(session.node(named: "sawtooth"))
    #expect(node.state?.data == [7] && node.parameters == ["cutoff": 0.5])
    #expect(node.isBypassed && node.timing == .onePeriodLater)
    #expect(session.nodes.map(\.name) == ["keys", "sawtooth", "out"])
    #expect(try store.sequences().isEmpty)
    #expect(try library.names() == ["evening"])
    #expect(try !library.migrate("evening") { _ in nil })
    try library.remove("evening")
    #expect(try library.names().isEmpty)
  }

  @Test func unreadableFilesStayUnchanged() throws {
    let store = GenerationStore(folder: "\(library.folder)/evening")
    try store.open().save([1, 2])
    #expect(throws: HostError.self) { try library.migrate("evening") { _ in nil } }
    #expect(try store.sequences() == [1])
  }
}
