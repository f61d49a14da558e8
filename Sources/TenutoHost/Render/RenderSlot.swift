internal import TenutoTransport

/// Everything that the render thread keeps of one node.
@safe struct RenderSlot: ~Copyable {
  let port: HostPort
  let life: LifeFlag
  let statistics: SlotStatistics
  /// The checked copy of its output: `[channel][frame]`, `stride` samples from one to the next.
  let output: UnsafeMutablePointer<Float>
  let stride: Int
  let sources: UnsafeBufferPointer<Int>
  let takesInput: Bool
  let isHeard: Bool
  var events: EventSender
  /// Whether it was asked for the current cycle: not while it is late, nor when it is dead.
  var isAsked = false
  /// Whether its output in the last cycle was its own, not a fade.
  var wasHeard = false
  /// The last sample of each channel.
  let lastSamples: UnsafeMutablePointer<Float>
  /// The sample of each channel from which the newest fade goes.
  let anchors: UnsafeMutablePointer<Float>
  /// Frames that the newest fade has lasted, `fadeFrames` when it is over.
  var fadePosition = RenderSlot.fadeFrames
  var finishedAt: UInt64 = 0

  init(
    port: HostPort, life: LifeFlag, sources: UnsafeBufferPointer<Int>, takesInput: Bool,
    isHeard: Bool, events: consuming EventSender
  ) {
    self.port = port
    self.life = life
    unsafe self.sources = sources
    self.takesInput = takesInput
    self.isHeard = isHeard
    self.events = events
    statistics = .allocate()
    stride = port.frameCapacity
    let channels = max(1, port.outputChannelCount)
    unsafe output = .allocate(capacity: channels * stride)
    unsafe output.initialize(repeating: 0, count: channels * stride)
    unsafe lastSamples = .allocate(capacity: channels)
    unsafe lastSamples.initialize(repeating: 0, count: channels)
    unsafe anchors = .allocate(capacity: channels)
    unsafe anchors.initialize(repeating: 0, count: channels)
  }

  deinit {
    statistics.deallocate()
    unsafe output.deallocate()
    unsafe lastSamples.deallocate()
    unsafe anchors.deallocate()
    unsafe sources.deallocate()
  }

  /// The checked samples of one output channel of the last cycle.
  @unsafe @_noLocks
  func outputSamples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < port.outputChannelCount)
    return unsafe output + channel * stride
  }
}
