import SamplerKernel
import TenutoExtension

/// The extension's process; `SamplerKernel` renders the sound.
@main
struct Sampler: AudioExtension {
  static var components: [ComponentEntry] {
    [ComponentEntry(SamplerKernel.self, unit: SamplerUnit.self)]
  }
}
