extension MIDIEventPacket {
  /// The words of a packet in place, valid as long as the packet; at most 64.
  @safe
  public struct WordCollection: RandomAccessCollection {
    private let buffer: UnsafeBufferPointer<UInt32>

    /// Creates the words of a packet.
    public init(_ p: UnsafePointer<MIDIEventPacket>) {
      unsafe buffer = UnsafeBufferPointer(
        start: UnsafeRawPointer(p).advanced(by: 12).assumingMemoryBound(to: UInt32.self),
        count: Int(Swift.min(64, p.pointee.wordCount)))
    }

    /// Creates the words of a packet, if there is one.
    public init?(_ p: UnsafePointer<MIDIEventPacket>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }

    /// Index of the first word.
    public var startIndex: Int { 0 }

    /// Number of words.
    public var endIndex: Int { unsafe buffer.count }

    /// The word at an index, which must be in `startIndex..<endIndex`.
    public subscript(position: Int) -> UInt32 {
      precondition(indices.contains(position), "no such word in the packet")
      return unsafe buffer[position]
    }
  }

  /// The words of a packet one after the other, valid as long as the packet.
  @safe
  public struct WordSequence: Sequence {
    private let words: WordCollection

    init(_ words: WordCollection) { self.words = words }

    /// Number of words.
    public var count: Int { words.count }

    /// Returns an iterator at the first word.
    public func makeIterator() -> IndexingIterator<WordCollection> { words.makeIterator() }
  }
}

extension UnsafePointer where Pointee == MIDIEventPacket {
  /// Returns the packet's words in place.
  ///
  /// Thread: any.
  public func words() -> MIDIEventPacket.WordCollection {
    unsafe MIDIEventPacket.WordCollection(self)
  }

  /// Returns the packet's words one after the other.
  ///
  /// Thread: any.
  public func sequence() -> MIDIEventPacket.WordSequence {
    unsafe MIDIEventPacket.WordSequence(words())
  }
}
