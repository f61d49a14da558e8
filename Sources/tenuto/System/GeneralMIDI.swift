import Glibc
import TenutoCore
import TenutoSystem

/// What plays General MIDI: the SoundFont instrument, which needs packages of the distribution's.
enum GeneralMIDI {
  /// The instrument.
  static let instrument: ComponentCode = "aumu sf2  Tnto"

  /// Why the instrument is not there although Tenuto comes with it, and what to do.
  static let isNotBuilt =
    "'aumu sf2  Tnto' is not installed; Tenuto builds it where the package libfluidsynth-dev is "
    + "installed: install that, and build again."

  /// Says so where there is no font to play.
  ///
  /// - Throws: A `Failure` that names the package to install.
  static func checkFont() throws(Failure) {
    let isThere =
      SoundFontPlaces.chosen.contains { unsafe access($0, R_OK) == 0 }
      || SoundFontPlaces.folders.contains {
        ((try? FileCalls.names(in: $0)) ?? []).contains(where: SoundFontPlaces.isFont)
      }
    guard isThere else {
      throw .work(
        "No SoundFont is installed to play General MIDI; install the package timgm6mb-soundfont "
          + "(6 MB), or fluid-soundfont-gm (140 MB).")
    }
  }
}
