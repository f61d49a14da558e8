internal import TenutoCore

/// Assigns plug-ins unique codes that are the same on every machine.
struct PluginCodes {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  /// The number of digests to try for a plug-in.
  private static let maximumAttempts = 64

  private var taken: Set<ComponentCode>
  /// Whether a plug-in did not get its first choice.
  private(set) var hasCollided = false

  /// Starts with codes that are already taken.
  init(taken: some Sequence<ComponentCode>) { self.taken = Set(taken) }

  /// The code for the plug-in with `uri`, with the type and manufacturer of the bridge's `draft`.
  ///
  /// - Returns: Nil if all attempts were taken.
  mutating func code(of uri: String, as draft: ComponentCode) -> ComponentCode? {
    let words = "\(draft)"
    for attempt in 0..<Self.maximumAttempts {
      let subtype = Self.subtype(uri, attempt: attempt)
      guard let code = ComponentCode("\(words.prefix(5))\(subtype)\(words.suffix(5))") else {
        return nil
      }
      if taken.insert(code).inserted { return code }
      hasCollided = true
    }
    return nil
  }

  /// Four letters and digits of a digest, different for each attempt.
  private static func subtype(_ uri: String, attempt: Int) -> String {
    var sum = FNV1a.sum(uri.utf8)
    for _ in 0..<attempt { sum = FNV1a.sum("\n".utf8, after: sum) }
    sum ^= sum >> 32  // the lower bits of FNV are weaker
    var characters: [UInt8] = []
    for _ in 0..<4 {
      characters.append(alphabet[Int(sum % UInt64(alphabet.count))])
      sum /= UInt64(alphabet.count)
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
