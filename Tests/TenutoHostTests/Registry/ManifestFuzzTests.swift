import TenutoComponents
import TenutoCore
import TenutoSystem
import Testing

/// No input makes the parser trap; each case is read or refused with `manifestInvalid`.
struct ManifestFuzzTests {
  let valid: [UInt8]

  init() throws {
    valid = try Manifest(executable: "run", components: [.sample("aumu saw1 Tnto")]).serialized()
  }

  @Test("Random bytes are refused")
  func randomBytes() {
    var numbers = SeededRandom(seed: 1)
    for _ in 0..<6000 {
      let count = Int.random(in: 0..<200, using: &numbers)
      parse((0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) })
    }
  }

  @Test("A manifest that is cut off anywhere is refused")
  func truncated() {
    for count in valid.indices.dropLast(2) {
      #expect(throws: HostError.self) { try Manifest(parsing: Array(valid[..<count]), path: "m") }
    }
  }

  @Test("A manifest with some bytes changed is read or refused")
  func changedBytes() {
    var numbers = SeededRandom(seed: 2)
    for _ in 0..<8000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(
          in: 0...255, using: &numbers)
      }
      parse(bytes)
    }
  }

  @Test("A manifest with values of the wrong kind or size is read or refused")
  func changedValues() {
    let values = [
      "null", "true", "-1", "0", "1e999", "-1e999", "1e-999", "0.1", "3.4028236e38", "NaN", "nan",
      "Infinity", "-0", "99999999999999999999999", "9223372036854775808", "\"\"", "\"\\u0000\"",
      "\"\\ud800\"", "\"..\"", "[]", "{}", "[[]]", "{\"a\":{}}", "\"aumu\"", "\"nan\"", "-",
      String(repeating: "[", count: 2000), String(repeating: "{\"a\":", count: 700),
    ]
    var numbers = SeededRandom(seed: 3)
    let lines = String(decoding: valid, as: UTF8.self).split(separator: "\n").map(String.init)
    for _ in 0..<8000 {
      var lines = lines
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let line = Int.random(in: lines.indices, using: &numbers)
        guard let colon = lines[line].firstIndex(of: ":"),
          let value = values.randomElement(using: &numbers)
        else { continue }
        let comma = lines[line].hasSuffix(",") ? "," : ""
        lines[line] = lines[line][...colon] + value + comma
      }
      parse(Array(lines.joined(separator: "\n").utf8))
    }
  }

  /// An accepted manifest round-trips.
  private func parse(_ bytes: [UInt8]) {
    do throws(HostError) {
      let manifest = try Manifest(parsing: bytes, path: "m")
      let again = try Manifest(parsing: manifest.serialized(), path: "m")
      #expect(again.components == manifest.components)
    } catch {
      #expect(error.code == .manifestInvalid)
    }
  }
}
