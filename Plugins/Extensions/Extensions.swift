import ArpeggiatorKernel
import CompressorKernel
import DelayKernel
import FilterKernel
import GainKernel
import NoiseKernel
import ReverbKernel
import SamplerKernel
import SawtoothKernel
import TenutoExtension

/// The extensions that come with Tenuto in one executable: installed once, in memory once.
///
/// Each bundle has a link to it, and the link's name chooses the extension.
@main
struct Extensions: AudioExtension {
  static var components: [ComponentEntry] {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last ?? ""
    return all.first { $0.name == name }.map { [$0.component()] } ?? all.map { $0.component() }
  }

  private static var all: [(name: String, component: () -> ComponentEntry)] {
    [
      ("Arpeggiator", { ComponentEntry(ArpeggiatorKernel.self) }),
      ("Compressor", { ComponentEntry(CompressorKernel.self) }),
      ("Delay", { ComponentEntry(DelayKernel.self) }),
      ("Filter", { ComponentEntry(FilterKernel.self, unit: FilterUnit.self) }),
      ("Gain", { ComponentEntry(GainKernel.self) }),
      ("Noise", { ComponentEntry(NoiseKernel.self) }),
      ("Reverb", { ComponentEntry(ReverbKernel.self) }),
      ("Sampler", { ComponentEntry(SamplerKernel.self, unit: SamplerUnit.self) }),
      ("Sawtooth", { ComponentEntry(SawtoothKernel.self) }),
    ]
  }
}
