extension MIDIClipFile {
  /// Reads a file from its bytes.
  ///
  /// The bytes are not trusted: nothing in them makes this trap, and what it takes in memory is a few
  /// times their number at most. Clockstamps that follow each other add up, and a NOOP directly after
  /// one of 0xFFFFF ticks is the standard's way to go on counting and no event; any other NOOP is one.
  ///
  /// What other programs are known to leave out is forgiven unless `isStrict`: a clockstamp before a
  /// message (it happens when the one before it does), the end of clip (it is at the last time), ticks
  /// of a quarter note or a start of clip that come again (the first ones count), and bytes after the
  /// end of the clip. A strict reader wants a clockstamp directly before the ticks of a quarter note,
  /// where it must be 0, and before the start and the end of the clip, all three once, in their order,
  /// nothing between the first clockstamp and the ticks, and nothing after the end. It does not look
  /// into other messages.
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

  /// Tells whether bytes start as a MIDI Clip File does.
  ///
  /// Thread: any.
  public static func isClipFile(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: letters.utf8)
  }

  /// The start of a file.
  static var letters: String { "SMF2CLIP" }
}
