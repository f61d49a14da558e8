extension MIDIPacket {
  /// Creates a packet that owns its memory.
  @safe
  public final class Builder {
    private let memory: UnsafeMutableRawPointer
    /// The capacity in bytes.
    public let capacity: Int

    /// Creates an empty packet.
    public init(maximumNumberMIDIBytes: Int) {
      capacity = Swift.max(0, Swift.min(maximumNumberMIDIBytes, Int(UInt16.max)))
      let all = 10 + Swift.max(256, capacity)
      unsafe memory = .allocate(byteCount: all, alignment: 8)
      unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: all)
    }

    deinit { unsafe memory.deallocate() }

    private var packet: UnsafeMutablePointer<MIDIPacket> {
      unsafe memory.assumingMemoryBound(to: MIDIPacket.self)
    }

    /// The number of bytes in the packet.
    public var count: Int { unsafe Int(packet.pointee.length) }

    /// The packet's time.
    public var timeStamp: Int {
      get { unsafe Int(truncatingIfNeeded: packet.pointee.timeStamp) }
      set { unsafe packet.pointee.timeStamp = UInt64(truncatingIfNeeded: newValue) }
    }

    /// Adds bytes; more than there is room for is a programmer error and traps.
    public func append(_ midiBytes: UInt8...) {
      precondition(midiBytes.count <= capacity - count, "the packet is full")
      for element in midiBytes {
        let offset = 10 + count
        unsafe memory.storeBytes(of: element, toByteOffset: offset, as: UInt8.self)
        unsafe packet.pointee.length += 1
      }
    }

    /// Calls `body` with the packet, valid during the call.
    public func withUnsafePointer<Result>(
      _ body: (UnsafePointer<MIDIPacket>) -> Result
    ) -> Result {
      unsafe body(UnsafePointer(packet))
    }

    /// Calls `body` with the packet to change it, valid during the call.
    public func withUnsafeMutableMIDIPacketPointer<Result>(
      _ body: (inout UnsafeMutableMIDIPacketPointer) -> Result
    ) -> Result {
      var view = unsafe UnsafeMutableMIDIPacketPointer(packet)
      return unsafe body(&view)
    }
  }
}
