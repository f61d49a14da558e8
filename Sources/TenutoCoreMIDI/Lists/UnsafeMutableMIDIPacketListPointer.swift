/// A list in memory of the caller's, to add packets to.
@unsafe
public struct UnsafeMutableMIDIPacketListPointer: @unsafe Sequence {
  /// A position in the list; it stays valid as long as the list.
  public typealias Element = UnsafeMutablePointer<MIDIPacket>

  private let list: UnsafeMutablePointer<MIDIPacketList>
  private let capacity: Int
  /// The packet that was added last, nil in an empty list.
  public private(set) var lastPacket: UnsafeMutablePointer<MIDIPacket>?

  /// Empties `p`, a list of `byteSize` bytes.
  public init(_ p: UnsafeMutablePointer<MIDIPacketList>, byteSize: Int) {
    unsafe list = unsafe p
    unsafe capacity = byteSize
    _ = unsafe MIDIPacketListInit(p)
    unsafe lastPacket = nil
  }

  /// Empties `p`, if there is one.
  public init?(_ p: UnsafeMutablePointer<MIDIPacketList>?, byteSize: Int) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p, byteSize: byteSize)
  }

  /// The current size of the list in bytes.
  public var listSizeInBytes: Int { unsafe MIDIPacketList.sizeInBytes(pktList: list) }

  /// The number of packets in the list.
  public var count: Int { unsafe Int(list.pointee.numPackets) }

  /// Takes all packets out.
  public mutating func clear() {
    unsafe list.pointee.numPackets = 0
    unsafe lastPacket = nil
  }

  /// Adds bytes at a time; returns the packet that they are in, nil if there is no room.
  @discardableResult
  public mutating func append(
    timestamp: MIDITimeStamp, data: [UInt8]
  ) -> UnsafePointer<MIDIPacket>? {
    let current = unsafe lastPacket ?? list.first
    let added = unsafe ccoremidi_packet_list_add(
      list, capacity, current, timestamp, data.count, data)
    guard let added = unsafe added else { return nil }
    unsafe lastPacket = unsafe added
    return unsafe UnsafePointer(added)
  }

  /// Returns an iterator at the first packet.
  public func makeIterator() -> Iterator {
    unsafe Iterator(packets: UnsafePointer(list).unsafeSequence().makeIterator())
  }

  /// Walks a list.
  @unsafe
  public struct Iterator: @unsafe IteratorProtocol {
    var packets: MIDIPacketList.UnsafeSequence.Iterator

    /// Returns the next packet, nil after the last.
    public mutating func next() -> UnsafeMutablePointer<MIDIPacket>? {
      unsafe UnsafeMutablePointer(mutating: packets.next())
    }
  }
}
