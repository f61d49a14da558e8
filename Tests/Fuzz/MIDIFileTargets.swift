internal import TenutoMIDI
internal import TenutoMIDIMessages

extension FuzzTarget {
  static var midiFiles: [FuzzTarget] {
    [
      FuzzTarget(name: "rmid", run: readContainer),
      FuzzTarget(name: "midi-clip", run: readClip),
    ]
  }

  /// A container returns its file, and round-trips.
  private static func readContainer(_ input: [UInt8]) {
    guard let container = try? RMIDFile(parsing: input) else { return }
    check((try? StandardMIDIFile(parsing: input)) == container.file, "another file in a container")
    let again = try? RMIDFile(parsing: container.serialized())
    check(again == container, "a container changes by writing")
  }

  /// A clip round-trips, and its conversions are readable files.
  private static func readClip(_ input: [UInt8]) {
    guard let clip = try? MIDIClipFile(parsing: input) else { return }
    check(
      (try? MIDIClipFile(parsing: clip.serialized(), strictly: true)) == clip,
      "a clip changes by writing")
    let file = StandardMIDIFile(clip)
    check((try? StandardMIDIFile(parsing: file.serialized())) == file, "a clip's file is none")
    for voiceProtocol in [.midi1, .midi2] as [MIDIClipFile.VoiceProtocol] {
      guard let again = MIDIClipFile(file, as: voiceProtocol) else { stop("a file has no clip") }
      check(
        (try? MIDIClipFile(parsing: again.serialized(), strictly: true)) == again,
        "a file's clip is none")
    }
  }
}
