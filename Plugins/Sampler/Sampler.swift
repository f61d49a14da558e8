import SamplerKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `SamplerKernel`.
@main
struct Sampler: AudioExtension {
  static var components: [ComponentEntry] {
    [ComponentEntry(SamplerKernel.self, unit: SamplerUnit.self)]
  }
}
