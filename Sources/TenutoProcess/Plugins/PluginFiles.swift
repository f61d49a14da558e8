internal import Glibc
internal import TenutoCore
internal import TenutoSystem
internal import TenutoTransport

/// The files that one process of a bridge reads: all LV2 bundles, or one CLAP library.
struct PluginFiles {
  let format: PluginFormat
  /// Their name in messages and in the ledger: for CLAP the library's path.
  let name: String
  /// A text that changes with the files and with the bridge.
  let stamp: String
  /// The environment of the bridge.
  let environment: [String]
  /// The folders that the bridge may read.
  let folders: [String]
  /// Whether the bridge runs code of the plug-ins.
  let runsCode: Bool

  /// The files in the folders of a format, in order of precedence.
  static func all(_ format: PluginFormat, folders: [String], bridge: String) -> [PluginFiles] {
    guard !folders.isEmpty else { return [] }
    switch format {
    case .lv2: return [lv2(folders, bridge)]
    case .clap: return folders.flatMap { libraries(in: $0) }.unique.map { clap($0, bridge) }
    }
  }

  private static func digest(_ lines: [String]) -> String {
    String(FNV1a.sum(lines.joined(separator: "\n").utf8), radix: 16)
  }

  private static func line(_ path: String) -> String { "\(path) \(changed(path))" }

  private static func changed(_ path: String) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return 0 }
    return status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
  }
}

// MARK: - LV2

extension PluginFiles {
  private static func lv2(_ folders: [String], _ bridge: String) -> PluginFiles {
    var lines = [line(bridge)]
    for folder in folders {
      for bundle in (try? FileCalls.names(in: folder)) ?? [] {
        let path = "\(folder)/\(bundle)"
        lines.append(line(path))
        for name in (try? FileCalls.names(in: path)) ?? [] where name.hasSuffix(".ttl") {
          lines.append(line("\(path)/\(name)"))
        }
      }
    }
    return PluginFiles(
      format: .lv2, name: PluginFormat.lv2.bridgeName, stamp: digest(lines),
      environment: ["LV2_PATH=" + folders.joined(separator: ":")], folders: folders,
      runsCode: false)
  }
}

// MARK: - CLAP

extension PluginFiles {
  /// The most nested folders, since links may form a cycle.
  private static let maximumDepth = 8

  private static func clap(_ path: String, _ bridge: String) -> PluginFiles {
    PluginFiles(
      format: .clap, name: path, stamp: digest([line(bridge), line(path)]),
      environment: ["CLAP_FILE=\(path)"], folders: [FileCalls.parent(of: path)], runsCode: true)
  }

  /// The files `*.clap` in a folder and its subfolders, sorted by name.
  private static func libraries(in folder: String, depth: Int = 0) -> [String] {
    guard depth < maximumDepth else { return [] }
    return ((try? FileCalls.names(in: folder)) ?? []).sorted().flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      guard let status = FileCalls.status(path), !name.hasPrefix(".") else { return [] }
      if status.isFolder { return libraries(in: path, depth: depth + 1) }
      return name.hasSuffix(".clap") ? [FileCalls.target(of: path)] : []
    }
  }
}

extension Array where Element: Hashable {
  /// The elements without duplicates.
  fileprivate var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
