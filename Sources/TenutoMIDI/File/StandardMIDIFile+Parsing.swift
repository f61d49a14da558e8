extension StandardMIDIFile {
  /// Reads a file from its bytes.
  ///
  /// The bytes are not trusted: no input makes this trap, and every length is checked against
  /// the available bytes before allocation. Chunks of unknown types are skipped, and reading
  /// ends after the declared number of tracks. An event takes 24 bytes in memory, and only two or
  /// three in a file: `Song(parsing:)` plays a file of any size without that cost.
  ///
  /// A RIFF container (`.rmi`) is recognised by its letters, and the file in its first "data" chunk is
  /// read; `RMIDFile` keeps the rest of it too.
  ///
  /// Thread: control.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `MIDIFileError` with the position of the first error.
  public init(parsing bytes: [UInt8]) throws(MIDIFileError) {
    var warnings: [MIDIFileWarning] = []
    try self.init(parsing: bytes, warnings: &warnings)
  }

  /// Reads a file from its bytes, and reports violations of the standard.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - warnings: Receives the violations of the standard that were tolerated.
  /// - Throws: `MIDIFileError` with the position of the first error.
  public init(
    parsing bytes: [UInt8], warnings: inout [MIDIFileWarning]
  ) throws(MIDIFileError) {
    try self.init(MIDIFileTracks(bytes.span), warnings: &warnings)
  }

  /// Reads a file from the start of a range that also bounds its tracks.
  init(_ content: MIDIFileReader) throws(MIDIFileError) {
    var warnings: [MIDIFileWarning] = []
    try self.init(MIDIFileTracks(content), warnings: &warnings)
  }

  private init(
    _ content: consuming MIDIFileTracks, warnings: inout [MIDIFileWarning]
  ) throws(MIDIFileError) {
    format = content.format
    division = content.division
    tracks = []
    while content.remaining > 0 {
      var track = TrackReader(try content.next())
      try tracks.append(track.readEvents())
      warnings.add(track.warning)
    }
  }

  /// The letters "MThd" as a number.
  static var headerType: UInt32 { 0x4D54_6864 }

  /// The letters "MTrk" as a number.
  static var trackType: UInt32 { 0x4D54_726B }
}
