internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

/// What tells that the installed LV2 bundles are as they were at the last scan: the time of the
/// last change of each folder and of each file in it.
struct LV2Stamps {
  let text: String

  /// Looks at the bundles in `folders`, and at the bridge, which may read them otherwise.
  init(folders: [String], bridge: String) {
    var lines = ["\(bridge) \(Self.changed(bridge))"]
    for folder in folders {
      for bundle in (try? FileCalls.names(in: folder)) ?? [] {
        let path = "\(folder)/\(bundle)"
        lines.append("\(path) \(Self.changed(path))")
        for name in (try? FileCalls.names(in: path)) ?? [] where name.hasSuffix(".ttl") {
          lines.append("\(path)/\(name) \(Self.changed("\(path)/\(name)"))")
        }
      }
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  private static func changed(_ path: String) -> Int {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return 0 }
    return status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
  }
}
