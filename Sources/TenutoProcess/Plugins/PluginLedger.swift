internal import TenutoCore
internal import TenutoTransport

/// The results of the last scan, so that unchanged files are not read again.
struct PluginLedger: Equatable {
  /// A plug-in that can be used.
  struct Plugin: Equatable {
    let bundleName: String
    let code: ComponentCode
    let uri: String
  }

  /// A plug-in that cannot be used.
  struct Refusal: Equatable {
    let uri: String
    let reason: String
  }

  /// What was in the files of one `PluginFiles`.
  struct Entry: Equatable {
    let format: PluginFormat
    let name: String
    /// Empty: to be read again whatever the files say.
    var stamp: String
    var plugins: [Plugin] = []
    var refused: [Refusal] = []
  }

  var entries: [Entry] = []

  init() {}

  /// Reads a ledger; nil for what has another form.
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

  /// What is known of files that have not changed.
  func entry(of files: PluginFiles) -> Entry? {
    entries.first {
      $0.format == files.format && $0.name == files.name && $0.stamp == files.stamp
    }
  }
}
