extension MIDIEventList {
  /// Creates a list that owns its memory.
  @safe
  public final class Builder {
    private let memory: ListMemory
    private var list: UnsafeMutableMIDIEventListPointer

    /// Creates an empty list with room for `wordSize` words, for packets of a protocol.
    public init(inProtocol: MIDIProtocolID, wordSize: Int) {
      memory = ListMemory(byteCount: 4 * wordSize)
      unsafe list = UnsafeMutableMIDIEventListPointer(
        memory.eventList, wordSize: memory.byteCount / 4, inProtocol: inProtocol)
    }

    /// The number of packets in the list.
    public var count: Int { unsafe list.count }

    /// Adds words at a time; returns the packet that they are in, nil if there is no room.
    @discardableResult
    public func append(
      timestamp: MIDITimeStamp, words: [UInt32]
    ) -> UnsafePointer<MIDIEventPacket>? {
      unsafe list.append(timestamp: timestamp, words: words)
    }

    /// Takes all packets out.
    public func clear() { unsafe list.clear() }

    /// Calls `body` with the list, valid during the call.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIEventList>) -> Result
    ) -> Result {
      unsafe body(UnsafePointer(memory.eventList))
    }

    /// Calls `body` with the list to change it, valid during the call.
    public func withUnsafeMutableMIDIEventListPointer<Result>(
      _ body: (inout UnsafeMutableMIDIEventListPointer) -> Result
    ) -> Result {
      unsafe body(&list)
    }
  }
}
