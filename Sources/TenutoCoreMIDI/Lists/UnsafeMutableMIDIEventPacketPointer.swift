/// A packet in memory, as a collection of its words.
@unsafe
public struct UnsafeMutableMIDIEventPacketPointer: @unsafe MutableCollection,
  @unsafe RandomAccessCollection
{
  private let packet: UnsafeMutablePointer<MIDIEventPacket>

  /// Creates the collection of a packet.
  public init(_ p: UnsafeMutablePointer<MIDIEventPacket>) { unsafe packet = unsafe p }

  /// Creates the collection of a packet, if there is one.
  public init?(_ p: UnsafeMutablePointer<MIDIEventPacket>?) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p)
  }

  /// The packet's time.
  public var timeStamp: Int {
    get { unsafe Int(truncatingIfNeeded: packet.pointee.timeStamp) }
    nonmutating set { unsafe packet.pointee.timeStamp = UInt64(truncatingIfNeeded: newValue) }
  }

  private var buffer: UnsafeMutableBufferPointer<UInt32> {
    unsafe UnsafeMutableBufferPointer(
      start: (UnsafeMutableRawPointer(packet) + 12).assumingMemoryBound(to: UInt32.self),
      count: Int(packet.pointee.wordCount))
  }

  /// Index of the first one.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { unsafe buffer.count }

  /// The one at an index, which must be in `startIndex..<endIndex`.
  public subscript(position: Int) -> UInt32 {
    get { unsafe buffer[checked(position)] }
    nonmutating set { unsafe buffer[checked(position)] = newValue }
  }

  private func checked(_ position: Int) -> Int {
    precondition(unsafe indices.contains(position), "not in the packet")
    return position
  }
}
