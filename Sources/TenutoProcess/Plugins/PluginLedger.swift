internal import TenutoCore
internal import TenutoTransport

/// The results of the last scan, so that unchanged files are not read again.
struct PluginLedger: Equatable {
  /// A usable plug-in.
  struct Plugin: Equatable {
    let bundleName: String
    let code: ComponentCode
    let uri: String
  }

  /// An unusable plug-in.
  struct Refusal: Equatable {
    let uri: String
    let reason: String
  }

  /// The content of one `PluginFiles`.
  struct Entry: Equatable {
    let format: PluginFormat
    let name: String
    /// Empty if the files must be read again.
    var stamp: String
    var plugins: [Plugin] = []
    var refused: [Refusal] = []
  }

  var entries: [Entry] = []

  init() {}

  /// Parses a ledger; nil if its form is different.
  init?(_ text: String) {
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 3 else { return nil }
      let last = entries.count - 1
      switch fields[0] {
      case "files":
        guard fields.count == 4, let format = PluginFormat(rawValue: fields[1]) else {
          return nil
        }
        entries.append(Entry(format: format, name: fields[2], stamp: fields[3]))
      case "plugin":
        guard last >= 0, fields.count == 4, let code = ComponentCode(fields[2]) else {
          return nil
        }
        entries[last].plugins.append(Plugin(bundleName: fields[1], code: code, uri: fields[3]))
      case "refused" where last >= 0:
        entries[last].refused.append(Refusal(uri: fields[1], reason: fields[2]))
      default: return nil
      }
    }
  }

  var text: String {
    var lines: [String] = []
    for entry in entries {
      lines.append("files\t\(entry.format.rawValue)\t\(entry.name)\t\(entry.stamp)")
      lines += entry.plugins.map { "plugin\t\($0.bundleName)\t\($0.code)\t\($0.uri)" }
      lines += entry.refused.map { "refused\t\($0.uri)\t\($0.reason)" }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The entry of unchanged files, or nil.
  func entry(of files: PluginFiles) -> Entry? {
    entries.first {
      $0.format == files.format && $0.name == files.name && $0.stamp == files.stamp
    }
  }
}
