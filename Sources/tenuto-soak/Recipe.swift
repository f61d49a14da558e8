import Foundation
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem

/// The components of every chain: a voice and an effect that fail on command.
enum Recipe {
  private static let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  /// The components in the order of the chain.
  static let codes: [ComponentCode] = ["aumu fvox Test", "aufx falt Test"]

  /// Starts an instance of a component.
  static func start(_ code: ComponentCode) throws(HostError) -> Instance {
    try Instance(executablePath: "\(folder)/Faulty", code: code)
  }

  /// Plays and holds the note.
  static func play(_ voice: any NodeSlot) {
    let event = VoiceEvent.noteOn(channel: 0, note: Note.number, velocity: 65535)
    _ = voice.schedule(.midi(event.ump), at: .immediately)
  }
}
