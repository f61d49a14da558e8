/// A list in memory of the caller's, to add packets to.
@unsafe
public struct UnsafeMutableMIDIEventListPointer: @unsafe Sequence {
  /// A position in the list; it stays valid as long as the list.
  public typealias Element = UnsafeMutablePointer<MIDIEventPacket>

  private let list: UnsafeMutablePointer<MIDIEventList>
  private let capacity: Int
  /// The packet that was added last, nil in an empty list.
  public private(set) var lastPacket: UnsafeMutablePointer<MIDIEventPacket>?

  /// The protocol of the list's packets.
  public var midiProtocol: MIDIProtocolID { unsafe list.pointee.protocol }

  /// Empties `p`, a list of `wordSize` words, for packets of a protocol.
  public init(
    _ p: UnsafeMutablePointer<MIDIEventList>, wordSize: Int, inProtocol: MIDIProtocolID
  ) {
    unsafe list = unsafe p
    unsafe capacity = 4 * wordSize
    _ = unsafe MIDIEventListInit(p, inProtocol)
    unsafe lastPacket = nil
  }

  /// Empties `p`, if there is one, and keeps its protocol.
  public init?(_ p: UnsafeMutablePointer<MIDIEventList>?, wordSize: Int) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p, wordSize: wordSize, inProtocol: p.pointee.protocol)
  }

  /// The current size of the list in bytes.
  public var listSizeInBytes: Int { unsafe MIDIEventList.sizeInBytes(pktList: list) }

  /// The number of packets in the list.
  public var count: Int { unsafe Int(list.pointee.numPackets) }

  /// Takes all packets out.
  public mutating func clear() {
    unsafe list.pointee.numPackets = 0
    unsafe lastPacket = nil
  }

  /// Adds words at a time; returns the packet that they are in, nil if there is no room.
  @discardableResult
  public mutating func append(
    timestamp: MIDITimeStamp, words: [UInt32]
  ) -> UnsafePointer<MIDIEventPacket>? {
    let current = unsafe lastPacket ?? list.first
    let added = unsafe ccoremidi_event_list_add(
      list, capacity, current, timestamp, words.count, words)
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
    var packets: MIDIEventList.UnsafeSequence.Iterator

    /// Returns the next packet, nil after the last.
    public mutating func next() -> UnsafeMutablePointer<MIDIEventPacket>? {
      unsafe UnsafeMutablePointer(mutating: packets.next())
    }
  }
}
