import Foundation
import TenutoJACK
import TenutoMIDIMessages
import Testing

// The code of the manager's article, verbatim.

func listen() throws -> MIDIManager {
  let manager = MIDIManager(
    clientName: "my-synth", model: "My Synth", manufacturer: "My Company",
    notificationHandler: { notification in print(notification) })
  try manager.start()
  try manager.addInputConnection(
    to: .allOutputs, tag: "keyboards", filter: .owned(),
    receiver: .events(options: [.filterActiveSensingAndClock]) { events, timeStamp, source in
      for event in events.filter(chanVoice: .keepTypes([.noteOn, .noteOff])) {
        print(timeStamp, source?.displayName ?? "", event)
      }
    })
  return manager
}

func play(_ manager: MIDIManager) throws {
  try manager.addOutput(name: "Notes", tag: "notes", uniqueID: .userDefaultsManaged(key: "notes"))
  try manager.addOutputConnection(
    to: .inputs(matching: [.name("playback_1"), .displayName("My Piano")]), tag: "pianos")
  let chord: [MIDIEvent] = [60, 64, 67].map {
    .noteOn($0, velocity: .unitInterval(0.8), channel: 0)
  }
  try manager.managedOutputs["notes"]?.send(events: chord)
  try manager.managedOutputConnections["pianos"]?.send(
    event: .cc(.sustainPedal, value: .midi1(0), channel: 0))
  manager.remove(.outputConnection, .withTag("pianos"))
}

func speakMIDI2(_ manager: MIDIManager) throws {
  try manager.addOutput(name: "Rich", tag: "rich", uniqueID: .adHoc, protocol: .midi2_0)
  try manager.managedOutputs["rich"]?.send(events: [
    .noteOn(60, velocity: .midi2(0xABCD), channel: 0),
    .notePitchBend(note: 60, value: .midi2(0x8800_0000), channel: 0),
  ])
}

struct ManagerPageTests {
  @Test func theCodeOfThePageIsTheCodeAbove() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let repository = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: repository.appending(
        path: "Sources/TenutoJACK/Documentation.docc/MIDIPorts.md"), encoding: .utf8)
    let code = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```\n").first }
    #expect(blocks.count == 3)
    for block in blocks {
      // Imports are only at the top of this file.
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
      let imports = lines.prefix { $0.hasPrefix("import ") }
      for line in imports { #expect(code.contains(line)) }
      let body = lines.dropFirst(imports.count).joined(separator: "\n")
      #expect(code.contains(body.drop { $0 == "\n" }), "\(body)")
    }
  }
}
