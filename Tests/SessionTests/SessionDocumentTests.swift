import TenutoCore
import TenutoSystem
import TestSupport
import Testing

@testable import TenutoSupervision

/// The written form of a session.
struct SessionDocumentTests {
  private static let code: ComponentCode = "aumu rich Test"

  static func document() -> SessionDocument {
    let state = ComponentState(
      code: code, version: 2, parameters: [ParameterValue(1, 0.1), ParameterValue(2, 3)],
      data: Array(0...255))
    var node = SessionDocument.Node(code, name: "Rich \"quoted\" \u{1F3B5}", key: "rich")
    node.state = state
    node.values = [ParameterValue(.max, -0.1), ParameterValue(2, .leastNormalMagnitude)]
    node.isBypassed = true
    node.timing = "one-period-later"
    node.setAside = [ComponentState(code: code, version: 1, parameters: [])]
    var document = SessionDocument(nodes: [node, .init("aufx dely Tnto", name: "D", key: "delay")])
    (document.songPosition, document.savedAt) = (12.25, 1_732_190_000.125)
    (document.hostVersion, document.isClosed) = ("0.1.0", true)
    return document
  }

  private func error(_ text: String) -> String? {
    do {
      _ = try SessionDocument(decoding: Array(text.utf8))
      return nil
    } catch {
      #expect(error.code == .sessionInvalid)
      return error.message
    }
  }

  private var text: String {
    get throws { String(decoding: try Self.document().encoded(), as: UTF8.self) }
  }

  @Test func everythingIsRestored() throws {
    let document = Self.document()
    let bytes = try document.encoded()
    #expect(try SessionDocument(decoding: bytes) == document)
    #expect(try SessionDocument(decoding: bytes).encoded() == bytes)
  }

  @Test func peopleCanReadIt() throws {
    for line in [
      #""component" : "aumu rich Test""#, #""key" : "delay""#, #""songPosition" : 12.25"#,
      #""timing" : "one-period-later""#, #""address" : "18446744073709551615""#,
    ] { #expect(try text.contains(line), "\(line)") }
  }

  @Test func errorsAreNamed() throws {
    let text = try text
    func changed(_ old: String, _ new: String) -> String? {
      #expect(text.contains(old))
      return error(text.replacing(old, with: new))
    }
    #expect(changed(#""schema" : 1"#, #""schema" : 2"#)?.contains("update Tenuto") == true)
    #expect(changed("aumu rich Test", "aumu oops Test")?.contains("is of 'aumu rich Test'") == true)
    #expect(changed("aufx dely Tnto", "dely")?.contains("not a code") == true)
    #expect(changed("12.25", "-1")?.contains("not a time") == true)
    #expect(changed("12.25", "1e400")?.contains("not a time") == true)
    #expect(changed("-0.1", "1e60")?.contains("range") == true)
    #expect(changed("18446744073709551615", "x")?.contains("address") == true)
    #expect(changed("\"key\" : \"delay\"", "\"key\" : 3")?.contains("not a text") == true)
    #expect(error("[]") != nil && error("") != nil && error("{") != nil)
  }

  @Test func aStateWithAnyOtherByteIsRefused() throws {
    let text = try text
    let start = try #require(text.firstRange(of: "\"state\" : \"")?.upperBound)
    for offset in stride(from: 0, to: 300, by: 7) {
      let index = text.index(start, offsetBy: offset)
      let other = text[index] == "A" ? "B" : "A"
      let changed = text.replacingCharacters(at: index, with: other)
      #expect(error(changed)?.contains("state") == true, "\(offset)")
    }
  }

  @Test func hostileBytesNeverTrap() throws {
    let bytes = try Self.document().encoded()
    var random = SeededRandom(seed: 4)
    for count in 0..<bytes.count { _ = try? SessionDocument(decoding: Array(bytes[..<count])) }
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = try? SessionDocument(decoding: changed)
    }
  }
}

extension String {
  fileprivate func replacingCharacters(at index: Index, with text: String) -> String {
    String(self[..<index]) + text + self[self.index(after: index)...]
  }
}
