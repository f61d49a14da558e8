extension RMIDFile {
  /// Reads a container from its bytes.
  ///
  /// The bytes are not trusted: no input makes this trap. A container with too large a length is
  /// read to the end of the bytes, a missing final padding byte is accepted, and under 8 bytes at
  /// the end are ignored. Of several "data" chunks the first one is the file.
  ///
  /// Thread: control.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `MIDIFileError` with the position of the first error.
  public init(parsing bytes: [UInt8]) throws(MIDIFileError) {
    let whole = MIDIFileReader(bytes.span)
    guard Self.isContainer(whole) else { throw MIDIFileError(.notAMIDIFile, at: 0) }
    var reader = try Self.readContent(whole)
    var file: StandardMIDIFile?
    chunksBefore = []
    chunksAfter = []
    while reader.remaining >= 8 {
      var chunk = try reader.readRIFFChunk()
      if file != nil {
        chunksAfter.append(Chunk(&chunk))
      } else if chunk.type == Self.dataType {
        file = try StandardMIDIFile(chunk.content)
      } else {
        chunksBefore.append(Chunk(&chunk))
      }
    }
    guard let file else { throw MIDIFileError(.missingData, at: reader.position) }
    self.file = file
  }

  /// The letters "RIFF" as a number.
  static var containerType: UInt32 { 0x5249_4646 }

  /// The letters "RMID" as a number.
  static var formType: UInt32 { 0x524D_4944 }

  /// The letters "data" as a number.
  static var dataType: UInt32 { 0x6461_7461 }

  /// Returns whether a file starts with the header of a MIDI data container.
  static func isContainer(_ reader: MIDIFileReader) -> Bool {
    reader.startsWith([containerType, nil, formType])
  }

  /// Finds the MIDI data of a container.
  @_lifetime(copy whole)
  static func readMIDIData(_ whole: MIDIFileReader) throws(MIDIFileError) -> MIDIFileReader {
    var reader = try readContent(whole)
    while reader.remaining >= 8 {
      let chunk = try reader.readRIFFChunk()
      if chunk.type == dataType { return chunk.content }
    }
    throw MIDIFileError(.missingData, at: reader.position)
  }

  /// Returns the content of a container after its letters.
  @_lifetime(copy whole)
  private static func readContent(_ whole: MIDIFileReader) throws(MIDIFileError) -> MIDIFileReader {
    var reader = whole
    _ = try reader.readUInt32()
    let count = try Int(reader.readLittleEndianUInt32())
    var content = reader.readRange(min(count, reader.remaining))
    guard content.remaining >= 4 else { throw MIDIFileError(.truncated, at: 4) }
    _ = try content.readUInt32()
    return content
  }
}

extension RMIDFile.Chunk {
  fileprivate init(_ chunk: inout MIDIFileChunk) {
    type = chunk.type
    data = chunk.content.readBytes(chunk.content.remaining)
  }
}
