import Glibc
import TenutoCore
import TenutoSystem

/// Plays General MIDI with the SoundFont instrument, which needs packages of the distribution.
enum GeneralMIDI {
  /// The instrument.
  static let instrument: ComponentCode = "aumu sf2  Tnto"

  /// The reason why Tenuto's own instrument is missing, and the remedy.
  static let isNotBuilt =
    "'aumu sf2  Tnto' is not installed; Tenuto builds it only if the package libfluidsynth-dev is "
    + "installed: install it, and build again."

  /// Checks that a font is installed.
  ///
  /// - Throws: A `Failure` that names the package to install.
  static func checkFont() throws(Failure) {
    let isThere =
      SoundFontFolders.chosen.contains { unsafe access($0, R_OK) == 0 }
      || SoundFontFolders.folders.contains {
        ((try? FileCalls.names(in: $0)) ?? []).contains(where: SoundFontFolders.isFont)
      }
    guard isThere else {
      throw .work(
        "No SoundFont is installed to play General MIDI; install the package timgm6mb-soundfont "
          + "(6 MB), or fluid-soundfont-gm (140 MB).")
    }
  }
}
