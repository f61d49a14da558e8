import Foundation
import TestSupport
import Testing

/// The code in the Core MIDI article compiles, in the language of its time.
struct CoreMIDIPageTests {
  private static let page = "Sources/TenutoCoreMIDI/Documentation.docc/TenutoCoreMIDI.md"

  /// The compiler's messages for a program.
  private func compile(_ text: String) throws -> ProgramResult {
    let folder = "\(NSTemporaryDirectory())tenuto-coremidi-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = "\(folder)/main.swift"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try Outside.check([path], arguments: ["-swift-version", "5"])
  }

  @Test func everyBlockCompiles() throws {
    let blocks = Markdown(try Repository.text(Self.page)).blocks.filter { $0.language == "swift" }
    #expect(blocks.count == 3)
    for block in blocks {
      let imports = block.text.contains("import TenutoCoreMIDI") ? "" : "import TenutoCoreMIDI\n"
      let result = try compile(imports + block.text)
      #expect(result.status == 0, "\(result.output)")
    }
  }

  /// All text types in Mac sources where a function takes a `CFString`.
  @Test func everyKindOfTextIsTaken() throws {
    let texts = [
      #""Keys" as CFString"#, #"NSString(string: "Keys")"#, "name as CFString",
      "name as NSString", "NSString(string: name)", "NSMutableString(string: name)",
      "name as NSString as CFString", #""Keys \(1)" as CFString"#,
    ]
    var text = """
      import Foundation
      import TenutoCoreMIDI
      var client = MIDIClientRef()
      var port = MIDIPortRef()
      var endpoint = MIDIEndpointRef()
      let name = "Keys"

      """
    for argument in texts {
      text += """
        MIDIClientCreate(\(argument), nil, nil, &client)
        MIDIClientCreateWithBlock(\(argument), &client, nil)
        MIDIClientCreateWithBlock(\(argument), &client) { _ in }
        MIDIInputPortCreate(client, \(argument), { _, _, _ in }, nil, &port)
        MIDIInputPortCreateWithBlock(client, \(argument), &port) { _, _ in }
        MIDIInputPortCreateWithProtocol(client, \(argument), ._2_0, &port) { _, _ in }
        MIDIOutputPortCreate(client, \(argument), &port)
        MIDISourceCreate(client, \(argument), &endpoint)
        MIDIDestinationCreateWithBlock(client, \(argument), &endpoint) { _, _ in }
        MIDIObjectSetStringProperty(endpoint, kMIDIPropertyModel, \(argument))

        """
    }
    let result = try compile(text)
    #expect(result.status == 0, "\(result.output)")
  }
}
