extension MIDIClipFile {
  /// Reads a file from its bytes.
  ///
  /// The bytes are untrusted: no input traps, and memory is bounded by a few times the byte count.
  /// Consecutive clockstamps add up. A NOOP directly after a clockstamp of 0xFFFFF ticks continues
  /// the count, as in the standard, and is not an event; any other NOOP is one.
  ///
  /// Unless `isStrict`, known omissions of other programs are accepted: a missing clockstamp (the
  /// message has the time of the previous one), a missing end of clip (it is at the last time),
  /// repeated ticks of a quarter note or start of clip (the first ones count), and bytes after the
  /// end of the clip. A strict reader requires a clockstamp directly before the ticks of a quarter
  /// note, where it must be 0, and before the start and the end of the clip; each of the three once
  /// and in order; nothing between the first clockstamp and the ticks, and nothing after the end.
  /// It does not check other messages.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - isStrict: Whether every departure from the standard is an error.
  /// - Throws: `MIDIClipFileError` with the place of the first thing that cannot be read.
  public init(parsing bytes: [UInt8], strictly isStrict: Bool = false) throws(MIDIClipFileError) {
    guard Self.isClipFile(bytes) else { throw MIDIClipFileError(.notAClipFile, at: 0) }
    let words = ClipWordReader(bytes.span, from: Self.letters.utf8.count)
    var reader = ClipReader(words, isStrict: isStrict)
    self = try reader.readFile()
  }

  /// Returns whether bytes start as a MIDI Clip File does.
  ///
  /// Thread: any.
  public static func isClipFile(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: letters.utf8)
  }

  /// The start of a file.
  static var letters: String { "SMF2CLIP" }
}
