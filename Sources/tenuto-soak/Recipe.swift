import Foundation
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem

/// What every chain is: a voice that can be told to go wrong, and an effect that can.
enum Recipe {
  private static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  /// The components in the order of the chain.
  static let codes: [ComponentCode] = ["aumu fvox Test", "aufx falt Test"]

  /// Starts one of them.
  static func start(_ code: ComponentCode) throws(HostError) -> Instance {
    try Instance(executablePath: "\(folder)/Faulty", code: code)
  }

  /// Holds the note, by a voice.
  static func play(_ voice: any NodeSlot) {
    let event = VoiceEvent.noteOn(channel: 0, note: Note.number, velocity: 65535)
    _ = voice.schedule(.midi(event.ump), at: .immediately)
  }
}
