internal import TenutoCore
internal import TenutoMIDI
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Everything that the render thread keeps of one node.
@safe struct RenderSlot: ~Copyable {
  /// The instance that plays; `port` and `life` are its.
  private(set) var port: HostPort
  private(set) var life: LifeFlag
  /// Its state on the fast path.
  var fastPath = FastPath()
  /// Its part of a chain in this cycle.
  var chain = ChainPart()
  /// The newest cycle that it has done.
  var doneCycle: UInt32 = 0
  /// Whether it was asked for the current cycle: not while it is late, nor when it is dead.
  var isAsked = false
  /// Whether the host waits for it in this cycle: not where it is heard a period later.
  var isWaitedFor = true
  /// Whether it is not waited for any longer in this cycle.
  var isGivenUp = false
  /// Where its levels, counters and last samples are.
  let statistics: SlotStatistics
  /// The last sample of each channel that the node rendered, and the last sample that was heard.
  let lastSamples: UnsafeMutablePointer<Float>
  let heardSamples: UnsafeMutablePointer<Float>
  /// The sample of each channel from which the newest fade goes, and that from which the fade to
  /// another timing goes.
  let anchors: UnsafeMutablePointer<Float>
  let timingAnchors: UnsafeMutablePointer<Float>
  private let keptCount: Int
  private(set) var link: UnsafeMutablePointer<InstanceLink>
  let mail = SlotMail.allocate()
  let replay = ReplayWords.allocate()
  /// The instance that takes over at the next boundary, and the spare for the end of this one.
  var next: UnsafeMutablePointer<InstanceLink>?
  var spare: UnsafeMutablePointer<InstanceLink>?
  /// Whether the spare follows the cycles.
  var isSpareAwake = false
  /// Its role in the current plan.
  var role: SlotRole
  /// The histories of its sound for the next plan.
  var warming: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  /// Whether its input may have samples in channels into which nothing flows any more.
  var hasOldInput = false
  /// Whether it has never been asked: its instance sleeps until then.
  var isNew: Bool
  /// Channels of the first input bus and of the first output bus.
  let mainInputCount: Int
  let mainOutputCount: Int
  /// Frames of a second, for which a node is watched that has missed a cycle.
  let watchedFrames: Int
  var events: SlotEvents
  /// By how many nanoseconds a frame its deadline comes before the engine's; and when that is.
  var leadPerFrame = 0.0
  var limit = UInt64.max
  /// Whether it has broken the rules of the cycle: then it is not asked any more.
  var isBroken = false
  /// Whether control has to be told that it breaks the protocol.
  var owesReport = false
  /// Its report on the cycle that it has answered.
  var report: CycleReport
  /// Whether its output in the last cycle was its own, not a fade.
  var wasHeard = false
  /// Frames that the newest fade has lasted, `fadeFrames` when it is over.
  var fadePosition = RenderSlot.fadeFrames
  var finishedAt: UInt64 = 0
  /// Whether the dry input is to be heard, and how far the fade towards it has gone.
  var isBypassed = false
  var bypassPosition = 0
  /// The newest cycle that it may skip before it is looked at: it was late when that began.
  var skippedCycle: UInt32 = 0
  /// Whether its instance is not to run: it sounds as if it were bypassed until the next one.
  var isParked = false
  /// Whether, and since when, it is late.
  var lateness = Lateness()
  var mute: AutoMute
  /// Where it is heard one period later, nil where it is waited for.
  var delay: UnsafeMutablePointer<PeriodDelay>?
  /// Whether the dry input belongs to the cycle before.
  var isInputKept = false
  /// How far the fade to another timing is.
  var timingPosition = RenderSlot.fadeFrames

  init(
    _ link: UnsafeMutablePointer<InstanceLink>, layout: BusLayout, role: SlotRole,
    sampleRate: Double, isNew: Bool
  ) {
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

  /// The main input channel that an output channel sounds like without the node, −1 for none.
  @_noLocks
  func dryChannel(_ channel: Int) -> Int {
    guard channel < mainOutputCount else { return -1 }
    if mainInputCount == 1 { return 0 }
    return channel < mainInputCount ? channel : -1
  }

  /// Goes over to another instance; the link of the one before.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func exchange(
    _ new: UnsafeMutablePointer<InstanceLink>
  ) -> UnsafeMutablePointer<InstanceLink> {
    let old = unsafe link
    let wasPassedBy = isPassedBy
    // It ended in the cycle after the last one that it has done.
    let endedCycle: UInt32? = life.isAlive ? nil : port.doneCycle &+ 1
    unsafe link = new
    unsafe port = new.pointee.port
    unsafe life = new.pointee.life
    fastPath.isActive = false
    doneCycle = port.doneCycle
    isNew = false
    isBroken = false
    isParked = false
    watchAnew()
    owesReport = false
    if mute.unmute() { statistics.isMuted = false }
    statistics.isFlooding = false
    if wasHeard { beginFade() }
    unsafe new.pointee.dry.exchangeMemory(with: &old.pointee.dry)
    events.restart(isBypassed: wasPassedBy, endedCycle: endedCycle)
    return unsafe old
  }

  /// Begins to watch whether the instance is in time: one on trial until it has been for a second.
  @_noLocks
  private mutating func watchAnew() {
    lateness = Lateness()
    if unsafe link.pointee.place.isDemoted { lateness.watch() }
  }
}
