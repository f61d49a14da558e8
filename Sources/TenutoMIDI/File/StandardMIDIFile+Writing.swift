extension StandardMIDIFile {
  /// Returns the bytes of the file.
  ///
  /// Parsing them gives an equal value if each track is in time order and ends with its only
  /// `.endOfTrack`, as a parsed track does. Otherwise: events after an end of track are left
  /// out, a missing one is written, and an event earlier than the one before is written at the same
  /// tick. Running status is not used, so each event can be read alone. A pause longer than the
  /// largest delta time (0xFFF_FFFF ticks) is split by empty text metas.
  ///
  /// Thread: control. More than 65535 tracks, or data of 256 MiB or more in one event, are programmer
  /// errors and trap at runtime.
  ///
  /// - Returns: A header chunk and one chunk for each track.
  public func serialized() -> [UInt8] {
    precondition(tracks.count <= 0xFFFF, "a MIDI file has at most 65535 tracks")
    var bytes: [UInt8] = []
    bytes.appendUInt32(Self.headerType)
    bytes.appendUInt32(6)
    bytes.appendUInt16(format.rawValue)
    bytes.appendUInt16(UInt16(tracks.count))
    bytes.appendUInt16(division.word)
    for track in tracks {
      let content = TrackWriter(track).bytes
      bytes.appendUInt32(Self.trackType)
      bytes.appendUInt32(UInt32(content.count))
      bytes += content
    }
    return bytes
  }
}

extension StandardMIDIFile.Division {
  /// The division in its header encoding.
  fileprivate var word: UInt16 {
    switch self {
    case .ticksPerQuarter(let ticks): ticks & 0x7FFF
    case .smpte(let rate, let ticks): UInt16(0 &- rate.rawValue) << 8 | UInt16(ticks)
    }
  }
}
