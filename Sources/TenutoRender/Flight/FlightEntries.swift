internal import TenutoCore

/// A cycle in a flight recorder's memory.
struct FlightCycle: BitwiseCopyable {
  var sampleTime: Int64
  var frameCount: UInt32
  var isAsked: Bool
  var isOffline: Bool

  @_noLocks init(sampleTime: Int64, frameCount: UInt32, isOffline: Bool) {
    self.sampleTime = sampleTime
    self.frameCount = frameCount
    isAsked = false
    self.isOffline = isOffline
  }
}

/// An event in a flight recorder's memory, and the number of its cycle.
struct FlightEvent: BitwiseCopyable {
  var cycle: Int
  var event: TimedEvent

  @_noLocks init(cycle: Int, event: TimedEvent) {
    self.cycle = cycle
    self.event = event
  }
}

/// A musical context in a flight recorder's memory, and the number of its cycle.
struct FlightContext: BitwiseCopyable {
  var cycle: UInt32
  var frameOffset: UInt32
  var context: MusicalContext

  @_noLocks init(cycle: UInt32, frameOffset: UInt32, context: MusicalContext) {
    self.cycle = cycle
    self.frameOffset = frameOffset
    self.context = context
  }
}

/// The newest values of parameters; if there are too many, some are dropped.
///
/// Its memory is allocated outside the render thread and never grows.
@safe struct FlightParameters: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var address: ParameterAddress
    var value: Float
    var isUsed: Bool
  }

  private let entries: UnsafeMutablePointer<Entry>
  private static var capacity: Int { @_noLocks get { 1024 } }
  private static var probeCount: Int { @_noLocks get { 32 } }

  init() {
    unsafe entries = .allocate(capacity: Self.capacity)
    unsafe entries.initialize(
      repeating: Entry(address: 0, value: 0, isUsed: false), count: Self.capacity)
  }

  deinit { unsafe entries.deallocate() }

  /// Thread: render.
  @_noLocks
  mutating func set(_ address: ParameterAddress, _ value: Float) {
    let first = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 54)
    for probe in 0..<Self.probeCount {
      let index = (first &+ probe) & (Self.capacity - 1)
      let entry = unsafe entries[index]
      guard !entry.isUsed || entry.address == address else { continue }
      unsafe entries[index].address = address
      unsafe entries[index].value = value
      unsafe entries[index].isUsed = true
      return
    }
  }

  /// Thread: control, while the render thread does not write.
  var values: [TimedEvent.Payload] {
    (0..<Self.capacity).compactMap { index in
      let entry = unsafe entries[index]
      return entry.isUsed ? .parameter(address: entry.address, value: entry.value) : nil
    }
  }
}
