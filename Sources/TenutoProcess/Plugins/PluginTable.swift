internal import TenutoCore

/// A bridge's listing of plug-ins besides their descriptions: one line for each.
struct PluginTable {
  /// A plug-in that can be used.
  struct Plugin {
    /// What it is called in its format.
    let uri: String
    /// The folders that it has to see.
    let folders: [String]
    /// What the bridge reads, after the code, when it runs the plug-in.
    let line: String
  }

  /// In the order of the descriptions.
  private(set) var plugins: [Plugin] = []
  /// The plug-ins that cannot be used: URI and reason.
  private(set) var refused: [(uri: String, reason: String)] = []

  /// Reads what the bridge has sent; lines of another form are left out.
  init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self)
      let fields = text.split(separator: "\t").map(String.init)
      guard fields.count >= 3 else { continue }
      if fields[0] == "!" {
        refused.append((fields[1].printable, fields[2].printable))
      } else {
        var seen: Set<String> = []
        let folders = fields[2...].filter { $0.hasPrefix("/") && seen.insert($0).inserted }
        plugins.append(
          Plugin(
            uri: fields[1], folders: folders, line: fields[1...].joined(separator: "\t")))
      }
    }
  }
}
