extension MIDIPacketList {
  /// The packets of a list in place, valid as long as the list.
  @unsafe
  public struct UnsafeSequence: @unsafe Sequence {
    /// A position in the list; it stays valid as long as the list.
    public typealias Element = UnsafePointer<MIDIPacket>

    private let list: UnsafePointer<MIDIPacketList>

    init(_ list: UnsafePointer<MIDIPacketList>) { unsafe self.list = unsafe list }

    /// The number of packets in the list.
    public var count: Int { unsafe Int(list.pointee.numPackets) }

    /// Returns an iterator at the first packet.
    public func makeIterator() -> Iterator { unsafe Iterator(self) }

    /// Walks a list.
    @unsafe
    public struct Iterator: @unsafe IteratorProtocol {
      private var packet: UnsafePointer<MIDIPacket>
      private var left: UInt32

      /// Creates an iterator at the first packet.
      public init(_ sequence: UnsafeSequence) {
        unsafe packet = sequence.list.pointer(to: \.packet).unsafelyUnwrapped
        unsafe left = sequence.list.pointee.numPackets
      }

      /// Returns the next packet, nil after the last.
      public mutating func next() -> UnsafePointer<MIDIPacket>? {
        guard unsafe left > 0 else { return nil }
        unsafe left -= 1
        let current = unsafe packet
        if unsafe left > 0 { unsafe packet = UnsafePointer(MIDIPacketNext(current)) }
        return unsafe current
      }
    }
  }

  /// Returns the size of a list in memory, including its last packet.
  ///
  /// Thread: any.
  public static func sizeInBytes(pktList: UnsafePointer<MIDIPacketList>) -> Int {
    let start = unsafe UnsafeRawPointer(pktList)
    var end = unsafe start + 4
    var packets = unsafe pktList.unsafeSequence().makeIterator()
    while let packet = unsafe packets.next() {
      unsafe end = UnsafeRawPointer(MIDIPacketNext(packet))
    }
    return unsafe end - start
  }
}

extension UnsafePointer where Pointee == MIDIPacketList {
  /// Returns the packets of the list in place.
  ///
  /// Thread: any.
  public func unsafeSequence() -> MIDIPacketList.UnsafeSequence {
    unsafe MIDIPacketList.UnsafeSequence(self)
  }
}
