internal import Synchronization
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// The recorder of one instance's last seconds, so that they can be replayed.
///
/// It has rings of cycles, events, musical contexts and input samples. When one is full, the oldest
/// cycle is removed with all its data; the state left by its events is kept.
///
/// A `FlightLog` owns the memory and lends it to the render thread.
@safe struct FlightRecorder: ~Copyable {
  let channelCount: Int
  /// Frames in the sample rings.
  let frameCapacity: Int
  let cycles: UnsafeMutablePointer<FlightCycle>
  let events: UnsafeMutablePointer<FlightEvent>
  let contexts: UnsafeMutablePointer<FlightContext>
  /// `[channel][frame]`.
  let inputs: UnsafeMutablePointer<Float>
  /// Odd while the render thread writes.
  let sequence: UnsafeMutablePointer<Atomic<UInt32>>
  /// The number of the oldest entry, and of the next one.
  var cycleRange = Range()
  var eventRange = Range()
  var contextRange = Range()
  var frameRange = Range()
  var played = PlayedState(keepsNotesOnly: false)
  var parameters = FlightParameters()
  /// Whether a cycle is open, the cycle, and whether it is in the rings already.
  private(set) var isOpen = false
  private var open = FlightCycle(sampleTime: 0, frameCount: 0, isOffline: false)
  private var isOpenAdded = false

  struct Range: BitwiseCopyable {
    var first = 0
    var end = 0
    var count: Int { @_noLocks get { end &- first } }
    @_noLocks init() {}
  }

  static var cycleCapacity: Int { @_noLocks get { 8192 } }
  static var eventCapacity: Int { @_noLocks get { 4096 } }
  static var contextCapacity: Int { @_noLocks get { 6144 } }

  /// Thread: control.
  init(frameCapacity: Int, channelCount: Int) {
    self.frameCapacity = frameCapacity
    self.channelCount = channelCount
    unsafe cycles = .allocate(capacity: Self.cycleCapacity)
    unsafe cycles.initialize(
      repeating: FlightCycle(sampleTime: 0, frameCount: 0, isOffline: false),
      count: Self.cycleCapacity)
    unsafe events = .allocate(capacity: Self.eventCapacity)
    let nothing = TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 0))
    unsafe events.initialize(
      repeating: FlightEvent(cycle: 0, event: nothing), count: Self.eventCapacity)
    unsafe contexts = .allocate(capacity: Self.contextCapacity)
    unsafe contexts.initialize(
      repeating: FlightContext(cycle: 0, frameOffset: 0, context: MusicalContext()),
      count: Self.contextCapacity)
    let sampleCount = max(1, frameCapacity * channelCount)
    unsafe inputs = .allocate(capacity: sampleCount)
    unsafe inputs.initialize(repeating: 0, count: sampleCount)
    unsafe sequence = .allocate(capacity: 1)
    unsafe sequence.initialize(to: Atomic(0))
  }

  deinit {
    unsafe cycles.deallocate()
    unsafe events.deallocate()
    unsafe contexts.deallocate()
    unsafe inputs.deallocate()
    unsafe sequence.deallocate()
  }
}

// MARK: - Recording

extension FlightRecorder {
  /// Begins to record a cycle; a cycle longer than the memory is skipped.
  ///
  /// The recording cannot be read until `endCycle`. The rings are touched only by what follows, so
  /// that a cycle without events costs little before its output is complete.
  ///
  /// Thread: render.
  @_noLocks
  mutating func beginCycle(sampleTime: Int64, frameCount: Int, isOffline: Bool) {
    guard frameCount <= frameCapacity else { return }
    isOpen = true
    isOpenAdded = false
    open = FlightCycle(
      sampleTime: sampleTime, frameCount: UInt32(truncatingIfNeeded: frameCount),
      isOffline: isOffline)
    unsafe sequence.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// Adds the open cycle to the rings; returns false if none is open.
  @_noLocks
  private mutating func addCycle() -> Bool {
    guard isOpen && !isOpenAdded else { return isOpen }
    isOpenAdded = true
    let frameCount = Int(open.frameCount)
    while cycleRange.count == Self.cycleCapacity || frameRange.count > frameCapacity - frameCount {
      dropCycle()
    }
    unsafe cycles[cycleRange.end % Self.cycleCapacity] = open
    cycleRange.end &+= 1
    frameRange.end &+= frameCount
    return true
  }

  /// Notes that the instance is asked to render the cycle.
  ///
  /// Thread: render. Before its input.
  @_noLocks
  mutating func markAsked() {
    if addCycle() { unsafe cycles[(cycleRange.end &- 1) % Self.cycleCapacity].isAsked = true }
  }

  /// Records the musical context from a frame of the cycle on.
  ///
  /// Thread: render.
  @_noLocks
  mutating func record(_ context: MusicalContext, frameOffset: UInt32) {
    guard addCycle() else { return }
    while contextRange.count == Self.contextCapacity && cycleRange.count > 1 { dropCycle() }
    guard contextRange.count < Self.contextCapacity else { return }
    unsafe contexts[contextRange.end % Self.contextCapacity] = FlightContext(
      cycle: UInt32(truncatingIfNeeded: cycleRange.end &- 1), frameOffset: frameOffset,
      context: context)
    contextRange.end &+= 1
  }

  /// Records an event as it is sent; if a cycle has too many, the first are dropped.
  ///
  /// Thread: render.
  @_noLocks
  mutating func record(_ event: TimedEvent) {
    guard addCycle() else { return }
    while eventRange.count == Self.eventCapacity && cycleRange.count > 1 { dropCycle() }
    if eventRange.count == Self.eventCapacity { dropEvent() }
    unsafe events[eventRange.end % Self.eventCapacity] = FlightEvent(
      cycle: cycleRange.end &- 1, event: event)
    eventRange.end &+= 1
  }

  /// Records one channel of the cycle's input.
  ///
  /// Thread: render.
  @_noLocks
  mutating func recordInput(_ channel: Int, _ samples: UnsafePointer<Float>, count: Int) {
    guard addCycle(), channel >= 0, channel < channelCount, count <= frameRange.count else {
      return
    }
    let start = (frameRange.end &- count) % frameCapacity
    let head = min(count, frameCapacity - start)
    let ring = unsafe inputs + channel * frameCapacity
    unsafe Samples.copy(samples, to: ring + start, count: head)
    if head < count { unsafe Samples.copy(samples + head, to: ring, count: count - head) }
  }

  /// Ends the cycle, which can be read from now on.
  ///
  /// Thread: render.
  @_noLocks
  mutating func endCycle() {
    guard addCycle() else { return }
    let cycle = unsafe cycles[(cycleRange.end &- 1) % Self.cycleCapacity]
    if !cycle.isAsked { clearInput(count: Int(cycle.frameCount)) }
    isOpen = false
    unsafe sequence.pointee.wrappingAdd(1, ordering: .releasing)
  }

  @_noLocks
  private mutating func clearInput(count: Int) {
    let start = (frameRange.end &- count) % frameCapacity
    let head = min(count, frameCapacity - start)
    for channel in 0..<channelCount {
      let ring = unsafe inputs + channel * frameCapacity
      unsafe Samples.clear(ring + start, count: head)
      if head < count { unsafe Samples.clear(ring, count: count - head) }
    }
  }
}

// MARK: - Dropping the oldest

extension FlightRecorder {
  /// Drops the oldest cycle.
  @_noLocks
  private mutating func dropCycle() {
    let number = cycleRange.first
    while eventRange.count > 0,
      unsafe events[eventRange.first % Self.eventCapacity].cycle == number
    {
      dropEvent()
    }
    while contextRange.count > 0,
      unsafe contexts[contextRange.first % Self.contextCapacity].cycle
        == UInt32(truncatingIfNeeded: number)
    {
      contextRange.first &+= 1
    }
    frameRange.first &+= Int(unsafe cycles[number % Self.cycleCapacity].frameCount)
    cycleRange.first &+= 1
  }

  /// Drops the oldest event, and keeps the state that it has left.
  @_noLocks
  private mutating func dropEvent() {
    let old = unsafe events[eventRange.first % Self.eventCapacity]
    eventRange.first &+= 1
    switch old.event.payload {
    case .midi(let packet): played.take(packet)
    case .parameter(let address, let value): parameters.set(address, value)
    case .ramp(let address, let value, _): parameters.set(address, value)
    case .gesture: break
    }
  }
}
