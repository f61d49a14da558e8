import TenutoExtension

/// Packets that pass unchanged and wait for the next rendered frame.
@safe struct PacketQueue: ~Copyable {
  private let packets: UnsafeMutablePointer<UMP>
  private let capacity: Int
  private var count = 0

  /// Creates a queue of `capacity` packets, which drops further ones.
  init(capacity: Int) {
    unsafe packets = .allocate(capacity: capacity)
    unsafe packets.initialize(repeating: UMP(0), count: capacity)
    self.capacity = capacity
  }

  deinit { unsafe packets.deallocate() }

  /// Whether no packet waits.
  var isEmpty: Bool { count == 0 }

  /// Appends a packet.
  @_noLocks mutating func append(_ packet: UMP) {
    guard count < capacity else { return }
    unsafe packets[count] = packet
    count &+= 1
  }

  /// Sends all packets at the first frame of `cycle`.
  @_noLocks mutating func send(to cycle: inout RenderCycle) {
    for index in 0..<count { unsafe cycle.send(packets[index], at: 0) }
    count = 0
  }
}
