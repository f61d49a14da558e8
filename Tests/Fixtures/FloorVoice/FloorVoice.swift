import FloorVoiceKernel
import TenutoExtension

/// The voice of `tenuto-floor` as an extension: the rest of a cycle is the cost of isolation.
@main
struct FloorVoice: AudioExtension {
  static var components: [ComponentEntry] {
    [
      ComponentEntry(FloorSource.self), ComponentEntry(FloorEffect.self),
      ComponentEntry(FloorGain.self),
    ]
  }
}
