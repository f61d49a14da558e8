internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// Everything that the render thread keeps of one node.
@safe struct RenderSlot: ~Copyable {
  /// The instance that plays; `port` and `life` are its.
  private(set) var link: UnsafeMutablePointer<InstanceLink>
  private(set) var port: HostPort
  private(set) var life: LifeFlag
  let mail = SlotMail.allocate()
  /// An instance that is to take over, and one that stands by for the end of this one.
  var next: UnsafeMutablePointer<InstanceLink>?
  var spare: UnsafeMutablePointer<InstanceLink>?
  /// Whether the spare follows the cycles.
  var isSpareAwake = false
  let statistics: SlotStatistics
  let inputs: SourceTable
  /// Channels of the first input bus and of the first output bus.
  let mainInputCount: Int
  let mainOutputCount: Int
  /// The checked copy of its output: `[channel][frame]`, `stride` samples from one to the next.
  let output: UnsafeMutablePointer<Float>
  let stride: Int
  /// The last sample of each channel.
  let lastSamples: UnsafeMutablePointer<Float>
  /// The sample of each channel from which the newest fade goes.
  let anchors: UnsafeMutablePointer<Float>
  var events: SlotEvents
  /// Whether it was asked for the current cycle: not while it is late, nor when it is dead.
  var isAsked = false
  /// Whether the host waits for it in this cycle: not where it is heard a period later.
  var isWaitedFor = true
  /// Whether it is not waited for any longer in this cycle.
  var isGivenUp = false
  /// By how many nanoseconds a frame its deadline comes before the engine's; and when that is.
  var leadPerFrame = 0.0
  var limit = UInt64.max
  /// The newest cycle that it has done.
  var doneCycle: UInt32 = 0
  /// Whether it has broken the rules of the cycle: then it is not asked any more.
  var isBroken = false
  /// Whether control has to be told that it breaks the protocol.
  var owesReport = false
  /// What it has said of the cycle that it has answered.
  var report: CycleReport
  /// Whether its output in the last cycle was its own, not a fade.
  var wasHeard = false
  /// Frames that the newest fade has lasted, `fadeFrames` when it is over.
  var fadePosition = RenderSlot.fadeFrames
  var finishedAt: UInt64 = 0
  /// Whether the dry input is to be heard, and how far the fade towards it has gone.
  var isBypassed = false
  var bypassPosition = 0
  var mute: AutoMute
  /// Where it is heard one period later, nil where it is waited for.
  var delay: UnsafeMutablePointer<PeriodDelay>?
  /// Whether the dry input is that of the cycle before.
  var isInputKept = false
  /// The sample of each channel from which the fade to another timing goes, and how far it is.
  let timingAnchors: UnsafeMutablePointer<Float>
  var timingPosition = RenderSlot.fadeFrames

  init(
    _ link: UnsafeMutablePointer<InstanceLink>, entry: Schedule.Entry,
    events: consuming SlotEvents, sampleRate: Double
  ) {
    unsafe self.link = link
    unsafe port = link.pointee.port
    unsafe life = link.pointee.life
    report = unsafe link.pointee.port.report
    mute = AutoMute(sampleRate: sampleRate)
    self.events = events
    inputs = .allocate(entry.inputs)
    mainInputCount = entry.layout.inputs.first ?? 0
    mainOutputCount = entry.layout.outputs.first ?? 0
    statistics = .allocate()
    stride = port.frameCapacity
    let channels = max(1, port.outputChannelCount)
    unsafe output = .allocate(capacity: channels * stride)
    unsafe output.initialize(repeating: 0, count: channels * stride)
    unsafe lastSamples = .allocate(capacity: channels)
    unsafe lastSamples.initialize(repeating: 0, count: channels)
    unsafe anchors = .allocate(capacity: channels)
    unsafe anchors.initialize(repeating: 0, count: channels)
    unsafe timingAnchors = .allocate(capacity: channels)
    unsafe timingAnchors.initialize(repeating: 0, count: channels)
  }

  deinit {
    if let waiting = unsafe mail.exchangeLink(nil) { unsafe InstanceLink.deallocate(waiting) }
    if let waiting = unsafe mail.exchangeSpare(nil) { unsafe InstanceLink.deallocate(waiting) }
    if let waiting = unsafe mail.exchangeDelay(nil) { unsafe PeriodDelay.deallocate(waiting) }
    mail.deallocate()
    if let next = unsafe next { unsafe InstanceLink.deallocate(next) }
    if let spare = unsafe spare { unsafe InstanceLink.deallocate(spare) }
    if let delay = unsafe delay { unsafe PeriodDelay.deallocate(delay) }
    unsafe timingAnchors.deallocate()
    unsafe InstanceLink.deallocate(link)
    statistics.deallocate()
    inputs.deallocate()
    unsafe output.deallocate()
    unsafe lastSamples.deallocate()
    unsafe anchors.deallocate()
  }

  /// The checked samples of one output channel of the last cycle.
  @unsafe @_noLocks
  func outputSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < port.outputChannelCount)
    return unsafe output + channel * stride
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
    unsafe link = new
    unsafe port = new.pointee.port
    unsafe life = new.pointee.life
    doneCycle = port.doneCycle
    isBroken = false
    owesReport = false
    if mute.unmute() { statistics.isMuted = false }
    if wasHeard { beginFade() }
    unsafe new.pointee.dry.exchangeMemory(with: &old.pointee.dry)
    events.restart(isBypassed: isBypassed)
    return unsafe old
  }
}
