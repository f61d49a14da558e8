import Foundation
import Testing

@testable import TenutoSession

struct YAMLLimitTests {
  private func message(_ text: String) -> String? {
    do throws(YAMLText.Fault) {
      _ = try YAMLText.value(of: text)
      return nil
    } catch {
      return error.message
    }
  }

  @Test("Aliases that expand to billions of values are refused before they are resolved")
  func aliases() {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<40 {
      let items = [String](repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      bomb += "a\(level): &a\(level) [\(items)]\n"
    }
    #expect(message(bomb)?.hasPrefix("anchors and aliases") == true)
    // As keys they would be hashed; after an apparent comment they would be missed.
    #expect(message(bomb + "? *a39\n: 1\n")?.hasPrefix("anchors and aliases") == true)
    let hidden = "{x: \"\n# \", y: &a [1], *a : 2}"
    #expect(message(hidden)?.hasPrefix("anchors and aliases") == true)
    #expect(message("{a:&b x, c:*b }")?.hasPrefix("anchors and aliases") == true)
    #expect(message("a: &b x")?.hasPrefix("anchors and aliases") == true)
  }

  @Test("Signs of anchors in texts are nothing but signs")
  func signs() {
    #expect(message("a: R&B\nb: '*:out'\nc: Drum & Bass\n# &a *a\nd: x *y &z\n") == nil)
  }

  @Test("Values deep in each other, and long texts, are refused")
  func depth() {
    for depth in [20, 900, 10_000] {
      #expect(
        message(String(repeating: "[", count: depth) + String(repeating: "]", count: depth)) != nil)
      #expect(message(String(repeating: "- ", count: depth) + "x") != nil)
      #expect(message(String(repeating: "? ", count: depth) + "x") != nil)
      #expect(message(String(repeating: "{a: ", count: depth)) != nil)
    }
    let long = "a: " + String(repeating: "x", count: YAMLText.maximumByteCount)
    #expect(message(long) == "is longer than a session may be, 1 MiB")
    #expect(message(String(long.dropLast(3))) == nil)
  }

  @Test("A thread with a small stack reads deeply nested values")
  func smallStack() async {
    await #expect(processExitsWith: .success) {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        for opening in ["[", "- ", "? ", "{a: "] {
          let closing = opening == "[" ? String(repeating: "]", count: 990) : ""
          let text = String(repeating: opening, count: 990) + "x" + closing
          guard (try? YAMLText.value(of: text)) == nil else { preconditionFailure(opening) }
        }
        done.signal()
      }
      thread.stackSize = 256 << 10
      thread.start()
      done.wait()
    }
  }

  @Test(
    "Texts that are no YAML are errors",
    arguments: [
      "\u{0}", "a\u{7}", "%YAML 9.9\n---\nx", "a: b: c", "\t- x", "\"\\uD800\"", "'", "!<",
      "--- a\n--- b", "[a, b", "@x",
    ])
  func malformed(_ text: String) { #expect(message(text) != nil) }
}
