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

/// The kernels of the plug-ins, linked so that a library can be preloaded.
@main struct CheckedKernels: AudioExtension {
  static var components: [ComponentEntry] {
    [
      ComponentEntry(SawtoothKernel.self),
      ComponentEntry(SamplerKernel.self, unit: SamplerUnit.self),
      ComponentEntry(NoiseKernel.self), ComponentEntry(ReverbKernel.self),
      ComponentEntry(DelayKernel.self), ComponentEntry(FilterKernel.self),
      ComponentEntry(CompressorKernel.self), ComponentEntry(GainKernel.self),
      ComponentEntry(ArpeggiatorKernel.self),
    ]
  }
}
