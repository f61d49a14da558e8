extension MIDIPacket {
  /// The bytes of a packet in place, valid as long as the packet.
  ///
  /// All of its bytes, also more than the 256 that are declared.
  @safe
  public struct ByteCollection: RandomAccessCollection {
    private let buffer: UnsafeBufferPointer<UInt8>

    /// Creates the bytes of a packet.
    public init(_ p: UnsafePointer<MIDIPacket>) {
      unsafe buffer = UnsafeBufferPointer(
        start: UnsafeRawPointer(p).advanced(by: 10).assumingMemoryBound(to: UInt8.self),
        count: Int(p.pointee.length))
    }

    /// Creates the bytes of a packet, if there is one.
    public init?(_ p: UnsafePointer<MIDIPacket>?) {
      guard let p = unsafe p else { return nil }
      unsafe self.init(p)
    }

    /// Index of the first byte.
    public var startIndex: Int { 0 }

    /// Number of bytes.
    public var endIndex: Int { unsafe buffer.count }

    /// The byte at an index, which must be in `startIndex..<endIndex`.
    public subscript(position: Int) -> UInt8 {
      precondition(indices.contains(position), "no such byte in the packet")
      return unsafe buffer[position]
    }
  }

  /// The bytes of a packet one after the other, valid as long as the packet.
  @safe
  public struct ByteSequence: Sequence {
    private let bytes: ByteCollection

    init(_ bytes: ByteCollection) { self.bytes = bytes }

    /// Number of bytes.
    public var count: Int { bytes.count }

    /// Returns an iterator at the first byte.
    public func makeIterator() -> IndexingIterator<ByteCollection> { bytes.makeIterator() }
  }
}

extension UnsafePointer where Pointee == MIDIPacket {
  /// Returns the packet's bytes in place.
  ///
  /// Thread: any.
  public func bytes() -> MIDIPacket.ByteCollection { unsafe MIDIPacket.ByteCollection(self) }

  /// Returns the packet's bytes one after the other.
  ///
  /// Thread: any.
  public func sequence() -> MIDIPacket.ByteSequence {
    unsafe MIDIPacket.ByteSequence(bytes())
  }
}
