internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// The cycles that a node has rendered, with everything that its output depends on: frame count,
/// musical context, events and input.
///
/// A ring of records with one writer, the render thread, and one reader at a time. The log is
/// *whole* until the ring overwrites its first record: an instance that starts from the node's
/// initial state and renders all records then reaches the node's state. A break, such as a missed
/// cycle, separates the records before it from those after it: from a snapshot after the break,
/// the later ones reach the node's state again. Valid until `deallocate`.
@safe struct CycleLog: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let bytes: UnsafeMutableRawPointer
  private let capacity: Int
  private let words: UnsafeMutablePointer<Atomic<Int>>
  /// Used by the render thread only.
  private let staging: UnsafeMutablePointer<Staging>
  private let staged: UnsafeMutablePointer<TimedEvent>
  private let stagedCycles: UnsafeMutablePointer<UInt32>

  private struct Held: BitwiseCopyable {
    let cycle: UInt32
    let position: Int
    let byteCount: Int
    let eventCount: Int
  }

  private struct Staging: BitwiseCopyable {
    var eventCount = 0
    /// Whether an event had no room.
    var isOverfull = false
    /// A record that is written and not published; its events are still staged.
    var held: Held?
  }

  // Positions are bytes since the start.
  private static var head: Int { @_noLocks get { 0 } }
  private static var tail: Int { @_noLocks get { 1 } }
  private static var newest: Int { @_noLocks get { 2 } }
  private static var breaks: Int { @_noLocks get { 3 } }
  private static var first: Int { @_noLocks get { 4 } }
  private static var firstEpoch: Int { @_noLocks get { 5 } }
  private static var quiet: Int { @_noLocks get { 6 } }
  private static var wordCount: Int { 7 }
  private static var stagingCapacity: Int { @_noLocks get { 8192 } }
  private static var alignment: Int { @_noLocks get { 16 } }
  /// Size of a record's header in bytes.
  ///
  /// The ring is followed by the same number of bytes, for a marker at its end.
  private static var headerBytes: Int { @_noLocks get { 64 } }

  /// The header of a record, before its contexts, events and input.
  struct Header: BitwiseCopyable {
    /// Size of the record in bytes; 0 marks that the ring continues at its start.
    var byteCount = 0
    var sampleTime: Int64 = 0
    var cycle: UInt32 = 0
    var frameCount: UInt32 = 0
    var contextCount: UInt32 = 0
    var eventCount: UInt32 = 0
    var channelCount: UInt32 = 0
    var isOffline: UInt32 = 0
    /// The `SampleDigest` of the node's output; 0 if unknown.
    var digest: UInt32 = 0

    @_noLocks init() {}
  }

  /// Allocates a log of at most `byteCount` bytes and touches all its pages.
  ///
  /// Thread: control.
  ///
  /// With `isLate`, the node has played before, so the log is not whole.
  static func allocate(byteCount: Int, isLate: Bool = false) -> CycleLog {
    let capacity = max(alignment, byteCount / alignment * alignment)
    let byteCount = capacity + headerBytes
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 4096)
    unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    let words = unsafe HotMemory.allocate(Atomic<Int>.self, count: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    if isLate { unsafe words[breaks].store(1, ordering: .relaxed) }
    let staging = unsafe HotMemory.allocate(Staging.self, count: 1)
    unsafe staging.initialize(to: Staging())
    let staged = UnsafeMutablePointer<TimedEvent>.allocate(capacity: stagingCapacity)
    unsafe staged.initialize(
      repeating: TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 0)),
      count: stagingCapacity)
    let stagedCycles = UnsafeMutablePointer<UInt32>.allocate(capacity: stagingCapacity)
    unsafe stagedCycles.initialize(repeating: 0, count: stagingCapacity)
    return unsafe CycleLog(
      bytes: bytes, capacity: capacity, words: words, staging: staging, staged: staged,
      stagedCycles: stagedCycles)
  }

  func deallocate() {
    unsafe bytes.deallocate()
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe HotMemory.deallocate(words, count: Self.wordCount)
    unsafe HotMemory.deallocate(staging, count: 1)
    unsafe staged.deallocate()
    unsafe stagedCycles.deallocate()
  }

  @_noLocks
  private func load(_ word: Int) -> Int { unsafe words[word].load(ordering: .acquiring) }

  @_noLocks
  private func store(_ value: Int, _ word: Int) {
    unsafe words[word].store(value, ordering: .releasing)
  }

  /// The position of the next record.
  ///
  /// Thread: any.
  var end: Int { @_noLocks get { load(Self.head) } }

  /// The position of the newest record.
  ///
  /// Thread: any.
  var newestStart: Int { @_noLocks get { load(Self.newest) } }

  /// The position of the oldest record.
  ///
  /// Thread: any.
  var oldest: Int { @_noLocks get { load(Self.tail) } }

  /// The number of breaks so far.
  ///
  /// Thread: any.
  var epoch: Int { @_noLocks get { load(Self.breaks) } }

  /// Whether all records from `position` on are there, without a break since `epoch`.
  ///
  /// Thread: any.
  @_noLocks
  func has(_ position: Int, since epoch: Int) -> Bool {
    load(Self.tail) <= position && self.epoch == epoch
  }

  /// The position of the first record.
  ///
  /// Thread: any.
  var start: Int { @_noLocks get { load(Self.first) } }

  /// The epoch of the first record.
  ///
  /// Thread: any.
  var startEpoch: Int { @_noLocks get { load(Self.firstEpoch) } }

  /// Whether the log holds all cycles since the start.
  ///
  /// Thread: any.
  var isWhole: Bool { @_noLocks get { has(start, since: startEpoch) } }

  /// Notes that the node's state can no longer be reached from the records so far: it missed a
  /// cycle, or something other than an event changed it.
  ///
  /// Thread: any.
  @_noLocks
  func breakOff() {
    unsafe words[Self.breaks].wrappingAdd(1, ordering: .sequentiallyConsistent)
    store(0, Self.quiet)
  }

  /// The frames since the last cycle in which something was heard, held, or sent to the node.
  ///
  /// Thread: any.
  var quietFrames: Int { @_noLocks get { load(Self.quiet) } }

  /// Counts the frames of a quiet cycle, or starts over.
  ///
  /// Thread: render.
  @_noLocks
  func noteQuiet(_ isQuiet: Bool, frameCount: Int) {
    store(isQuiet ? load(Self.quiet) &+ frameCount : 0, Self.quiet)
  }

  /// Whether an event is staged.
  ///
  /// Thread: render.
  var hasStaged: Bool { @_noLocks get { unsafe staging.pointee.eventCount > 0 } }
}

// MARK: - Writing

extension CycleLog {
  /// Stages an event that the node gets in `cycle`, until the node is next asked for a cycle.
  ///
  /// Thread: render.
  @_noLocks
  func stage(_ event: TimedEvent, cycle: UInt32) {
    guard unsafe staging.pointee.eventCount < Self.stagingCapacity else {
      unsafe staging.pointee.isOverfull = true
      return
    }
    unsafe staged[staging.pointee.eventCount] = event
    unsafe stagedCycles[staging.pointee.eventCount] = cycle
    unsafe staging.pointee.eventCount &+= 1
  }

  /// Starts over for another instance.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  func restart() {
    unstage()
    let epoch = unsafe words[Self.breaks].wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
    let head = load(Self.head)
    store(head, Self.tail)
    store(head, Self.first)
    store(head, Self.newest)
    store(epoch, Self.firstEpoch)
  }

  /// Discards the staged events.
  ///
  /// Thread: render.
  @_noLocks
  func unstage() {
    unsafe staging.pointee.eventCount = 0
    unsafe staging.pointee.isOverfull = false
    unsafe staging.pointee.held = nil
  }

  /// The musical contexts of a cycle.
  @safe struct Contexts: BitwiseCopyable {
    let contexts: UnsafeMutablePointer<MusicalContext>
    let frames: UnsafeMutablePointer<UInt32>
    let count: Int

    @_noLocks
    init(
      contexts: UnsafeMutablePointer<MusicalContext>, frames: UnsafeMutablePointer<UInt32>,
      count: Int
    ) {
      unsafe self.contexts = contexts
      unsafe self.frames = frames
      self.count = count
    }
  }

  /// Appends a cycle, with the staged events and the input of `port`.
  ///
  /// Thread: render. A record without room breaks the log. With `isHeld`, the record waits for
  /// `settleHeld`, because the node may still render the cycle or skip it.
  @_noLocks
  func commit(
    _ header: Header, _ contexts: Contexts, input port: HostPort, isHeld: Bool = false
  ) {
    settleHeld(isRendered: true)
    var header = header
    header.contextCount = UInt32(truncatingIfNeeded: contexts.count)
    header.eventCount = UInt32(truncatingIfNeeded: unsafe staging.pointee.eventCount)
    header.channelCount = UInt32(truncatingIfNeeded: port.inputChannelCount)
    header.byteCount = Record.byteCount(header)
    guard unsafe !staging.pointee.isOverfull, let position = reserve(header.byteCount) else {
      unstage()
      return breakOff()
    }
    let record = unsafe Record(header, base: bytes + position % capacity, position: position)
    unsafe record.base.storeBytes(of: header, as: Header.self)
    for index in 0..<contexts.count {
      unsafe record.contexts[index] = contexts.contexts[index]
      unsafe record.contextFrames[index] = contexts.frames[index]
    }
    for index in 0..<(unsafe staging.pointee.eventCount) {
      unsafe record.events[index] = staged[index]
      unsafe record.eventCycles[index] = stagedCycles[index]
    }
    for channel in 0..<port.inputChannelCount {
      unsafe Samples.copy(
        port.inputSamples(channel), to: record.input(channel), count: Int(header.frameCount))
    }
    let held = Held(
      cycle: header.cycle, position: position, byteCount: header.byteCount,
      eventCount: unsafe staging.pointee.eventCount)
    unsafe staging.pointee.held = held
    if !isHeld { settleHeld(isRendered: true) }
  }

  /// The cycle of the held record; nil without one.
  ///
  /// Thread: render.
  var heldCycle: UInt32? { @_noLocks get { unsafe staging.pointee.held?.cycle } }

  /// Publishes the held record, or drops it if the node has skipped its cycle: its events then
  /// belong to the next cycle that the node renders.
  ///
  /// Thread: render.
  @_noLocks
  func settleHeld(isRendered: Bool) {
    guard let held = unsafe staging.pointee.held else { return }
    unsafe staging.pointee.held = nil
    guard isRendered else { return }
    let left = unsafe staging.pointee.eventCount &- held.eventCount
    for index in 0..<left {
      unsafe staged[index] = staged[held.eventCount &+ index]
      unsafe stagedCycles[index] = stagedCycles[held.eventCount &+ index]
    }
    unsafe staging.pointee.eventCount = left
    store(held.position, Self.newest)
    store(held.position + held.byteCount, Self.head)
  }

  /// Makes room; returns the position of the new record, or nil if it is larger than the ring.
  @_noLocks
  private func reserve(_ byteCount: Int) -> Int? {
    guard byteCount <= capacity else { return nil }
    var position = load(Self.head)
    let rest = capacity - position % capacity
    if rest < byteCount {
      drop(until: position + rest)
      unsafe (bytes + position % capacity).storeBytes(of: Header(), as: Header.self)
      position += rest
    }
    drop(until: position + byteCount)
    return position
  }

  /// Discards the oldest records, so that the ring can be written up to `end`.
  @_noLocks
  private func drop(until end: Int) {
    var tail = load(Self.tail)
    let head = load(Self.head)
    while tail + capacity < end, tail < head {
      let count = unsafe (bytes + tail % capacity).load(as: Header.self).byteCount
      tail += count > 0 ? count : capacity - tail % capacity
    }
    unsafe words[Self.tail].store(max(tail, end - capacity), ordering: .relaxed)
    // A reader that sees new bytes also sees the new tail, see `Copy`.
    atomicMemoryFence(ordering: .releasing)
  }
}

// MARK: - Reading

extension CycleLog {
  /// The record at `position`, or at the start of the ring if the ring continues there.
  ///
  /// Thread: render; control uses `Copy`. Returns nil if there is no record.
  @_noLocks
  func record(at position: Int) -> Record? {
    var position = position
    guard position < end, load(Self.tail) <= position else { return nil }
    var header = unsafe (bytes + position % capacity).load(as: Header.self)
    if header.byteCount == 0 {
      position += capacity - position % capacity
      guard position < end else { return nil }
      header = unsafe (bytes + position % capacity).load(as: Header.self)
    }
    // A size that is read while it is overwritten could point outside the ring.
    guard header.byteCount == Record.byteCount(header),
      position % capacity + header.byteCount <= capacity
    else { return nil }
    return unsafe Record(header, base: bytes + position % capacity, position: position)
  }

  /// A cycle in the ring.
  @safe struct Record: BitwiseCopyable {
    let header: Header
    let base: UnsafeMutableRawPointer
    let position: Int

    @_noLocks
    init(_ header: Header, base: UnsafeMutableRawPointer, position: Int) {
      self.header = header
      unsafe self.base = base
      self.position = position
    }

    /// The position of the next record.
    var next: Int { @_noLocks get { position + header.byteCount } }

    /// Each part begins at a multiple of 16 bytes.
    @_noLocks
    private static func padded(_ byteCount: Int) -> Int {
      (byteCount + CycleLog.alignment - 1) / CycleLog.alignment * CycleLog.alignment
    }

    @_noLocks
    private static func contextBytes(_ header: Header) -> Int {
      padded(Int(header.contextCount) * MemoryLayout<MusicalContext>.stride)
    }

    @_noLocks
    private static func frameBytes(_ header: Header) -> Int {
      padded(Int(header.contextCount) * MemoryLayout<UInt32>.stride)
    }

    @_noLocks
    private static func eventBytes(_ header: Header) -> Int {
      padded(Int(header.eventCount) * MemoryLayout<TimedEvent>.stride)
    }

    @_noLocks
    private static func eventCycleBytes(_ header: Header) -> Int {
      padded(Int(header.eventCount) * MemoryLayout<UInt32>.stride)
    }

    @_noLocks
    private static func channelBytes(_ header: Header) -> Int {
      padded(Int(header.frameCount) * MemoryLayout<Float>.stride)
    }

    @_noLocks
    static func byteCount(_ header: Header) -> Int {
      // A torn header may contain any values.
      CycleLog.headerBytes &+ contextBytes(header) &+ frameBytes(header) &+ eventBytes(header)
        &+ eventCycleBytes(header) &+ Int(header.channelCount) &* channelBytes(header)
    }

    var contexts: UnsafeMutablePointer<MusicalContext> {
      @_noLocks get {
        unsafe (base + CycleLog.headerBytes).assumingMemoryBound(to: MusicalContext.self)
      }
    }

    var contextFrames: UnsafeMutablePointer<UInt32> {
      @_noLocks get {
        unsafe (base + CycleLog.headerBytes + Self.contextBytes(header))
          .assumingMemoryBound(to: UInt32.self)
      }
    }

    var events: UnsafeMutablePointer<TimedEvent> {
      @_noLocks get {
        let offset = Self.contextBytes(header) + Self.frameBytes(header)
        return unsafe (base + CycleLog.headerBytes + offset)
          .assumingMemoryBound(to: TimedEvent.self)
      }
    }

    /// The cycle in which each event was sent to the node: an earlier one if the node was late.
    var eventCycles: UnsafeMutablePointer<UInt32> {
      @_noLocks get {
        let offset =
          Self.contextBytes(header) + Self.frameBytes(header) + Self.eventBytes(header)
        return unsafe (base + CycleLog.headerBytes + offset).assumingMemoryBound(to: UInt32.self)
      }
    }

    @_noLocks
    func input(_ channel: Int) -> UnsafeMutablePointer<Float> {
      let offset =
        Self.contextBytes(header) + Self.frameBytes(header) + Self.eventBytes(header)
        + Self.eventCycleBytes(header) + channel * Self.channelBytes(header)
      return unsafe (base + CycleLog.headerBytes + offset).assumingMemoryBound(to: Float.self)
    }
  }
}

extension CycleLog {
  /// A copy of one record, for a control thread that reads while the render thread writes.
  @safe struct Copy: ~Copyable {
    private var bytes = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: alignment)
    private var capacity = 0

    deinit { unsafe bytes.deallocate() }

    /// Copies the record at `position`; returns nil if it was overwritten.
    ///
    /// Valid until the next call. Thread: control.
    mutating func record(at position: Int, of log: CycleLog) -> Record? {
      guard let found = log.record(at: position) else { return nil }
      let count = found.header.byteCount
      if capacity < count {
        unsafe bytes.deallocate()
        unsafe bytes = .allocate(byteCount: count, alignment: CycleLog.alignment)
        capacity = count
      }
      unsafe bytes.copyMemory(from: found.base, byteCount: count)
      // The writer moves the tail first, so a changed tail reveals overwritten bytes.
      atomicMemoryFence(ordering: .acquiring)
      guard log.oldest <= found.position else { return nil }
      return unsafe Record(found.header, base: bytes, position: found.position)
    }
  }
}
