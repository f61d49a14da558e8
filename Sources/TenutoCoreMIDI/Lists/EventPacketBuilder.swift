extension MIDIEventPacket {
  /// Creates a packet that owns its memory.
  @safe
  public final class Builder {
    private let memory: UnsafeMutableRawPointer
    /// The capacity in words.
    public let capacity: Int

    /// Creates an empty packet.
    public init(maximumNumberMIDIWords: Int) {
      capacity = Swift.max(0, Swift.min(maximumNumberMIDIWords, 64))
      let all = 12 + 4 * Swift.max(64, capacity)
      unsafe memory = .allocate(byteCount: all, alignment: 8)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: all)
    }

    deinit { unsafe memory.deallocate() }

    private var packet: UnsafeMutablePointer<MIDIEventPacket> {
      unsafe memory.assumingMemoryBound(to: MIDIEventPacket.self)
    }

    /// The number of words in the packet.
    public var count: Int { unsafe Int(packet.pointee.wordCount) }

    /// The packet's time.
    public var timeStamp: Int {
      get { unsafe Int(truncatingIfNeeded: packet.pointee.timeStamp) }
      set { unsafe packet.pointee.timeStamp = UInt64(truncatingIfNeeded: newValue) }
    }

    /// Adds words; more than there is room for is a programmer error and traps.
    public func append(_ midiWords: UInt32...) {
      precondition(midiWords.count <= capacity - count, "the packet is full")
      for element in midiWords {
        let offset = 12 + 4 * count
        unsafe memory.storeBytes(of: element, toByteOffset: offset, as: UInt32.self)
        unsafe packet.pointee.wordCount += 1
      }
    }

    /// Calls `body` with the packet, valid during the call.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIEventPacket>) -> Result
    ) -> Result {
      unsafe body(UnsafePointer(packet))
    }

    /// Calls `body` with the packet to change it, valid during the call.
    public func withUnsafeMutableMIDIEventPacketPointer<Result>(
      _ body: (inout UnsafeMutableMIDIEventPacketPointer) -> Result
    ) -> Result {
      var view = unsafe UnsafeMutableMIDIEventPacketPointer(packet)
      return unsafe body(&view)
    }
  }
}
