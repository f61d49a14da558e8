import SoundFontKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `SoundFontKernel`.
@main
struct SoundFont: AudioExtension {
  static var components: [ComponentEntry] {
    [ComponentEntry(SoundFontKernel.self, unit: SoundFontUnit.self)]
  }
}
