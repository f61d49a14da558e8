/// The header of a Standard MIDI File, and then its tracks one by one.
struct MIDIFileTracks: ~Escapable {
  let format: StandardMIDIFile.Format
  let division: StandardMIDIFile.Division

  /// The number of tracks left to read.
  private(set) var remaining: Int

  private var reader: MIDIFileReader

  /// Reads the header of a plain file, or of a file in a container.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) throws(MIDIFileError) {
    let reader = MIDIFileReader(bytes)
    try self.init(RMIDFile.isContainer(reader) ? RMIDFile.readMIDIData(reader) : reader)
  }

  /// Reads the header at the start of a range that also bounds the tracks.
  @_lifetime(copy content)
  init(_ content: MIDIFileReader) throws(MIDIFileError) {
    reader = content
    var header = try Self.readHeaderChunk(&reader)
    format = try Self.readFormat(&header)
    remaining = try Int(header.readUInt16())
    division = try Self.readDivision(&header)
  }

  /// Finds the content of the next track, which is required; skips chunks of other types.
  @_lifetime(copy self)
  mutating func next() throws(MIDIFileError) -> MIDIFileReader {
    while reader.remaining > 0 {
      let chunk = try reader.readChunk()
      guard chunk.type == StandardMIDIFile.trackType else { continue }
      remaining -= 1
      return chunk.content
    }
    throw MIDIFileError(.missingTracks, at: reader.position)
  }

  @_lifetime(copy reader)
  private static func readHeaderChunk(
    _ reader: inout MIDIFileReader
  ) throws(MIDIFileError) -> MIDIFileReader {
    let start = reader.position
    guard reader.startsWith([StandardMIDIFile.headerType]) else {
      throw MIDIFileError(.notAMIDIFile, at: start)
    }
    let content = try reader.readChunk().content
    guard content.remaining >= 6 else { throw MIDIFileError(.notAMIDIFile, at: start) }
    return content
  }

  private static func readFormat(
    _ header: inout MIDIFileReader
  ) throws(MIDIFileError) -> StandardMIDIFile.Format {
    let start = header.position
    guard let format = try StandardMIDIFile.Format(rawValue: header.readUInt16()) else {
      throw MIDIFileError(.unsupportedFormat, at: start)
    }
    return format
  }

  private static func readDivision(
    _ header: inout MIDIFileReader
  ) throws(MIDIFileError) -> StandardMIDIFile.Division {
    let start = header.position
    let high = try header.readByte()
    let low = try header.readByte()
    let division = high < 0x80 ? quarterDivision(high, low) : smpteDivision(high, low)
    guard let division else { throw MIDIFileError(.invalidDivision, at: start) }
    return division
  }

  private static func quarterDivision(_ high: UInt8, _ low: UInt8) -> StandardMIDIFile.Division? {
    let ticks = UInt16(high) << 8 | UInt16(low)
    return ticks == 0 ? nil : .ticksPerQuarter(ticks)
  }

  /// Reads a division whose high byte is the negated frame rate.
  private static func smpteDivision(_ high: UInt8, _ low: UInt8) -> StandardMIDIFile.Division? {
    guard low > 0, let rate = StandardMIDIFile.FrameRate(rawValue: 0 &- high) else { return nil }
    return .smpte(framesPerSecond: rate, ticksPerFrame: low)
  }
}
