internal import TenutoCore
internal import TenutoMIDI
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// The render thread's state of one node.
@safe struct RenderSlot: ~Copyable {
  /// The playing instance, to which `port` and `life` belong.
  private(set) var port: HostPort
  private(set) var life: LifeFlag
  /// Its state on the fast path.
  var fastPath = FastPath()
  /// Its part of a chain in this cycle.
  var chain = ChainPart()
  /// Its newest finished cycle.
  var doneCycle: UInt32 = 0
  /// Whether it was asked for the current cycle; a late or dead node is not.
  var isAsked = false
  /// Whether the host waits for it in this cycle; not if it is heard one period later.
  var isWaitedFor = true
  /// Whether the host has stopped waiting for it in this cycle.
  var isGivenUp = false
  /// Its levels, counters and last samples.
  let statistics: SlotStatistics
  /// The last sample of each channel that the node rendered, and the last one that was heard.
  let lastSamples: UnsafeMutablePointer<Float>
  let heardSamples: UnsafeMutablePointer<Float>
  /// For each channel the sample from which the newest fade starts, and the one from which the fade
  /// to another timing starts.
  let anchors: UnsafeMutablePointer<Float>
  let timingAnchors: UnsafeMutablePointer<Float>
  private let keptCount: Int
  private(set) var link: UnsafeMutablePointer<InstanceLink>
  let mail = SlotMail.allocate()
  let replay = ReplayWords.allocate()
  /// The instance that takes over at the next boundary, and the spare in case this one ends.
  var next: UnsafeMutablePointer<InstanceLink>?
  var spare: UnsafeMutablePointer<InstanceLink>?
  /// Whether the spare already follows the cycles.
  var isSpareAwake = false
  /// The log of its cycles, for a shadow; and the newest cycle in it.
  var log: CycleLog?
  var loggedCycle: UInt32 = 0
  /// Whether its output in the previous cycle was heard unchanged, so that no fade began in it.
  var wasPlain = true
  /// Its role in the current plan.
  var role: SlotRole
  /// The histories of its output for the next plan.
  var warming: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  /// Whether channels without sources may still hold old samples.
  var hasOldInput = false
  /// Whether it has never been asked, so that its instance still sleeps.
  var isNew: Bool
  /// Channels of the first input bus and of the first output bus.
  let mainInputCount: Int
  let mainOutputCount: Int
  /// Frames of a second, for which a node is measured after a miss.
  let watchedFrames: Int
  var events: SlotEvents
  /// The time by which its deadline precedes the engine's, in ns per frame, and the resulting time.
  var leadPerFrame = 0.0
  var limit = UInt64.max
  /// Whether it has broken the protocol of the cycle, and so is never asked again.
  var isBroken = false
  /// Whether its fault handler has announced the end of its process.
  var isDoomed = false
  /// Whether control has yet to learn that it breaks the protocol.
  var owesReport = false
  /// Its report on the cycle that it has answered.
  var report: CycleReport
  /// Whether its output in the last cycle was its own, without a fade.
  var wasHeard = false
  /// The position in the newest fade, in frames; `fadeFrames` after its end.
  var fadePosition = RenderSlot.fadeFrames
  var finishedAt: UInt64 = 0
  /// Whether the dry input is to be heard, and the position of the fade towards it.
  var isBypassed = false
  var bypassPosition = 0
  /// The newest cycle that it may skip unseen, because it was late when that cycle began.
  var skippedCycle: UInt32 = 0
  /// Whether its instance is parked: it sounds as if bypassed until another one takes over.
  var isParked = false
  /// Its recent misses, and whether they are its own fault.
  var lateness = Lateness()
  var mute: AutoMute
  /// Its delay of one period, or nil if the host waits for it.
  var delay: UnsafeMutablePointer<PeriodDelay>?
  /// Whether the predecessor hands the input on, so that the host does not write it.
  var isInputHandedOn = false
  /// Whether the dry input belongs to the previous cycle.
  var isInputKept = false
  /// The position of the fade to another timing, in frames.
  var timingPosition = RenderSlot.fadeFrames

  init(
    _ link: UnsafeMutablePointer<InstanceLink>, layout: BusLayout, role: SlotRole,
    sampleRate: Double, isNew: Bool, log: CycleLog? = nil
  ) {
    self.log = log
    unsafe self.link = link
    unsafe port = link.pointee.port
    unsafe life = link.pointee.life
    report = unsafe link.pointee.port.report
    mute = AutoMute(sampleRate: sampleRate)
    events = SlotEvents(sampleRate: sampleRate)
    self.role = role
    self.isNew = isNew
    watchedFrames = Int(sampleRate)
    mainInputCount = layout.inputs.first ?? 0
    mainOutputCount = layout.outputs.first ?? 0
    statistics = .allocate()
    let channels = max(1, port.outputChannelCount)
    keptCount = 4 * channels
    unsafe lastSamples = HotMemory.allocate(Float.self, count: keptCount)
    unsafe lastSamples.initialize(repeating: 0, count: keptCount)
    unsafe heardSamples = lastSamples + channels
    unsafe anchors = heardSamples + channels
    unsafe timingAnchors = anchors + channels
  }

  deinit {
    if let waiting = unsafe mail.exchangeLink(nil) { unsafe InstanceLink.deallocate(waiting) }
    if let waiting = unsafe mail.exchangeSpare(nil) { unsafe InstanceLink.deallocate(waiting) }
    if let waiting = unsafe mail.exchangeDelay(nil) { unsafe PeriodDelay.deallocate(waiting) }
    if let waiting = unsafe mail.exchangeDry(nil) { unsafe DryDelay.deallocate(waiting) }
    mail.deallocate()
    replay.deallocate()
    if let next = unsafe next { unsafe InstanceLink.deallocate(next) }
    if let spare = unsafe spare { unsafe InstanceLink.deallocate(spare) }
    if let delay = unsafe delay { unsafe PeriodDelay.deallocate(delay) }
    unsafe InstanceLink.deallocate(link)
    statistics.deallocate()
    unsafe HotMemory.deallocate(lastSamples, count: keptCount)
  }

  /// The checked samples of one output channel of the last cycle.
  @unsafe @_noLocks
  func outputSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < role.outputCount)
    return unsafe role.outputs[channel]
  }

  /// The main input channel that replaces an output channel under bypass, or −1.
  @_noLocks
  func dryChannel(_ channel: Int) -> Int {
    guard channel < mainOutputCount else { return -1 }
    if mainInputCount == 1 { return 0 }
    return channel < mainInputCount ? channel : -1
  }

  /// Switches to another instance; returns the link of the previous one.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func exchange(
    _ new: UnsafeMutablePointer<InstanceLink>
  ) -> UnsafeMutablePointer<InstanceLink> {
    let old = unsafe link
    let wasPassedBy = isPassedBy
    // The node ended in the cycle after the last one that it finished.
    let endedCycle: UInt32? = isDoomed ? doneCycle : life.isAlive ? nil : port.doneCycle &+ 1
    unsafe link = new
    unsafe port = new.pointee.port
    unsafe life = new.pointee.life
    fastPath.isActive = false
    doneCycle = port.doneCycle
    isNew = false
    isBroken = false
    isDoomed = false
    isParked = false
    restartWatching()
    owesReport = false
    if mute.unmute() { statistics.isMuted = false }
    statistics.isFlooding = false
    if wasHeard { beginFade() }
    unsafe new.pointee.dry.exchangeMemory(with: &old.pointee.dry)
    events.restart(isBypassed: wasPassedBy, endedCycle: endedCycle)
    log?.restart()
    wasPlain = false
    return unsafe old
  }

  /// Switches within a cycle to a shadow that has rendered the node's cycles; returns the link of
  /// the previous instance.
  ///
  /// Nothing fades and nothing is replayed, unless the shadow's output differs.
  ///
  /// Thread: render.
  @_noLocks
  mutating func succeed(
    _ shadow: UnsafeMutablePointer<InstanceLink>
  ) -> UnsafeMutablePointer<InstanceLink> {
    let old = unsafe link
    unsafe link = shadow
    unsafe port = shadow.pointee.port
    unsafe life = shadow.pointee.life
    fastPath = FastPath()
    doneCycle = port.doneCycle
    isNew = false
    isBroken = false
    isDoomed = false
    isGivenUp = false
    owesReport = false
    restartWatching()
    unsafe shadow.pointee.dry.exchangeMemory(with: &old.pointee.dry)
    events.succeed()
    noteSuccession()
    if unsafe wasHeard && !shadow.pointee.isDeterministic { beginFade() }
    return unsafe old
  }

  /// Starts to measure an instance on trial, which must be in time for a second.
  @_noLocks
  private mutating func restartWatching() {
    lateness = Lateness()
    if unsafe link.pointee.scheduling.isDemoted { lateness.watch() }
  }
}
