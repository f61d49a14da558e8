extension MIDIPacketList {
  /// Creates a list that owns its memory.
  @safe
  public final class Builder {
    private let memory: ListMemory
    private var list: UnsafeMutableMIDIPacketListPointer

    /// Creates an empty list with room for `byteSize` bytes.
    public init(byteSize: Int) {
      memory = ListMemory(byteCount: byteSize)
      unsafe list = UnsafeMutableMIDIPacketListPointer(
        memory.packetList, byteSize: memory.byteCount)
    }

    /// The number of packets in the list.
    public var count: Int { unsafe list.count }

    /// Adds bytes at a time; returns the packet that they are in, nil if there is no room.
    @discardableResult
    public func append(
      timestamp: MIDITimeStamp, data: [UInt8]
    ) -> UnsafePointer<MIDIPacket>? {
      unsafe list.append(timestamp: timestamp, data: data)
    }

    /// Takes all packets out.
    public func clear() { unsafe list.clear() }

    /// Calls `body` with the list, valid during the call.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIPacketList>) -> Result
    ) -> Result {
      unsafe body(UnsafePointer(memory.packetList))
    }

    /// Calls `body` with the list to change it, valid during the call.
    public func withUnsafeMutableMIDIPacketListPointer<Result>(
      _ body: (inout UnsafeMutableMIDIPacketListPointer) -> Result
    ) -> Result {
      unsafe body(&list)
    }
  }
}
