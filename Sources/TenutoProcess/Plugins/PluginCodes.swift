internal import TenutoCore

/// Gives plug-ins codes that are the same on every machine, and no two of them the same.
struct PluginCodes {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  /// Digests that are tried before a plug-in is given up.
  private static let maximumAttempts = 64

  private var taken: Set<ComponentCode>
  /// Whether a plug-in did not get its first code.
  private(set) var hasCollided = false

  /// Begins with codes that are not to be given again.
  init(taken: some Sequence<ComponentCode>) { self.taken = Set(taken) }

  /// The code of the plug-in that is called `uri`; of the bridge's code type and manufacturer hold.
  ///
  /// - Returns: Nil where all that were tried are taken.
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

  /// Four letters and digits of a digest; other attempts give others.
  private static func subtype(_ uri: String, attempt: Int) -> String {
    var sum = FNV1a.sum(uri.utf8)
    for _ in 0..<attempt { sum = FNV1a.sum("\n".utf8, after: sum) }
    sum ^= sum >> 32  // the lower bits of FNV alone are the weaker ones
    var characters: [UInt8] = []
    for _ in 0..<4 {
      characters.append(alphabet[Int(sum % UInt64(alphabet.count))])
      sum /= UInt64(alphabet.count)
    }
    return String(decoding: characters, as: UTF8.self)
  }
}
