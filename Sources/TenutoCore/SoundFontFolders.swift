/// The folders in which packages install SoundFonts.
package enum SoundFontFolders {
  /// In the order in which they are looked through.
  package static let folders = [
    "/usr/share/sounds/sf2", "/usr/share/sounds/sf3", "/usr/share/soundfonts",
    "/usr/local/share/sounds/sf2", "/usr/local/share/sounds/sf3",
  ]

  /// The administrator's choice (`update-alternatives`), which takes precedence.
  package static let chosen = [
    "/usr/share/sounds/sf2/default-GM.sf2", "/usr/share/sounds/sf3/default-GM.sf3",
    "/usr/share/soundfonts/default.sf2",
  ]

  /// Whether a file's name has the ending of a font.
  package static func isFont(_ name: String) -> Bool {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return ["sf2", "sf3", "dls"].contains(ending)
  }
}
