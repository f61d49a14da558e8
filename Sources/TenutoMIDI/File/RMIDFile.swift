/// A Standard MIDI File in a RIFF container (`.rmi`), as a value.
///
/// The container adds chunks to the file: its name and author (LIST of type INFO), a name for the
/// clipboard (DISP), or an instrument bank (a nested RIFF of type "DLS " or "sfbk"). Their bytes
/// are kept unchanged, in their places before and after the MIDI data.
///
/// The corresponding standards are RIFF MIDI (RP-029) and the Multimedia Programming Interface and
/// Data Specifications 1.0 of IBM and Microsoft.
public struct RMIDFile: Sendable, Hashable {
  /// The file in the "data" chunk.
  public var file: StandardMIDIFile

  /// The chunks before it.
  public var chunksBefore: [Chunk]

  /// The chunks after it.
  public var chunksAfter: [Chunk]

  /// Puts a file in a container.
  ///
  /// Thread: any.
  public init(_ file: StandardMIDIFile, chunksBefore: [Chunk] = [], chunksAfter: [Chunk] = []) {
    self.file = file
    self.chunksBefore = chunksBefore
    self.chunksAfter = chunksAfter
  }

  /// A chunk that is not MIDI data.
  public struct Chunk: Sendable, Hashable {
    /// The four letters of its type as a number, the first one in the highest bits.
    public var type: UInt32

    /// Its bytes, without the padding byte of an odd size.
    public var data: [UInt8]

    /// Creates a chunk.
    ///
    /// Thread: any.
    public init(type: UInt32, data: [UInt8]) {
      self.type = type
      self.data = data
    }
  }
}
