internal import TenutoCore

/// A bridge's list of plug-ins next to their descriptions, one line each.
struct PluginTable {
  /// A usable plug-in.
  struct Plugin {
    /// The plug-in's identifier in its format.
    let uri: String
    /// The folders that it needs to see.
    let folders: [String]
    /// The line, after the code, that the bridge needs to run the plug-in.
    let line: String
  }

  /// The plug-ins in the order of the descriptions.
  private(set) var plugins: [Plugin] = []
  /// The unusable plug-ins: URI and reason.
  private(set) var refused: [(uri: String, reason: String)] = []

  /// Parses a bridge's table; skips lines of another form.
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
