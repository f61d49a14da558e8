/// A packet in memory, as a collection of its bytes.
@unsafe
public struct UnsafeMutableMIDIPacketPointer: @unsafe MutableCollection,
  @unsafe RandomAccessCollection
{
  private let packet: UnsafeMutablePointer<MIDIPacket>

  /// Creates the collection of a packet.
  public init(_ p: UnsafeMutablePointer<MIDIPacket>) { unsafe packet = unsafe p }

  /// Creates the collection of a packet, if there is one.
  public init?(_ p: UnsafeMutablePointer<MIDIPacket>?) {
    guard let p = unsafe p else { return nil }
    unsafe self.init(p)
  }

  /// The packet's time.
  public var timeStamp: Int {
    get { unsafe Int(truncatingIfNeeded: packet.pointee.timeStamp) }
    nonmutating set { unsafe packet.pointee.timeStamp = UInt64(truncatingIfNeeded: newValue) }
  }

  private var buffer: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(
      start: (UnsafeMutableRawPointer(packet) + 10).assumingMemoryBound(to: UInt8.self),
      count: Int(packet.pointee.length))
  }

  /// Index of the first one.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { unsafe buffer.count }

  /// The one at an index, which must be in `startIndex..<endIndex`.
  public subscript(position: Int) -> UInt8 {
    get { unsafe buffer[checked(position)] }
    nonmutating set { unsafe buffer[checked(position)] = newValue }
  }

  private func checked(_ position: Int) -> Int {
    precondition(unsafe indices.contains(position), "not in the packet")
    return position
  }
}
