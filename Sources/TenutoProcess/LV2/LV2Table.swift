internal import TenutoCore

/// What the bridge says of all plug-ins besides their descriptions: a line for each.
struct LV2Table {
  /// A plug-in that can be used.
  struct Plugin {
    /// Its component codes as text.
    let code: String
    let uri: String
    /// The folders of its bundle and of its presets.
    let folders: [String]
    /// The whole line, which the bridge reads when it runs the plug-in.
    let line: String
  }

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
        plugins.append(Plugin(code: fields[0], uri: fields[1], folders: folders, line: text))
      }
    }
  }
}
