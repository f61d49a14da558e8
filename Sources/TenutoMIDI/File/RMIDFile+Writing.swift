extension RMIDFile {
  /// Returns the bytes of the container.
  ///
  /// Parsing them gives an equal value if parsing the file's bytes does, and no earlier chunk is
  /// of the type "data".
  ///
  /// Thread: control. 4 GiB or more in all are a programmer error and trap at runtime.
  ///
  /// - Returns: A RIFF of the form "RMID".
  public func serialized() -> [UInt8] {
    let midi = Chunk(type: Self.dataType, data: file.serialized())
    let chunks = chunksBefore + [midi] + chunksAfter
    var bytes: [UInt8] = []
    bytes.appendUInt32(Self.containerType)
    bytes.appendUInt32(UInt32(4 + chunks.reduce(0) { $0 + $1.paddedCount }).byteSwapped)
    bytes.appendUInt32(Self.formType)
    for chunk in chunks {
      bytes.appendUInt32(chunk.type)
      bytes.appendUInt32(UInt32(chunk.data.count).byteSwapped)
      bytes += chunk.data
      if chunk.data.count & 1 == 1 { bytes.append(0) }
    }
    return bytes
  }
}

extension RMIDFile.Chunk {
  /// The size of the chunk in bytes with its header and padding.
  fileprivate var paddedCount: Int { 8 + data.count + data.count & 1 }
}
