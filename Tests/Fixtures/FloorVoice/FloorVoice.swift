import FloorVoiceKernel
import TenutoExtension

/// The voice of `tenuto-floor` as an extension: what remains of a cycle is what isolation costs.
@main
struct FloorVoice: AudioExtension {
  static var components: [ComponentEntry] {
    [
      ComponentEntry(FloorSource.self), ComponentEntry(FloorEffect.self),
      ComponentEntry(FloorGain.self),
    ]
  }
}
