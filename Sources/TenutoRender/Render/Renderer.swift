public import TenutoCore
public import TenutoTransport

/// The state of the render thread, allocated before the thread starts.
///
/// It renders a graph cycle by cycle; an engine owns it and drives it.
@safe public struct Renderer: ~Copyable {
  let page: CyclePage
  /// By slot: the extensions, and the nodes that run in the host.
  ///
  /// Only slots in use are initialized; the plan lists them.
  let slots: UnsafeMutablePointer<RenderSlot>
  let hosts: UnsafeMutablePointer<HostSlot>
  /// By slot: the generation of its node, written by control.
  let generations: SlotGenerations
  /// The current plan, and the next one.
  var plan: RenderPlan
  var next: UnsafeMutablePointer<RenderPlan>?
  /// Whether this cycle is the last one of its plan.
  var isLeading = false
  /// Frames for which the next plan's histories have been filled.
  var warmFrames = 0
  /// Frames since the plan took effect, and whether a source is still fading in.
  var age = 0
  var isEntering = false
  /// The engine's input: `[channel][frame]`, `capacity` samples from one to the next.
  let external: UnsafeMutablePointer<Float>
  let externalChannelCount: Int
  /// The engine's output: `[channel][frame]`, `capacity` samples from one to the next.
  let mix: UnsafeMutablePointer<Float>
  /// A temporary buffer for one channel of a cycle.
  let scratch: UnsafeMutablePointer<Float>
  let tap: UnsafeMutablePointer<Float>
  let silence: UnsafeMutablePointer<Float>
  /// The engine's MIDI output, and the output number of each event.
  var outputEventList: EventList
  let outputEventNumbers: UnsafeMutablePointer<Int>
  /// The words shared with control.
  let words = RenderWords.allocate()
  let schedule = EventSchedule.allocate()
  let handoff = Handoff.allocate()
  private let handoffs: HandoffSignal
  /// Whether control has something to do.
  var needsHousekeeping = false
  /// Whether a spare is to be woken, and whether control has yet to learn of a protocol breach.
  var hasSparesToWake = false
  var hasReports = false
  /// The current cycle: its frames, its deadline, and whether it is in real time.
  var frameCount = 0
  var limit = MonotonicTime.never
  var isRealtime = true
  /// Whether extensions time this cycle.
  var isMeasured = false
  /// Whether any node may have a flight recorder; checked again after changes.
  var mayFly = true
  /// Whether any node may have a log of its cycles; checked again after changes, as `mayFly`.
  var mayShadow = true
  /// Number of contexts in this cycle.
  private(set) var announcedContextCount = 0
  /// Frames from the start to the first frame of this cycle; and its start time in offline
  /// rendering.
  private(set) var cycleTime: Int64 = 0
  var cycleBegan: UInt64 = 0
  /// The count of memory ranges taken away from this process, at the end of the last cycle.
  var breaksSeen = HostPort.breakCount
  var breaksAtBegin = HostPort.breakCount
  /// Whether the page may name an extension as the one that the host sleeps on.
  var hasWaiter = false
  /// When another wait for this cycle began, in ns; 0 if there was none.
  var awaitedSince: UInt64 = 0
  /// The time of the depths of this cycle.
  var depthTimes = DepthTimes()
  /// The graph behind which this cycle was prepared; none if the engine's input was known.
  var relay = Relay()
  /// Frames of the previous cycle.
  var lastFrameCount = 0
  let sampleRate: Double
  /// The share of a period that is the engine's deadline.
  let deadlineShare: Double
  let contexts: UnsafeMutablePointer<MusicalContext>
  let contextFrames: UnsafeMutablePointer<UInt32>
  private(set) var contextCount = 0
  /// The parts of the music in this cycle, for songs.
  let parts: UnsafeMutablePointer<MusicPart>
  var partCount = 0
  /// The most frames of one cycle.
  public let frameCapacity: Int
  /// Audio channels of the output.
  public let outputChannelCount: Int
  /// Frames since start.
  public private(set) var sampleTime: Int64 = 0
  private(set) var cycle: UInt32 = 0

  init(
    page: consuming CyclePage, slotTable: SlotTable, plan: RenderPlan, memory: EngineMemory,
    format: EngineFormat, handoffs: HandoffSignal
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
    self.handoffs = handoffs
    unsafe parts = .allocate(capacity: Self.maximumPartCount)
    unsafe contexts = .allocate(capacity: CyclePage.maximumContextCount)
    unsafe contexts.initialize(
      repeating: MusicalContext(), count: CyclePage.maximumContextCount)
    unsafe contextFrames = .allocate(capacity: CyclePage.maximumContextCount)
    unsafe contextFrames.initialize(repeating: 0, count: CyclePage.maximumContextCount)
    plan.midiOutputs.apply()
  }

  /// The most MIDI events that the engine can get in one cycle.
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

  /// Adds an event for a node in the next cycle, after those at the same frame.
  ///
  /// Thread: render. Never blocks; counts an event without room as lost.
  @_noLocks
  public mutating func send(_ event: TimedEvent, toSlot slot: Int) {
    // ThreadSanitizer's build breaks on self.slots here (Swift 6.3.1).
    let (slots, hosts) = unsafe (slots, hosts)
    switch kind(ofSlot: slot) {
    case .nothing: break  // the node has left
    case .instance: unsafe slots[slot].append(event)
    case .host: unsafe hosts[slot].append(event)
    }
  }

  /// Sends MIDI to one of the graph's MIDI inputs in the next cycle; has no effect if the input
  /// does not exist.
  ///
  /// Thread: render. `PreparedGraph.midiInputNumber(of:)` returns the number of a node.
  @_noLocks
  public mutating func send(_ event: TimedEvent, toInput number: Int) {
    guard number >= 0, number < plan.midiInputCount else { return }
    let slot = unsafe plan.midiInputs[number]
    if slot >= 0 { send(event, toSlot: slot) }
  }

  /// The number of events for which a node has room in the next cycle.
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

  /// Adds the musical context from a frame of the next cycle on; calls must be in the order of
  /// frames.
  ///
  /// Thread: render. Before `render`. Contexts beyond `maximumContextCount` are dropped. Without
  /// any, kernels see a transport that stands at the start.
  @_noLocks
  public mutating func addContext(_ context: MusicalContext, frameOffset: Int) {
    guard contextCount < Self.maximumContextCount else { return }
    unsafe contexts[contextCount] = context
    unsafe contextFrames[contextCount] = UInt32(truncatingIfNeeded: frameOffset)
    contextCount += 1
  }

  /// The most musical contexts of one cycle.
  public static var maximumContextCount: Int {
    @_noLocks get { CyclePage.maximumContextCount }
  }

  @_noLocks
  private mutating func announceContexts() {
    announcedContextCount = contextCount
    for index in 0..<contextCount {
      unsafe page.addContext(contexts[index], frameOffset: contextFrames[index])
    }
    contextCount = 0
  }

  /// Renders the next cycle of `frameCount` frames and waits at most until `limit`.
  ///
  /// Thread: render. More frames than `frameCapacity` are a programmer error and trap.
  /// - Parameters:
  ///   - frameCount: Frames in this cycle, `1...frameCapacity`.
  ///   - limit: When the host stops waiting.
  ///   - isRealtime: Whether rendering is in real time; the extensions learn of offline rendering.
  @_noLocks
  public mutating func render(frameCount: Int, until limit: MonotonicTime, isRealtime: Bool) {
    renderOutput(frameCount: frameCount, until: limit, isRealtime: isRealtime)
    settle()
  }

  /// Renders a cycle as `render` does, up to its output.
  ///
  /// Thread: render. `settle` follows.
  @_noLocks
  package mutating func renderOutput(
    frameCount: Int, until limit: MonotonicTime, isRealtime: Bool
  ) {
    begin(frameCount: frameCount, until: limit, isRealtime: isRealtime)
    finish()
  }

  /// Begins the next cycle: the extensions of the first level are awake when it returns.
  ///
  /// The parameters are those of `render`; `finish` and `settle` must follow.
  ///
  /// Thread: render.
  @_noLocks
  package mutating func begin(frameCount: Int, until limit: MonotonicTime, isRealtime: Bool) {
    prepare(frameCount: frameCount, until: limit, isRealtime: isRealtime)
    start()
  }

  /// Prepares the next cycle as `begin` does; its extensions sleep until `start`.
  ///
  /// Thread: render.
  @_noLocks
  package mutating func prepare(frameCount: Int, until limit: MonotonicTime, isRealtime: Bool) {
    relay = Relay()
    open(frameCount: frameCount, until: limit, isRealtime: isRealtime)
    takeInput()
  }

  /// Announces the next cycle.
  @_noLocks
  mutating func open(frameCount: Int, until limit: MonotonicTime, isRealtime: Bool) {
    precondition(frameCount > 0 && frameCount <= frameCapacity)
    cycle &+= 1
    self.frameCount = frameCount
    self.limit = limit
    self.isRealtime = isRealtime
    cycleTime = sampleTime
    if isRealtime { publishThread() }
    if isLeading { switchPlan() }
    takeMail()
    if mayShadow { feedShadows() }
    if unsafe next != nil { continueTransition(frameCount: frameCount) }
    takeScheduled(frameCount: frameCount)
    isMeasured = cycle % Self.measuredEvery == 0
    breaksAtBegin = HostPort.breakCount
    page.announce(
      CyclePage.Announcement(
        frameCount: UInt32(truncatingIfNeeded: frameCount), sampleTime: sampleTime,
        deadline: isRealtime ? limit : .never, isMeasured: isMeasured))
    beginFlights(frameCount: frameCount, isOffline: !isRealtime)
    announcedContextCount = 0
    if contextCount > 0 { announceContexts() }
  }

  /// Prepares the first depth with the engine's input.
  @_noLocks
  mutating func takeInput() {
    keepInputs(frameCount: frameCount)
    orderLate()
    prepareDepths(frameCount: frameCount)
  }

  /// Starts the extensions of the first level.
  ///
  /// Thread: render. After `prepare`.
  @_noLocks
  package mutating func start() {
    if plan.levelCount > 0 { start(depth: 0) }
  }

  /// Waits for the extensions of the cycle that has begun, and finishes it.
  ///
  /// Thread: render.
  @_noLocks
  package mutating func finish() {
    dropWaiter()
    finishDepths(frameCount: frameCount)
    mixOutput(frameCount: frameCount)
    gatherOutputEvents()
    if isEntering { grow(by: frameCount) }
    sampleTime &+= Int64(frameCount)
    words.sampleTime = sampleTime
    words.cycle = cycle
    if words.takeWake(sampleTime) { needsHousekeeping = true }
    lastFrameCount = frameCount
    breaksSeen = breaksAtBegin
    if hasSparesToWake { wakeSpares() }
    if hasReports { reportBreaches() }
    if needsHousekeeping { wakeHousekeeper() }
    partCount = 0
  }

  /// Gives the cycle to the shadows of its nodes, and to their flight recorders.
  ///
  /// Thread: render, when the output of the cycle is complete.
  @_noLocks
  package mutating func settle() {
    recordFlights()
    if mayShadow { logCycles() }
  }

  /// The time for the thread's alarm in the next cycle, whose waits then need no timer; 0 for none.
  ///
  /// It is a little before the first look at late nodes, if the next cycle begins a period after
  /// this one, which began at `began`.
  ///
  /// Thread: render, after `finish`. In ns of CLOCK_MONOTONIC, for `tenuto_set_alarm`.
  @_noLocks
  package func alarmTime(began: MonotonicTime) -> UInt64 {
    guard isRealtime, plan.levelCount > 0 else { return 0 }
    let period = Double(frameCount) * 1e9 / sampleRate
    return began.nanoseconds &+ UInt64(period * (1 + deadlineShare * 3 / 16))
  }

  @_noLocks
  private mutating func wakeHousekeeper() {
    needsHousekeeping = false
    handoffs.send()
  }

  /// The number of MIDI events that the graph sent in the last cycle.
  ///
  /// Thread: render.
  public var outputEventCount: Int { @_noLocks get { outputEventList.count } }

  /// A MIDI event of the last cycle, in the order of frames; an index out of range is a programmer
  /// error and traps.
  ///
  /// Thread: render.
  @_noLocks
  public func outputEvent(_ index: Int) -> TimedEvent { outputEventList[index] }

  /// The number of the MIDI output for one of these events, or −1 for no particular one.
  ///
  /// Thread: render. `PreparedGraph.midiOutputNumber(of:)` returns the number of a node.
  @_noLocks
  public func outputNumber(_ index: Int) -> Int {
    precondition(index >= 0 && index < outputEventList.count)
    return unsafe outputEventNumbers[index]
  }

  /// Fades the output to silence over the last cycle.
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

  /// One cycle in this number is timed: reading the clock costs a light extension 5 %.
  static var measuredEvery: UInt32 { @_noLocks get { 8 } }

  /// The output samples of one channel in the last cycle.
  ///
  /// Thread: render. Valid until the next cycle.
  @unsafe @_noLocks
  public func mixSamples(_ channel: Int) -> UnsafePointer<Float> {
    precondition(channel >= 0 && channel < outputChannelCount)
    return unsafe UnsafePointer(mix + channel * frameCapacity)
  }

  /// The buffer for the engine's input samples of one channel.
  ///
  /// Thread: render. Before `render`.
  @unsafe @_noLocks
  public func externalSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < externalChannelCount)
    return unsafe external + channel * frameCapacity
  }
}
