public import TenutoCore
public import TenutoTransport

/// The state of the render thread: all that it touches, made before it starts.
///
/// It renders a graph cycle by cycle; an engine owns it and drives it.
@safe public struct Renderer: ~Copyable {
  let page: CyclePage
  /// By slot: the extensions, and the nodes that run in the host.
  ///
  /// Only those are there that control has put there; which these are, the plan says.
  let slots: UnsafeMutablePointer<RenderSlot>
  let hosts: UnsafeMutablePointer<HostSlot>
  /// By slot: what sits there, and since when, written by control.
  let generations: SlotGenerations
  /// The current plan, and the next one.
  var plan: RenderPlan
  var next: UnsafeMutablePointer<RenderPlan>?
  /// Whether this cycle is the last one of its plan.
  var isLeading = false
  /// Frames for which the next plan's histories have been filled.
  var warmFrames = 0
  /// Frames since the plan took effect, and whether anything fades in still.
  var age = 0
  var isEntering = false
  /// The engine's input: `[channel][frame]`, `capacity` samples from one to the next.
  let external: UnsafeMutablePointer<Float>
  let externalChannelCount: Int
  /// The engine's output: `[channel][frame]`, `capacity` samples from one to the next.
  let mix: UnsafeMutablePointer<Float>
  /// One channel of a cycle, for temporary use.
  let scratch: UnsafeMutablePointer<Float>
  let tap: UnsafeMutablePointer<Float>
  let silence: UnsafeMutablePointer<Float>
  /// The MIDI for the engine, and the output number of each event.
  var outputEventList: EventList
  let outputEventNumbers: UnsafeMutablePointer<Int>
  /// The words shared with control.
  let words = RenderWords.allocate()
  let schedule = EventSchedule.allocate()
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
  /// Whether extensions say how long this cycle takes them.
  var isMeasured = false
  /// Whether any node may have a flight recorder: looked at anew where something has changed.
  var mayFly = true
  /// How often memory had been taken away from this process when the last cycle ended.
  var breaksSeen = HostPort.breakCount
  /// Frames of the cycle before.
  var lastFrameCount = 0
  let sampleRate: Double
  /// The share of a period that is the engine's deadline.
  let deadlineShare: Double
  let contexts: UnsafeMutablePointer<MusicalContext>
  let contextFrames: UnsafeMutablePointer<UInt32>
  private(set) var contextCount = 0
  /// How the music goes on in this cycle, for songs.
  let parts: UnsafeMutablePointer<MusicPart>
  var partCount = 0
  /// Frames of one cycle at most.
  public let frameCapacity: Int
  /// Audio channels of what is heard.
  public let outputChannelCount: Int
  /// Frames since start.
  public private(set) var sampleTime: Int64 = 0
  private(set) var cycle: UInt32 = 0

  init(
    page: consuming CyclePage, slotTable: SlotTable, plan: RenderPlan, memory: EngineMemory,
    format: EngineFormat, news: NewsWord
  ) {
    self.page = page
    unsafe slots = slotTable.slots
    unsafe hosts = slotTable.hosts
    generations = slotTable.generations
    self.plan = plan
    frameCapacity = format.frameCapacity
    sampleRate = format.sampleRate
    deadlineShare = format.deadlineShare
    externalChannelCount = format.inputChannelCount
    outputChannelCount = format.outputChannelCount
    unsafe external = memory.external
    unsafe mix = memory.mix
    unsafe scratch = EngineMemory.silence(format.frameCapacity)
    unsafe tap = EngineMemory.silence(format.frameCapacity)
    unsafe silence = EngineMemory.silence(format.frameCapacity)
    outputEventList = EventList(capacity: Self.outputEventCapacity)
    unsafe outputEventNumbers = .allocate(capacity: Self.outputEventCapacity)
    unsafe outputEventNumbers.initialize(repeating: -1, count: Self.outputEventCapacity)
    self.news = news
    unsafe parts = .allocate(capacity: Self.maximumPartCount)
    unsafe contexts = .allocate(capacity: CyclePage.maximumContextCount)
    unsafe contexts.initialize(
      repeating: MusicalContext(), count: CyclePage.maximumContextCount)
    unsafe contextFrames = .allocate(capacity: CyclePage.maximumContextCount)
    unsafe contextFrames.initialize(repeating: 0, count: CyclePage.maximumContextCount)
    plan.midiOutputs.apply()
  }

  /// MIDI events that the engine can get in one cycle.
  static var outputEventCapacity: Int { @_noLocks get { 2 * SlotEvents.sentCapacity } }

  deinit {
    unsafe scratch.deallocate()
    unsafe tap.deallocate()
    unsafe silence.deallocate()
    unsafe outputEventNumbers.deallocate()
    unsafe parts.deallocate()
    unsafe contexts.deallocate()
    unsafe contextFrames.deallocate()
    words.deallocate()
    schedule.deallocate()
    handoff.deallocate()
  }

  /// Gives `event` to a node in the next cycle, behind those of the same frame.
  ///
  /// Thread: render. Never blocks; an event that finds no room is counted as lost.
  @_noLocks
  public mutating func send(_ event: TimedEvent, toSlot slot: Int) {
    // ThreadSanitizer's build breaks on self.slots here (Swift 6.3.1).
    let (slots, hosts) = unsafe (slots, hosts)
    switch kind(ofSlot: slot) {
    case .nothing: break  // It has left.
    case .instance: unsafe slots[slot].append(event)
    case .host: unsafe hosts[slot].append(event)
    }
  }

  /// Gives MIDI to one of the graph's MIDI inputs in the next cycle; no effect where it is not
  /// there.
  ///
  /// Thread: render. `PreparedGraph.midiInputNumber(of:)` says the number of a node.
  @_noLocks
  public mutating func send(_ event: TimedEvent, toInput number: Int) {
    guard number >= 0, number < plan.midiInputCount else { return }
    let slot = unsafe plan.midiInputs[number]
    if slot >= 0 { send(event, toSlot: slot) }
  }

  /// Events for which a node has room in the next cycle.
  ///
  /// Thread: render.
  @_noLocks
  public func room(inSlot slot: Int) -> Int {
    switch kind(ofSlot: slot) {
    case .nothing: Int.max
    case .instance: unsafe slots[slot].room
    case .host: unsafe hosts[slot].room
    }
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
    if isRealtime { tellThread() }
    if isLeading { switchPlan() }
    takeMail()
    if unsafe next != nil { goOn(frameCount: frameCount) }
    takeScheduled(frameCount: frameCount)
    isMeasured = cycle % Self.measuredEvery == 0
    let breaks = HostPort.breakCount
    page.announce(
      CyclePage.Announcement(
        frameCount: UInt32(truncatingIfNeeded: frameCount), sampleTime: sampleTime,
        deadline: isRealtime ? limit : .never, isMeasured: isMeasured))
    beginFlights(frameCount: frameCount, isOffline: !isRealtime)
    if contextCount > 0 { announceContexts() }
    keepInputs(frameCount: frameCount)
    orderLate()
    renderDepths(frameCount: frameCount)
    endFlights()
    mixOutput(frameCount: frameCount)
    gatherOutputEvents()
    if isEntering { grow(by: frameCount) }
    sampleTime &+= Int64(frameCount)
    words.sampleTime = sampleTime
    if words.takeWake(sampleTime) { hasNews = true }
    lastFrameCount = frameCount
    breaksSeen = breaks
    if hasSparesToWake { wakeSpares() }
    if hasReports { reportBreaches() }
    if hasNews { tellControl() }
    partCount = 0
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

  /// A MIDI event of the last cycle, in the order of frames; an index out of range is a programmer
  /// error and traps.
  ///
  /// Thread: render.
  @_noLocks
  public func outputEvent(_ index: Int) -> TimedEvent { outputEventList[index] }

  /// The number of the MIDI output that one of them is for, −1 where it is for none in particular.
  ///
  /// Thread: render. `PreparedGraph.midiOutputNumber(of:)` says the number of a node.
  @_noLocks
  public func outputNumber(_ index: Int) -> Int {
    precondition(index >= 0 && index < outputEventList.count)
    return unsafe outputEventNumbers[index]
  }

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

  /// One cycle in so many is measured: reading the clock costs a light extension 5 %.
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
