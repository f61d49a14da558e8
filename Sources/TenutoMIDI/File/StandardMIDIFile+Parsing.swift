extension StandardMIDIFile {
  /// Reads a file from its bytes.
  ///
  /// The bytes are not trusted: nothing in them makes this trap, and every length is checked against
  /// what is there before anything is allocated. Chunks of unknown types are skipped, and reading
  /// ends after the promised number of tracks.
  ///
  /// A RIFF container (`.rmi`) is recognised by its letters, and the file in its first "data" chunk is
  /// read; `RMIDFile` keeps the rest of it too.
  ///
  /// Thread: control.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `MIDIFileError` with the place of the first thing that cannot be read.
  public init(parsing bytes: [UInt8]) throws(MIDIFileError) {
    let reader = MIDIFileReader(bytes.span)
    try self.init(RMIDFile.isContainer(reader) ? RMIDFile.readMIDIData(reader) : reader)
  }

  /// Reads a file from the start of a range, to which its tracks are confined.
  init(_ content: MIDIFileReader) throws(MIDIFileError) {
    var reader = content
    var header = try Self.readHeaderChunk(&reader)
    format = try Self.readFormat(&header)
    let trackCount = try Int(header.readUInt16())
    division = try Self.readDivision(&header)
    tracks = []
    while tracks.count < trackCount {
      guard reader.remaining > 0 else { throw MIDIFileError(.missingTracks, at: reader.position) }
      let chunk = try reader.readChunk()
      guard chunk.type == Self.trackType else { continue }
      var track = TrackReader(chunk.content)
      try tracks.append(track.readEvents())
    }
  }

  /// The letters "MThd" as a number.
  static var headerType: UInt32 { 0x4D54_6864 }

  /// The letters "MTrk" as a number.
  static var trackType: UInt32 { 0x4D54_726B }

  @_lifetime(copy reader)
  private static func readHeaderChunk(
    _ reader: inout MIDIFileReader
  ) throws(MIDIFileError) -> MIDIFileReader {
    let start = reader.position
    guard reader.startsWith([headerType]) else { throw MIDIFileError(.notAMIDIFile, at: start) }
    let content = try reader.readChunk().content
    guard content.remaining >= 6 else { throw MIDIFileError(.notAMIDIFile, at: start) }
    return content
  }

  private static func readFormat(
    _ header: inout MIDIFileReader
  ) throws(MIDIFileError) -> Format {
    let start = header.position
    guard let format = try Format(rawValue: header.readUInt16()) else {
      throw MIDIFileError(.unsupportedFormat, at: start)
    }
    return format
  }

  private static func readDivision(
    _ header: inout MIDIFileReader
  ) throws(MIDIFileError) -> Division {
    let start = header.position
    let high = try header.readByte()
    let low = try header.readByte()
    let division = high < 0x80 ? quarterDivision(high, low) : smpteDivision(high, low)
    guard let division else { throw MIDIFileError(.invalidDivision, at: start) }
    return division
  }

  private static func quarterDivision(_ high: UInt8, _ low: UInt8) -> Division? {
    let ticks = UInt16(high) << 8 | UInt16(low)
    return ticks == 0 ? nil : .ticksPerQuarter(ticks)
  }

  /// Reads a division whose high byte is the frame rate as a negative number.
  private static func smpteDivision(_ high: UInt8, _ low: UInt8) -> Division? {
    guard low > 0, let rate = FrameRate(rawValue: 0 &- high) else { return nil }
    return .smpte(framesPerSecond: rate, ticksPerFrame: low)
  }
}
