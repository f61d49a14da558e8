import Foundation
import TenutoComponents
import TenutoCore
import TenutoRender
import TenutoSystem
import Testing

struct UserPresetsTests {
  private let folder = TestFolder()
  private let component = ComponentDescription.sample("aumu saw1 Tnto")
  private var presets: UserPresets { UserPresets(folder: "\(folder.path)/presets") }

  private func state(_ gain: Float = -6.1, data: [UInt8] = []) -> ComponentState {
    ComponentState(
      code: component.code, version: 1,
      parameters: [ParameterValue(1 << 53 + 1, gain), ParameterValue(.max, 440)], data: data)
  }

  private func names() -> [String] { presets.list(for: component.code).presets.map(\.name) }

  @Test func theStandardFolderIsXDGs() {
    func folder(_ environment: [String: String]) -> String? {
      UserPresets.standard(environment: environment)?.folder
    }
    #expect(folder(["XDG_DATA_HOME": "/data", "HOME": "/home/a"]) == "/data/tenuto/presets")
    #expect(folder(["HOME": "/home/a"]) == "/home/a/.local/share/tenuto/presets")
    #expect(folder(["XDG_DATA_HOME": "x", "HOME": "/h"]) == "/h/.local/share/tenuto/presets")
    #expect(folder([:]) == nil)
  }

  @Test func aPresetIsAReadableFile() throws {
    #expect(names() == [])
    #expect(presets.list(for: component.code).problems == [])
    let path = try presets.save(state(data: [0, 1, 255]), as: "Warm Pad", for: component)
    #expect(path == "\(folder.path)/presets/aumu saw1 Tnto/Warm Pad.json")
    let text = String(decoding: folder.bytes("presets/aumu saw1 Tnto/Warm Pad.json"), as: UTF8.self)
    #expect(
      text == """
        {
          "component" : "aumu saw1 Tnto",
          "data" : "AAH/",
          "name" : "Warm Pad",
          "parameters" : [
            {
              "address" : "9007199254740993",
              "identifier" : "gain",
              "value" : -6.1
            },
            {
              "address" : "18446744073709551615",
              "identifier" : "cutoff",
              "value" : 440
            }
          ],
          "schema" : 1,
          "stateVersion" : 1
        }

        """)
    let loaded = try presets.load("Warm Pad", for: component)
    #expect(loaded == UserPreset(name: "Warm Pad", state: state(data: [0, 1, 255])))
    #expect(folder.names("presets/aumu saw1 Tnto") == ["Warm Pad.json"])
  }

  @Test func aPresetIsNotOverwrittenUnlessAsked() throws {
    try presets.save(state(), as: "A", for: component)
    expectError(.presetExists, "There is a preset 'A'") {
      try presets.save(state(0), as: "A", for: component)
    }
    #expect(try presets.load("A", for: component).state == state())
    try presets.save(state(0), as: "A", for: component, overwrite: true)
    #expect(try presets.load("A", for: component).state == state(0))
    #expect(names() == ["A"])
  }

  @Test func presetsAreRenamedAndDeleted() throws {
    try presets.save(state(1), as: "A", for: component)
    try presets.save(state(2), as: "B", for: component)
    expectError(.presetExists, "'B'") {
      try presets.rename("A", to: "B", of: component.code)
    }
    try presets.rename("A", to: "A/C", of: component.code)
    #expect(names() == ["A/C", "B"])
    #expect(try presets.load("A/C", for: component).state == state(1))
    try presets.rename("B", to: "B", of: component.code)
    try presets.delete("A/C", of: component.code)
    #expect(names() == ["B"])
    for name in ["A", "A/C"] {
      expectError(.fileNotFound, "There is no preset '\(name)'") {
        try presets.delete(name, of: component.code)
      }
      expectError(.fileNotFound, "no preset") { try presets.load(name, for: component) }
    }
  }

  @Test(
    arguments: [
      "../../escape", "/", ".", "..", ".hidden", " space ", "a/b", "a_b", "a~b", "con:*?\"<>|\\",
      "Größe", "Gro\u{308}ße", "音色", "👩‍👩‍👧 ♪", "\u{202E}txt.exe", "x.json",
      String(repeating: "ä", count: 127),
    ])
  func anyNameHasASafeFileAndIsRestored(name: String) throws {
    let path = try presets.save(state(), as: name, for: component)
    #expect(path.hasPrefix("\(folder.path)/presets/aumu saw1 Tnto/"))
    #expect(folder.names("presets") == ["aumu saw1 Tnto"])
    let files = folder.names("presets/aumu saw1 Tnto")
    #expect(files.count == 1)
    #expect(files[0].utf8.count <= 200 && !files[0].hasPrefix("."))
    #expect(names().map { Array($0.utf8) } == [Array(name.utf8)])
    #expect(try presets.load(name, for: component).state == state())
  }

  @Test func namesThatDifferInBytesOrLookAlikeDoNotMeet() throws {
    let all = ["a/b", "a_b", "a:b", "\u{E9}", "e\u{301}", "A", "a"]
    for (number, name) in all.enumerated() {
      try presets.save(state(Float(number)), as: name, for: component)
    }
    for (number, name) in all.enumerated() {
      #expect(try presets.load(name, for: component).state == state(Float(number)))
    }
    #expect(names().count == all.count)
  }

  @Test(arguments: ["", "   ", "a\nb", "\u{7F}", String(repeating: "x", count: 256)])
  func invalidNamesAreRefused(name: String) {
    expectError(.presetInvalid, "preset") {
      try presets.save(state(), as: name, for: component)
    }
  }

  @Test func aStateOfAnotherComponentIsRefused() {
    var other = state()
    other.code = "aumu oops Test"
    expectError(.stateRefused, "aumu oops Test") {
      try presets.save(other, as: "A", for: component)
    }
  }

  // MARK: - Files that others wrote

  private func write(_ file: String, _ text: String) {
    folder.write("presets/aumu saw1 Tnto/\(file)", text)
  }

  private static func json(
    schema: String = "1", component: String = "aumu saw1 Tnto", parameters: String = "[]",
    more: String = ""
  ) -> String {
    """
    {"schema": \(schema), "name": "P", "component": "\(component)", "stateVersion": 1,
     "parameters": \(parameters)\(more)}
    """
  }

  @Test func unknownKeysAreIgnoredAndRemovedParametersWarn() throws {
    write(
      "P.json",
      Self.json(
        parameters: """
          [{"identifier": "gain", "address": "7", "value": 99, "curve": [1]},
           {"identifier": "was cutoff", "address": "18446744073709551615", "value": 50},
           {"identifier": "gone", "address": "12", "value": 1}, {"value": 1}]
          """, more: ", \"future\": {\"a\": null}"))
    let preset = try presets.load("P", for: component)
    let expected = [ParameterValue(1 << 53 + 1, 12), ParameterValue(.max, 50)]
    #expect(preset.state.parameters == expected)
    #expect(preset.state.data.isEmpty)
    #expect(preset.warnings.count == 2)
    #expect(preset.warnings[0] == "'P': Sample has no parameter 'gone' to set.")
  }

  @Test(
    arguments: [
      ("", "is not JSON"), ("{\"schema\":", "line 1 is not JSON"), ("[]", "is not an object"),
      (json(schema: "2"), "schema is 2, newer than the 1 that this host reads; update Tenuto"),
      (json(schema: "0"), "schema is unknown"), (json(schema: "\"1\""), "schema is not a number"),
      (json(component: "nonsense"), "component is not a code"),
      (json(component: "aumu oops Test"), "component is 'aumu oops Test', but the folder's"),
      (json(parameters: "[{\"address\": \"1\"}]"), "parameters[0].value is missing"),
      (json(parameters: "[{\"value\": 1e300}]"), "out of range"),
      (json(more: ", \"data\": \"%%\""), "data is not base64"),
    ])
  func aBrokenFileIsOnlyReportedAsAProblem(text: String, fault: String) throws {
    try presets.save(state(), as: "Good", for: component)
    write("Broken.json", text)
    write("notes.txt", "no preset")
    write(".Hidden.json", "no preset")
    let list = presets.list(for: component.code)
    #expect(list.presets.map(\.name) == ["Good"])
    #expect(list.problems.map(\.code) == [.presetInvalid])
    let message = try #require(list.problems.first?.message)
    #expect(message.contains("/Broken.json: ") && message.contains(fault), "\(message)")
    #expect(message.hasSuffix("."))
    expectError(.presetInvalid, fault) { try presets.load("Broken", for: component) }
  }

  @Test func aFolderInPlaceOfAFileIsAProblem() throws {
    folder.makeFolder("presets/aumu saw1 Tnto/Odd.json")
    #expect(presets.list(for: component.code).problems.count == 1)
  }

  @Test func aPresetOfAnInstanceIsRestored() throws {
    let instance = try Instance.rich(isRaw: false)
    try instance.set([ParameterValue(1, 0.3), ParameterValue(2, 2)])
    try instance.say("fill 5000")
    let saved = try instance.state()
    try presets.save(saved, as: "Mine", for: instance.description)
    try instance.select(instance.description.presets[1])
    #expect(try instance.state() != saved)
    try instance.restore(try presets.load("Mine", for: instance.description).state)
    #expect(try instance.state() == saved)
  }
}
