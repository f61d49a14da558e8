public import TenutoCore
public import TenutoTransport

/// The state of the render thread: all that it touches, made before it starts.
///
/// It renders a graph cycle by cycle; an engine owns it and drives it.
@safe public struct Renderer: ~Copyable {
  let page: CyclePage
  let slots: UnsafeMutablePointer<RenderSlot>
  let slotCount: Int
  let depthCount: Int
  let depths: UnsafeMutablePointer<DepthState>
  /// What the engine takes in: `[channel][frame]`, `capacity` samples from one to the next.
  let external: UnsafeMutablePointer<Float>
  let externalChannelCount: Int
  /// What is heard: `[channel][frame]`, `capacity` samples from one to the next.
  let mix: UnsafeMutablePointer<Float>
  /// What is added up for each channel of `mix`.
  let outputs: SourceTable
  /// One channel of a cycle, for a moment.
  let scratch: UnsafeMutablePointer<Float>
  /// Slots whose MIDI the engine gets, and how far each has been read.
  let midiOutputs: UnsafeMutablePointer<Int>
  let midiCursors: UnsafeMutablePointer<Int>
  let midiOutputCount: Int
  /// The MIDI that the engine gets.
  var outputEventList: EventList
  /// What is shared with control.
  let words = RenderWords.allocate()
  let agenda = Agenda.allocate()
  let handoff = Handoff.allocate()
  private let news: NewsWord
  /// Whether control has something to do.
  var hasNews = false
  /// Whether a spare is to be woken, and whether control has to be told of a breach.
  var hasSparesToWake = false
  var hasReports = false
  /// The cycle: its frames, until when the host waits, and whether time runs.
  var frameCount = 0
  var limit = MonotonicTime.never
  var isRealtime = true
  /// Frames of the cycle before.
  var lastFrameCount = 0
  let sampleRate: Double
  /// The share of a period that is the engine's deadline.
  let deadlineShare: Double
  let contexts: UnsafeMutablePointer<MusicalContext>
  let contextFrames: UnsafeMutablePointer<UInt32>
  private(set) var contextCount = 0
  /// Frames of one cycle at most.
  public let frameCapacity: Int
  /// Audio channels of what is heard.
  public let outputChannelCount: Int
  /// Frames since start.
  public private(set) var sampleTime: Int64 = 0
  private(set) var cycle: UInt32 = 0

  /// A depth's slots, and which of them finished last: the one to sleep on.
  struct DepthState: BitwiseCopyable {
    let first: Int
    let end: Int
    var lastToFinish: Int
    /// Nanoseconds that it is expected to take.
    var expected: UInt64 = 0

    init(_ range: Range<Int>) {
      first = range.lowerBound
      end = range.upperBound
      lastToFinish = range.upperBound - 1
    }
  }

  init(
    page: consuming CyclePage, slots: UnsafeMutableBufferPointer<RenderSlot>,
    schedule: Schedule, format: EngineFormat, news: NewsWord
  ) {
    self.page = page
    guard let first = slots.baseAddress else { preconditionFailure("a graph has nodes") }
    unsafe self.slots = first
    slotCount = slots.count
    depthCount = schedule.depths.count
    unsafe depths = .allocate(capacity: schedule.depths.count)
    for (index, depth) in schedule.depths.enumerated() {
      unsafe (depths + index).initialize(to: DepthState(depth))
    }
    frameCapacity = format.frameCapacity
    sampleRate = format.sampleRate
    deadlineShare = format.deadlineShare
    externalChannelCount = format.inputChannelCount
    outputChannelCount = format.outputChannelCount
    outputs = .allocate(schedule.mix(channelCount: format.outputChannelCount))
    unsafe external = Self.silence(format.inputChannelCount * format.frameCapacity)
    unsafe mix = Self.silence(format.outputChannelCount * format.frameCapacity)
    unsafe scratch = Self.silence(format.frameCapacity)
    let midi = schedule.entries.indices.filter { schedule.entries[$0].isMIDIOutput }
    midiOutputCount = midi.count
    unsafe midiOutputs = .allocate(capacity: max(1, midi.count))
    unsafe midiCursors = .allocate(capacity: max(1, midi.count))
    for (index, slot) in midi.enumerated() {
      unsafe (midiOutputs + index).initialize(to: slot)
      unsafe (midiCursors + index).initialize(to: 0)
    }
    outputEventList = EventList(capacity: max(1, midi.count * SlotEvents.sentCapacity))
    self.news = news
    unsafe contexts = .allocate(capacity: CyclePage.maximumContextCount)
    unsafe contexts.initialize(
      repeating: MusicalContext(), count: CyclePage.maximumContextCount)
    unsafe contextFrames = .allocate(capacity: CyclePage.maximumContextCount)
    unsafe contextFrames.initialize(repeating: 0, count: CyclePage.maximumContextCount)
  }

  private static func silence(_ count: Int) -> UnsafeMutablePointer<Float> {
    let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, count))
    unsafe samples.initialize(repeating: 0, count: max(1, count))
    return unsafe samples
  }

  deinit {
    unsafe slots.deinitialize(count: slotCount)
    unsafe slots.deallocate()
    unsafe depths.deallocate()
    unsafe external.deallocate()
    unsafe mix.deallocate()
    unsafe scratch.deallocate()
    unsafe midiOutputs.deallocate()
    unsafe midiCursors.deallocate()
    unsafe contexts.deallocate()
    unsafe contextFrames.deallocate()
    outputs.deallocate()
    words.deallocate()
    agenda.deallocate()
    handoff.deallocate()
  }

  /// Gives `event` to a node in the next cycle, behind those of the same frame.
  ///
  /// Thread: render. Never blocks; an event that finds no room is counted as lost.
  @_noLocks
  public mutating func send(_ event: TimedEvent, toSlot slot: Int) {
    precondition(slot >= 0 && slot < slotCount)
    let slots = unsafe slots  // ThreadSanitizer's build breaks on self.slots here (Swift 6.3.1)
    unsafe slots[slot].append(event)
  }

  /// Events for which a node has room in the next cycle.
  ///
  /// Thread: render.
  @_noLocks
  public func room(inSlot slot: Int) -> Int {
    precondition(slot >= 0 && slot < slotCount)
    return unsafe slots[slot].room
  }

  /// Says what the music's time is from a frame of the next cycle on; in the order of frames.
  ///
  /// Thread: render. Before `render`; a cycle has `maximumContextCount` at most, what is more is
  /// left out. Without any, kernels see a transport that stands at the start.
  @_noLocks
  public mutating func addContext(_ context: MusicalContext, frameOffset: Int) {
    guard contextCount < Self.maximumContextCount else { return }
    unsafe contexts[contextCount] = context
    unsafe contextFrames[contextCount] = UInt32(truncatingIfNeeded: frameOffset)
    contextCount += 1
  }

  /// Musical contexts that one cycle can have.
  public static var maximumContextCount: Int {
    @_noLocks get { CyclePage.maximumContextCount }
  }

  @_noLocks
  private mutating func announceContexts() {
    for index in 0..<contextCount {
      unsafe page.addContext(contexts[index], frameOffset: contextFrames[index])
    }
    contextCount = 0
  }

  /// Renders the next cycle of `frameCount` frames and waits no longer than `limit`.
  ///
  /// Thread: render. More frames than `frameCapacity` are a programmer error and trap.
  /// - Parameters:
  ///   - frameCount: Frames in this cycle, `1...frameCapacity`.
  ///   - limit: When the host stops waiting.
  ///   - isRealtime: Whether time runs; offline the extensions are told that none does.
  @_noLocks
  public mutating func render(frameCount: Int, until limit: MonotonicTime, isRealtime: Bool) {
    precondition(frameCount > 0 && frameCount <= frameCapacity)
    cycle &+= 1
    self.frameCount = frameCount
    self.limit = limit
    self.isRealtime = isRealtime
    takeMail()
    takeScheduled(frameCount: frameCount)
    page.announce(
      CyclePage.Announcement(
        frameCount: UInt32(truncatingIfNeeded: frameCount), sampleTime: sampleTime,
        deadline: isRealtime ? limit : .never, isMeasured: cycle % Self.measuredEvery == 0))
    beginFlights(frameCount: frameCount, isOffline: !isRealtime)
    if contextCount > 0 { announceContexts() }
    renderDepths(frameCount: frameCount)
    endFlights()
    mixOutput(frameCount: frameCount)
    if midiOutputCount > 0 { gatherOutputEvents() }
    sampleTime &+= Int64(frameCount)
    words.sampleTime = sampleTime
    lastFrameCount = frameCount
    if hasSparesToWake { wakeSpares() }
    if hasReports { reportBreaches() }
    if hasNews { tellControl() }
  }

  @_noLocks
  private mutating func tellControl() {
    hasNews = false
    news.raise()
  }

  /// MIDI events of the last cycle that the graph puts out.
  ///
  /// Thread: render.
  public var outputEventCount: Int { @_noLocks get { outputEventList.count } }

  /// One of them, in the order of frames; an index out of range is a programmer error and traps.
  ///
  /// Thread: render.
  @_noLocks
  public func outputEvent(_ index: Int) -> TimedEvent { outputEventList[index] }

  /// Takes what is heard down to silence over the last cycle.
  ///
  /// Thread: render. After `render`.
  @_noLocks
  func fadeOutMix(frameCount: Int) {
    for channel in 0..<outputChannelCount {
      let samples = unsafe mix + channel * frameCapacity
      for frame in 0..<frameCount {
        let gain = 1 - Float(frame + 1) / Float(frameCount)
        unsafe samples[frame] = samples[frame] * gain
      }
    }
  }

  /// One cycle in so many is measured: looking at the clock costs a light extension 5 %.
  static var measuredEvery: UInt32 { @_noLocks get { 8 } }

  /// The samples of one channel of what is heard, as of the last cycle.
  ///
  /// Thread: render. Valid until the next cycle.
  @unsafe @_noLocks
  public func mixSamples(_ channel: Int) -> UnsafePointer<Float> {
    precondition(channel >= 0 && channel < outputChannelCount)
    return unsafe UnsafePointer(mix + channel * frameCapacity)
  }

  /// Where an engine puts the samples of one channel of what it takes in.
  ///
  /// Thread: render. Before `render`.
  @unsafe @_noLocks
  public func externalSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < externalChannelCount)
    return unsafe external + channel * frameCapacity
  }
}
