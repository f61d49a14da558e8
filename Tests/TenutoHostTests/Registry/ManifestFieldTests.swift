import TenutoComponents
import TenutoCore
import TenutoSystem
import Testing

/// The additions of version 2 of the manifest: every field of a description, and its checks.
struct ManifestFieldTests {
  /// A description in which every field differs from its default.
  static let full = ComponentDescription(
    "aumf full Tnto", name: "Full", manufacturerName: "Tenuto", version: "2.3.4",
    summary: "Has everything.", license: "MIT OR Apache-2.0", contact: "https://example.org/full",
    tags: ["Test"],
    inputs: [.stereo, BusDescription("Side chain", channelCount: 1, isOptional: true)],
    outputs: [.stereo, .mono],
    capabilities: [
      ChannelCapability(-1, -2), ChannelCapability(2, 2), ChannelCapability(-32768, 0),
    ],
    parameters: [
      Parameter(
        UInt64.max, "cutoff", name: "Cut-off", group: "filter.low", range: 20...20000,
        unit: .hertz, default: 800, flags: [.logarithmic, .canRamp], dependents: [3, 1]),
      Parameter(1, "mode", name: "Mode", choices: ["Low", "High"], flags: [.notAutomatable]),
      Parameter(
        3, "amount", name: "Amount", group: "filter", range: -1...1, unit: .custom,
        unitName: "wobbles", default: 0.1,
        flags: [.hidden, .readOnly, ParameterFlags(rawValue: 1 << 31 | 1 << 5)]),
    ],
    groups: [ParameterGroup("filter.low", name: "Low"), ParameterGroup("filter", name: "Filter")],
    overview: [3, UInt64.max],
    presets: [
      FactoryPreset(
        7, name: "Dark", values: [ParameterValue(UInt64.max, 123.4), ParameterValue(1, 1)]),
      FactoryPreset(0, name: "Dark"),
    ],
    stateVersion: .max, midiProtocol: .midi1, midiOutputs: ["Notes", ""], supportsMPE: true,
    isDeterministic: true)

  let text: String

  init() throws {
    let manifest = Manifest(executable: "Full", components: [Self.full])
    text = String(decoding: try manifest.serialized(), as: UTF8.self)
  }

  @Test("Every field is read back as it was, beside another component")
  func roundTrip() throws {
    let plain = ComponentDescription(
      "augn plan Tnto", name: "Plain", manufacturerName: "Tenuto", version: "1.0.0")
    let manifest = Manifest(executable: "Full", components: [Self.full, plain])
    let back = try parse(manifest.serialized()).get()
    #expect(back.components == [Self.full, plain])
    #expect(back.warnings.isEmpty)
  }

  /// Each case removes one field; the result must differ, or the test above proves nothing.
  @Test("Every set field is in the file")
  func differences() throws {
    let changes: [(inout ComponentDescription) -> Void] = [
      { $0.license = "" }, { $0.contact = "" }, { $0.capabilities = [] }, { $0.groups = [] },
      { $0.overview = [] }, { $0.presets = [] }, { $0.stateVersion = 1 },
      { $0.midiProtocol = .midi2 }, { $0.midiOutputs = [] }, { $0.supportsMPE = false },
      { $0.isDeterministic = false }, { $0.inputs = [.stereo, .mono] }, { $0.summary = "" },
    ]
    for change in changes {
      var less = Self.full
      change(&less)
      let back = try parse(Manifest(executable: "Full", components: [less]).serialized()).get()
      #expect(back.components == [less])
      #expect(back.components != [Self.full])
    }
  }

  @Test("Default values are omitted")
  func defaults() throws {
    let plain = ComponentDescription(
      "augn plan Tnto", name: "Plain", manufacturerName: "Tenuto", version: "1.0.0",
      parameters: [Parameter(0, "gain", name: "Gain", range: 0...1, default: 0)])
    let text = String(
      decoding: try Manifest(executable: "x", components: [plain]).serialized(), as: UTF8.self)
    for key in [
      "license", "contact", "capabilities", "groups", "overview", "presets", "stateVersion",
      "midiProtocol", "midiOutputs", "supportsMPE", "deterministic", "optional", "group",
      "unitName", "flags", "valueNames", "dependents",
    ] { #expect(!text.contains("\"\(key)\""), "\(key)") }
  }

  @Test("Words, addresses as text, and flags of later versions are written for people")
  func form() {
    for fact in [
      "\"flags\" : [\n            \"logarithmic\",\n            \"canRamp\"\n          ]",
      "\"bit5\",\n            \"bit31\"", "\"midiProtocol\" : \"midi1\"",
      "\"address\" : \"18446744073709551615\"", "\"path\" : \"filter.low\"", "\"value\" : 123.4",
      "\"stateVersion\" : 4294967295", "\"optional\" : true", "\"deterministic\" : true",
    ] { #expect(text.contains(fact), "\(fact) in \(text)") }
  }

  @Test("A manifest of version 1 is still read")
  func firstVersion() throws {
    let old = """
      {"schema": 1, "executable": "x", "components": [{"type": "aumi", "subtype": "abcd",
      "manufacturer": "Tnto", "name": "N", "manufacturerName": "", "version": "1"}]}
      """
    let component = try #require(parse(Array(old.utf8)).get().components.first)
    #expect(
      component
        == ComponentDescription(
          "aumi abcd Tnto", name: "N", manufacturerName: "", version: "1", outputs: []))
  }

  @Test("Unknown keys are named at every depth")
  func unknownKeys() throws {
    var text = text
    for key in ["optional", "value", "path"] {
      text = text.replacing("\"\(key)\" :", with: "\"a\(key)\": 1, \"\(key)\" :")
    }
    let warnings = try parse(Array(text.utf8)).get().warnings
    #expect(warnings.count == 5)
    let all = warnings.joined()
    for path in [
      "components[0].inputs[1].aoptional ", "components[0].presets[0].values[1].avalue ",
      "components[0].groups[1].apath ",
    ] { #expect(all.contains(path), "\(all)") }
  }

  @Test(
    "Mistakes are reported with their position",
    arguments: [
      ("\"optional\" : true", "\"optional\" : 1", "inputs[1].optional is not true or false"),
      ("\"supportsMPE\" : true", "\"supportsMPE\" : \"y\"", "supportsMPE is not true or false"),
      ("\"inputs\" : -1", "\"inputs\" : -32769", "capabilities[0].inputs is -32769 and not"),
      ("\"outputs\" : -2", "\"outputs\" : 0.5", "capabilities[0].outputs is 0.5 and not a whole"),
      ("\"midi1\"", "\"midi3\"", "midiProtocol must be one of midi1, midi2"),
      ("4294967295", "4294967296", "stateVersion is 4294967296 and not a whole"),
      ("4294967295", "-1", "stateVersion is -1 and not a whole"),
      ("\"number\" : 7", "\"number\" : 0", "presets[1].number is that of another preset"),
      ("\"number\" : 7", "\"number\" : -1", "presets[0].number is less than 0"),
      ("\"number\" : 7", "\"number\" : 2147483648", "presets[0].number is 2147483648 and not"),
      ("\"Dark\"", "\"\"", "presets[0].name is empty"),
      ("\"value\" : 123.4", "\"value\" : 19", "presets[0].values[0].value is out of 20.0...20000"),
      ("\"value\" : 123.4", "\"value\" : 1e99", "presets[0].values[0].value is out of 20.0"),
      ("\"path\" : \"filter\"", "\"path\" : \"fil\"", "groups[0].path is in a group that is not"),
      ("\"path\" : \"filter\"", "\"path\" : \"filter.low\"", "groups[1].path is that of another"),
      ("\"path\" : \"filter\"", "\"path\" : \".filter\"", "groups[1].path is not identifiers"),
      ("\"path\" : \"filter\"", "\"path\" : \"\"", "groups[1].path is empty"),
      ("\"canRamp\"", "\"ramp\"", "parameters[0].flags[1] must be one of readOnly"),
      ("\"bit5\"", "\"bit4\"", "parameters[2].flags[2] must be one of"),
      ("\"bit5\"", "\"bit32\"", "parameters[2].flags[2] must be one of"),
      ("\"bit5\"", "\"bit05\"", "parameters[2].flags[2] must be one of"),
      ("\"High\"", "\"High\", \"Both\"", "parameters[1].valueNames has 3 names, more than"),
      ("\"wobbles\"", "\"\\u0007\"", "parameters[2].unitName has a control character"),
      ("\"MIT OR Apache-2.0\"", "\"\\n\"", "license has a control character"),
      ("\"Notes\"", "[]", "midiOutputs[0] is not a text"),
      ("\"overview\" : [\n        \"3\"", "\"overview\" : [\n        \"4\"", "overview[0] is no"),
      (
        "\"overview\" : [\n        \"3\"", "\"overview\" : [\n        \"3\",\"3\"",
        "overview[1] is "
      ),
      (
        "\"dependents\" : [\n            \"3\"", "\"dependents\" : [\n\"03\"",
        "parameters[0].dependents[0] is not"
      ),
    ])
  func faults(_ old: String, _ new: String, _ message: String) throws {
    try #require(text.contains(old), "\(text)")
    let wrong = text.replacing(old, with: new, maxReplacements: 1)
    let error = try #require(throws: HostError.self) { try parse(Array(wrong.utf8)).get() }
    #expect(error.code == .manifestInvalid)
    #expect(error.message.contains("components[0].\(message)"), "\(error)")
  }

  @Test("A seventeenth MIDI output is refused")
  func midiOutputs() throws {
    var many = Self.full
    many.midiOutputs = (0..<17).map { "\($0)" }
    let error = #expect(throws: HostError.self) {
      try Manifest(executable: "x", components: [many]).serialized()
    }
    #expect(error?.message.contains("midiOutputs has 17 names and may have 16") == true)
  }

  private func parse(_ bytes: [UInt8]) -> Result<Manifest, HostError> {
    Result { () throws(HostError) in try Manifest(parsing: bytes, path: "m") }
  }
}
