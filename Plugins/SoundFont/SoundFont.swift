import SoundFontKernel
import TenutoExtension

/// The extension's process; `SoundFontKernel` renders the sound.
@main
struct SoundFont: AudioExtension {
  static var components: [ComponentEntry] {
    [ComponentEntry(SoundFontKernel.self, unit: SoundFontUnit.self)]
  }
}
