internal import Glibc
import TenutoExtension

extension SoundFontFolders {
  /// The default font, or nil if no playable font is installed.
  static func defaultFont() -> FontFile? {
    for path in chosen + folders.flatMap(fonts) {
      if let font = try? FontFile(path: path) { return font }
    }
    return nil
  }

  /// Returns the fonts of a folder in the order of their names.
  private static func fonts(in folder: String) -> [String] {
    guard let directory = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if isFont(name) { names.append(name) }
    }
    return names.sorted().map { "\(folder)/\($0)" }
  }
}
