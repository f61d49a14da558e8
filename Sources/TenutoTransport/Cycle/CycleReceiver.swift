internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoCore

/// The extension's end of the audio and events channels: all state of its render thread.
///
/// The control thread makes it from the descriptors of an allocate request.
@safe public struct CycleReceiver: ~Copyable {
  let pageMapping: Mapping
  let toMapping: Mapping
  let fromMapping: Mapping
  let toShape: SegmentShape
  let fromShape: SegmentShape
  package let format: RenderFormat
  let stop: StopFlag
  /// Not 0 if RealtimeSanitizer is in this process.
  let isChecked = tenuto_realtime_is_checked()
  /// The flag that `stop` sets, which lives in another object.
  let stopWord: UnsafePointer<Atomic<Bool>>
  var events: EventReceiver
  /// Commands of the control thread, which the kernel gets before the next cycle's own events.
  let commands: EventRing
  /// The predecessor that hands its outputs on; nil if the instance is never in a chain.
  let handoff: PredecessorHandoff?
  /// Snapshots that the control thread wants; nil if it never does.
  let snapshots: SnapshotExchange?
  /// The snapshot for which `waitForCycle` has returned.
  var snapshotJob: SnapshotJob?
  /// Events that the kernel sends in this cycle.
  var outgoing: EventList
  var sender: EventSender

  var cycle: UInt32 = 0
  var announced = Announced()
  var position = 0
  var held: TimedEvent
  var hasHeld = false
  /// The raw value of a `RenderStatus`; the enum's raw values come from a table, which would touch
  /// one more page in each cycle.
  var status: Int32 = 0
  /// Index in the page of the context for the frames that are rendered now.
  var contextIndex = 0
  var startedAt = MonotonicTime.never
  /// The word on which the instance sleeps, and the word for after the current cycle.
  var sleepWord = SleepWord()
  var nextSleepWord = SleepWord()
  /// Whether it has been parked since its last cycle.
  var wasParked = false
  /// The inputs of this cycle: the host's, or the copy of the predecessor's outputs.
  var inputBase: UnsafePointer<Float>
  var inputStride: Int

  /// One reading of the host's announcement of a cycle.
  struct Announced: BitwiseCopyable {
    var frameCount: UInt32 = 0
    var sampleTime: Int64 = 0
    var askedCycle: UInt32 = 0
    var datagramCount: UInt32 = 0
    var flags: UInt32 = 0
    var contextCount = 0

    @_noLocks init() {}
  }

  /// The word on which an instance sleeps.
  struct SleepWord: BitwiseCopyable {
    var depth = 0
    var follows = false

    @_noLocks init() {}
  }

  /// Maps the three segments; does not keep the descriptors.
  ///
  /// Thread: control.
  ///
  /// - Throws: The system's error; EINVAL if a segment does not match `format`, EPROTO if it has
  ///   another version of the layout.
  package init(
    format: RenderFormat, page: CInt, to: CInt, from: CInt, events: CInt, commands: EventRing,
    stop: StopFlag, handoff: PredecessorHandoff? = nil, snapshots: SnapshotExchange? = nil
  ) throws(SystemError) {
    guard format.isValid,
      let toShape = SegmentShape.toExtension(
        channelCount: format.inputChannelCount, frameCapacity: format.frameCapacity),
      let fromShape = SegmentShape.fromExtension(
        channelCount: format.outputChannelCount, frameCapacity: format.frameCapacity)
    else { throw SystemError("allocate", code: EINVAL) }
    let pageMapping = try Mapping(
      page, byteCount: MemoryLayout<tenuto_cycle_page>.stride, isWritable: false)
    let toMapping = try Mapping(to, byteCount: toShape.byteCount, isWritable: false)
    let fromMapping = try Mapping(from, byteCount: fromShape.byteCount, isWritable: true)
    try Self.check(page: pageMapping)
    try Self.check(to: toMapping, shape: toShape)
    self.pageMapping = pageMapping
    self.toMapping = toMapping
    self.fromMapping = fromMapping
    self.toShape = toShape
    self.fromShape = fromShape
    self.format = format
    self.stop = stop
    unsafe stopWord = stop.stopWord
    self.events = EventReceiver(socket: events)
    self.events.discardAll()
    self.commands = commands
    self.handoff = handoff
    self.snapshots = snapshots
    unsafe inputBase = Self.samples(self.toMapping.base, toShape)
    inputStride = toShape.channelStride / 4
    outgoing = EventList(capacity: Self.outgoingCapacity)
    sender = EventSender(socket: events)
    held = TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 0))
    writeHeader()
    wasParked = unsafe tenuto_load_acquire(parkedWord) == 1
    sleepWord = readSleepWord()
    cycle = unsafe tenuto_load_acquire(cycleWord)
    unsafe tenuto_store(doneWord, cycle)
  }

  /// The most events of a kernel in one cycle.
  private static var outgoingCapacity: Int { 4096 }

  /// Lets the fault handler answer the host if this process ends in a cycle.
  ///
  /// Thread: render.
  package func noteForFaults() {
    unsafe tenuto_fault_note_cycle(fromMapping.base, UnsafeRawPointer(toMapping.base))
  }

  /// Wakes this thread from its wait for a cycle; neighbours wake too, find nothing new and sleep
  /// on.
  ///
  /// Thread: control. Valid while the receiver lives.
  package var waker: CycleWaker {
    unsafe CycleWaker(page: pageMapping.base, toWords: toWords, handoff: handoff)
  }

  /// The header words of the segment to this instance.
  var toWords: UnsafePointer<UInt32> {
    @_noLocks get {
      unsafe UnsafePointer(toMapping.base.assumingMemoryBound(to: UInt32.self))
    }
  }

  /// The cycle counter of the instance's current depth; the next word names the waiter.
  var cycleWord: UnsafePointer<UInt32> {
    @_noLocks get {
      unsafe UnsafePointer(
        pageMapping.base.advanced(by: DepthWord.offset(ofDepth: sleepWord.depth))
          .assumingMemoryBound(to: UInt32.self))
    }
  }

  /// The word on which a parked instance sleeps.
  var parkedWord: UnsafePointer<UInt32> {
    @_noLocks get { unsafe toWords + ToWord.parked }
  }

  @unsafe @_noLocks
  static func samples(
    _ base: UnsafeMutableRawPointer, _ shape: SegmentShape
  ) -> UnsafePointer<Float> {
    unsafe UnsafePointer(
      base.advanced(by: shape.headerBytes).assumingMemoryBound(to: Float.self))
  }

  var doneWord: UnsafeMutablePointer<UInt32> {
    @_noLocks get {
      unsafe fromMapping.base.assumingMemoryBound(to: UInt32.self) + FromWord.doneCycle
    }
  }

  private static func check(page: borrowing Mapping) throws(SystemError) {
    let page = unsafe page.base.assumingMemoryBound(to: tenuto_cycle_page.self)
    guard unsafe page.pointee.magic == TENUTO_LAYOUT_MAGIC,
      unsafe page.pointee.version == TENUTO_LAYOUT_VERSION,
      unsafe page.pointee.page_bytes == MemoryLayout<tenuto_cycle_page>.stride
    else { throw SystemError("allocate", code: EPROTO) }
  }

  private static func check(
    to mapping: borrowing Mapping, shape: SegmentShape
  ) throws(SystemError) {
    let header = unsafe mapping.base.assumingMemoryBound(to: tenuto_to_extension.self)
    guard unsafe header.pointee.magic == TENUTO_LAYOUT_MAGIC,
      unsafe header.pointee.version == TENUTO_LAYOUT_VERSION,
      unsafe Int(header.pointee.header_bytes) == shape.headerBytes,
      unsafe Int(header.pointee.channel_count) == shape.channelCount,
      unsafe Int(header.pointee.channel_stride) == shape.channelStride,
      unsafe Int(header.pointee.frame_capacity) == shape.frameCapacity
    else { throw SystemError("allocate", code: EPROTO) }
  }

  private func writeHeader() {
    let header = unsafe fromMapping.base.bindMemory(to: tenuto_from_extension.self, capacity: 1)
    unsafe header.pointee.magic = TENUTO_LAYOUT_MAGIC
    unsafe header.pointee.version = TENUTO_LAYOUT_VERSION
    unsafe header.pointee.header_bytes = UInt32(fromShape.headerBytes)
    unsafe header.pointee.channel_count = UInt32(fromShape.channelCount)
    unsafe header.pointee.channel_stride = UInt32(fromShape.channelStride)
    unsafe header.pointee.frame_capacity = UInt32(fromShape.frameCapacity)
  }
}
