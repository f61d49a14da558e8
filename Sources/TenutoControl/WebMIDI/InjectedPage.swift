/// Inserts a script before all scripts of another site's page.
enum InjectedPage {
  /// Returns a page with `element` at the start of its head, or at the start of its content if
  /// there is no head tag.
  static func injecting(_ element: String, into page: [UInt8]) -> [UInt8] {
    let offset = headOffset(page)
    return Array(page[..<offset]) + Array(element.utf8) + Array(page[offset...])
  }

  /// Returns the offset of the head's content: after comments, the document type, and the tags
  /// `html` and `head`.
  private static func headOffset(_ page: [UInt8]) -> Int {
    var offset = page.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while true {
      let start = page[offset...].firstIndex { ![0x20, 0x09, 0x0A, 0x0C, 0x0D].contains($0) }
      guard let start, page[start] == UInt8(ascii: "<") else { return offset }
      if has("<!--", in: page, at: start) {
        guard let end = firstOffset(of: "-->", in: page, from: start + 4) else { return offset }
        offset = end + 3
      } else if has("<!doctype", in: page, at: start) || isTag("html", in: page, at: start) {
        guard let end = endOfTag(page, from: start) else { return offset }
        offset = end
      } else {
        guard isTag("head", in: page, at: start), let end = endOfTag(page, from: start) else {
          return offset
        }
        return end
      }
    }
  }

  private static func has(_ text: String, in page: [UInt8], at start: Int) -> Bool {
    let bytes = Array(text.utf8)
    guard page.count - start >= bytes.count else { return false }
    return zip(bytes, page[start...]).allSatisfy { own, byte in
      own == byte || (0x41...0x5A).contains(byte) && own == byte | 0x20
    }
  }

  private static func isTag(_ name: String, in page: [UInt8], at start: Int) -> Bool {
    guard has("<\(name)", in: page, at: start), start + 1 + name.utf8.count < page.count else {
      return false
    }
    let next = page[start + 1 + name.utf8.count]
    return [0x20, 0x09, 0x0A, 0x0C, 0x0D, 0x2F, 0x3E].contains(next)
  }

  private static func firstOffset(of text: String, in page: [UInt8], from start: Int) -> Int? {
    guard start < page.count else { return nil }
    return page.indices[start...].first { has(text, in: page, at: $0) }
  }

  /// Returns the offset after the `>` that ends a tag; a `>` within quotes does not count.
  private static func endOfTag(_ page: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    for index in start..<page.count {
      let byte = page[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return nil
  }
}

/// A content security policy that allows a script, and allows it to connect to a host.
struct AdjustedPolicy {
  /// The adjusted policies.
  let text: String
  /// The nonce that a policy requires on the script's element; nil without one.
  let nonce: String?

  /// Adjusts the policies of a header's field, separated by commas.
  ///
  /// - Parameters:
  ///   - text: The header field.
  ///   - script: The script's address.
  ///   - hosts: The addresses that the script connects to.
  init(adjusting text: String, script: String, hosts: [String]) {
    var nonce: String?
    self.text = text.split(separator: ",").map { policy in
      var directives: [(name: String, sources: [String])] = policy.split(separator: ";").compactMap
      {
        let words = $0.split { " \t".contains($0) }.map(String.init)
        return words.first.map { (name: $0.lowercased(), sources: Array(words.dropFirst())) }
      }
      // The page came over HTTP, and so does the script.
      directives.removeAll {
        ["upgrade-insecure-requests", "block-all-mixed-content"].contains($0.name)
      }
      let usual = directives.first { $0.name == "default-src" }?.sources
      for (name, more) in [("script-src", [script]), ("connect-src", hosts)] {
        if !directives.contains(where: { $0.name == name }), let usual {
          directives.append((name, usual))
        }
        for index in directives.indices
        where [name, "\(name)-elem"].contains(directives[index].name) {
          directives[index].sources.removeAll { $0.lowercased() == "'none'" }
          directives[index].sources += more
          nonce = nonce ?? Self.nonce(directives[index].sources)
        }
      }
      return directives.map { ([$0.name] + $0.sources).joined(separator: " ") }
        .joined(separator: "; ")
    }.joined(separator: ", ")
    self.nonce = nonce
  }

  private static func nonce(_ sources: [String]) -> String? {
    guard let source = sources.first(where: { $0.lowercased().hasPrefix("'nonce-") }) else {
      return nil
    }
    let text = source.dropFirst("'nonce-".count).dropLast()
    let isPlain = text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || "+/=-_".utf8.contains($0)
    }
    return isPlain && !text.isEmpty ? String(text) : nil
  }
}
