import TenutoComponents
import TenutoCore
import TenutoSystem
import Testing

struct ManifestTests {
  let manifest = Manifest(
    executable: "Sawtooth",
    components: [
      .sample("aumu saw1 Tnto"), ComponentDescription("aumi a b  Tnto", name: "B"),
    ])

  var text: String { get throws { String(decoding: try manifest.serialized(), as: UTF8.self) } }

  @Test("A manifest that was written is read back as it was")
  func roundTrip() throws {
    let bytes = try manifest.serialized()
    let back = try Manifest(parsing: bytes, path: "m")
    #expect(back == manifest)
    #expect(back.warnings.isEmpty)
    #expect(try back.serialized() == bytes)
  }

  @Test("A manifest is written for people to read")
  func form() throws {
    let text = try text
    #expect(text.hasSuffix("}\n"))
    #expect(text.contains("\n      \"manufacturer\" : \"Tnto\""))
    #expect(text.contains("A sample/tone"))
    #expect(text.contains("\"18446744073709551615\""))
    #expect(text.contains("\"unit\" : \"hertz\""))
    #expect(text.contains("\"schema\" : 2\n"))
    #expect(text.contains("\"default\" : 999.1,"))
    let keys = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }.map { $0.prefix(6) }
    #expect(keys == ["  \"com", "  \"exe", "  \"sch"])
  }

  @Test("Optional keys may be left out")
  func optionalKeys() throws {
    let text = """
      {"schema": 1, "executable": "x", "components": [{"type": "aumi", "subtype": "abcd",
      "manufacturer": "Tnto", "name": "N", "manufacturerName": "", "version": "1",
      "parameters": [{"address": "0", "identifier": "p", "name": "", "minimum": 1, "maximum": 1,
      "default": 1}]}]}
      """
    let component = try #require(parse(text).get().components.first)
    #expect(component.outputs.isEmpty && component.tags.isEmpty && component.summary.isEmpty)
    #expect(component.parameters.first?.unit == .generic)
  }

  @Test("Unknown keys are ignored, and each is named in a warning")
  func unknownKeys() throws {
    var text = try text
    text = text.replacing("\"schema\" : 2", with: "\"schema\" : 2, \"icon\" : {\"a\" : [1]}")
    text = text.replacing("\"cutoff\"", with: "\"cutoff\", \"curve\\u001b[2J\" : null")
    let back = try parse(text).get()
    #expect(back.components == manifest.components)
    #expect(
      back.warnings == [
        "m: icon is unknown and is ignored.",
        "m: components[0].parameters[0].curve\u{FFFD}[2J is unknown and is ignored.",
      ])
  }

  @Test(
    "Mistakes are reported with their position",
    arguments: [
      ("\"schema\" : 2", "\"schema\" : 3", "schema is 3 and this host reads 1 to 2; update"),
      ("\"schema\" : 2", "\"schema\" : 0", "schema is 0 and this host reads 1 to 2; write"),
      ("\"schema\" : 2", "\"schema\" : 1.5", "schema is 1.5"),
      ("\"schema\" : 2", "\"schema\" : 3, \"executable\" : 7", "schema is 3"),
      ("\"schema\" : 2", "\"schema\" : \"1\"", "schema is not a number"),
      ("\"schema\" : 2", "\"other\" : 1", "schema is missing"),
      ("\"Sawtooth\"", "\"../Sawtooth\"", "executable is not the name of a file"),
      ("\"Sawtooth\"", "\"..\"", "executable is not the name of a file"),
      ("\"Sawtooth\"", "\"a\\u0000b\"", "executable has a control character"),
      ("\"Sawtooth\"", "\"\"", "executable is empty"),
      ("\"Sawtooth\"", "\"manifest.json\"", "executable is not the name of a file"),
      ("\"saw1\"", "\"saw\"", "components[0].subtype is not a code of four"),
      ("\"saw1\"", "\"såw\"", "components[0].subtype is not a code of four"),
      ("\"saw1\"", "null", "components[0].subtype is missing"),
      ("\"saw1\"", "\"a b \"", "components[1] has the codes aumu a b  Tnto of another"),
      ("\"Sample\"", "\"\\u001b[2J\"", "components[0].name has a control character"),
      ("\"minimum\" : 20", "\"minimum\" : 30000", "parameters[0].minimum is greater"),
      ("\"minimum\" : 20", "\"minimum\" : 1e39", "parameters[0].minimum is out of range"),
      ("\"minimum\" : 20", "\"minimum\" : \"nan\"", "parameters[0].minimum is not a number"),
      ("\"minimum\" : 20", "\"minimum\" : 5000", "parameters[0].default is out of 5000.0"),
      ("\"18446744073709551615\"", "\"18446744073709551616\"", "parameters[0].address is not"),
      ("\"18446744073709551615\"", "\"+1\"", "parameters[0].address is not"),
      ("\"18446744073709551615\"", "1", "parameters[0].address is not a text"),
      ("\"cutoff\"", "\"gain\"", "parameters[1].identifier is that of another"),
      ("\"hertz\"", "\"Hz\"", "parameters[0].unit must be one of generic, indexed, boolean"),
      ("\"channels\" : 1", "\"channels\" : 65", "channels is 65 and not in 1...64"),
      ("\"channels\" : 1", "\"channels\" : 1.5", "inputs[0].channels is 1.5 and not"),
      ("\"channels\" : 1", "\"channels\" : 99999999999999999999", "inputs[0].channels is 1e+20"),
      ("\"components\" :", "\"parts\" :", "components is empty"),
      ("\"minimum\" : 20", "\"minimum\" : 1e999", "parameters[0].minimum is out of range"),
      ("\"minimum\" : 20", "\"minimum\" : nan", "is not JSON: no value"),
      ("\"schema\" : 2", "\"schema\" : 2,", "is not JSON: no '\"'"),
      ("{", "", "line 2, byte 16 is not JSON: more text after the end"),
      ("{", "[{", "is not JSON: no ',' or ']'"),
    ])
  func faults(_ old: String, _ new: String, _ message: String) throws {
    var text = try text
    if old == "\"saw1\"" && new == "\"a b \"" {
      text = text.replacing("\"aumi\"", with: "\"aumu\"")
    }
    let error = try #require(throws: HostError.self) {
      try parse(text.replacing(old, with: new, maxReplacements: 1)).get()
    }
    #expect(error.code == .manifestInvalid)
    #expect(error.message.hasPrefix("m: "))
    #expect(error.message.contains(message), "\(error)")
    #expect(error.message.hasSuffix("."))
  }

  @Test("A file that is too long is not even parsed")
  func tooLong() {
    let bytes = [UInt8](repeating: 0x20, count: Manifest.maximumSize + 1)
    let error = #expect(throws: HostError.self) { try Manifest(parsing: bytes, path: "m") }
    #expect(error?.message.contains("16777217 bytes") == true)
  }

  @Test("Unreadable manifests are not written")
  func unwritable() {
    for component in [
      ComponentDescription("aumu saw1 Tnto", name: "x\u{7}", manufacturerName: "", version: ""),
      ComponentDescription(
        "aumu saw1 Tnto", name: "x", manufacturerName: "", version: "",
        parameters: [
          Parameter(0, "a", name: "a", range: -.infinity...Float.infinity, default: 0)
        ]),
    ] {
      let error = #expect(throws: HostError.self) {
        try Manifest(executable: "x", components: [component]).serialized()
      }
      #expect(error?.code == .manifestInvalid)
    }
  }

  private func parse(_ text: String) -> Result<Manifest, HostError> {
    Result { () throws(HostError) in try Manifest(parsing: Array(text.utf8), path: "m") }
  }
}

extension ComponentDescription {
  fileprivate init(_ code: ComponentCode, name: String) {
    self.init(code, name: name, manufacturerName: "Tenuto", version: "0.1.0")
  }
}
