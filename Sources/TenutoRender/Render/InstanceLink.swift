internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// The render thread's state of one instance; a new instance of the node gets a new link.
///
/// Control makes and frees it. The render thread takes it, uses it, and hands it back.
@safe struct InstanceLink: ~Copyable {
  /// For control only: the render thread does not touch it.
  let instance: Instance
  /// For control only: it owns `recorder`.
  let flight: FlightLog?
  /// The flight recorder, or nil.
  let recorder: UnsafeMutablePointer<FlightRecorder>?
  let memory: InstanceMemory
  let port: HostPort
  let life: LifeFlag
  let scheduling: ThreadScheduling
  /// Whether it wants MIDI 1.0 messages.
  let wantsMIDI1: Bool
  var sender: EventSender
  var receiver: EventReceiver
  var dry: DryDelay
  /// The feed of a shadow, and of an instance that was one before it took over; nil for others.
  let feed: UnsafeMutablePointer<ShadowFeed>?
  /// The reason and the cycle of its shadow's takeover; nil without one.
  var takeover: (cause: TakeoverCause, cycle: UInt32)?
  /// Whether it declares that equal input gives equal output in every process.
  let isDeterministic: Bool
  /// The level whose cycles wake it.
  private(set) var depth: Int
  /// The newest cycle before which it was moved to another level.
  private var movedCycle: UInt32 = 0
  /// Its events in the hand-off: the render thread adds, control subtracts.
  let waitingEvents = Atomic<Int>(0)

  /// Creates the link of an allocated instance with its memory.
  ///
  /// Thread: control.
  init(
    _ instance: Instance, memory: InstanceMemory, depth: Int, frameCapacity: Int,
    feed: UnsafeMutablePointer<ShadowFeed>? = nil
  ) {
    unsafe self.feed = feed
    isDeterministic = instance.description.isDeterministic
    self.instance = instance
    self.depth = depth
    self.memory = memory
    flight = instance.flightLog
    unsafe recorder = flight?.recorder
    port = memory.port
    life = instance.process.monitor.life
    scheduling = instance.process.monitor.scheduling
    wantsMIDI1 = instance.description.midiProtocol == .midi1
    let socket = instance.process.eventSocket.number
    Self.discard(socket)
    sender = EventSender(socket: socket)
    receiver = EventReceiver(socket: socket)
    dry = DryDelay(
      frameCount: instance.latencyInGraph,
      channelCount: instance.layoutInGraph.inputs.first ?? 0, frameCapacity: frameCapacity)
    // Otherwise a host that waits for a process that has just died would sleep until the deadline.
    instance.process.monitor.whenSilent { [weak memory] in memory?.wakeHost() }
  }

  deinit {
    if let feed = unsafe feed { unsafe ShadowFeed.deallocate(feed) }
  }

  /// Moves it to another level, whose cycles wake it from the end of `cycle` on.
  ///
  /// Thread: render, before `cycle`.
  @_noLocks
  mutating func move(toDepth depth: Int, cycle: UInt32) {
    // A separate page has only one depth.
    guard depth != self.depth, unsafe feed == nil else { return }
    self.depth = depth
    movedCycle = cycle
    port.move(toDepth: depth)
  }

  /// Whether the cycles of its previous level may still wake it.
  ///
  /// Thread: render.
  @_noLocks
  func isMoving() -> Bool { Int32(bitPattern: port.doneCycle &- movedCycle) < 0 }

  /// Discards datagrams of an earlier allocation, which would be taken for new ones.
  ///
  /// The loop is bounded, even if the extension keeps sending.
  private static func discard(_ socket: CInt) {
    var byte: UInt8 = 0
    for _ in 0..<65536 where unsafe tenuto_receive(socket, &byte, 1) == -Int(EAGAIN) { return }
  }

  /// Allocates a link for the render thread.
  ///
  /// Thread: control.
  static func allocate(
    _ instance: Instance, memory: InstanceMemory, depth: Int, frameCapacity: Int,
    feed: UnsafeMutablePointer<ShadowFeed>? = nil
  ) -> UnsafeMutablePointer<InstanceLink> {
    let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    unsafe link.initialize(
      to: InstanceLink(
        instance, memory: memory, depth: depth, frameCapacity: frameCapacity, feed: feed))
    return unsafe link
  }

  /// Frees a link that the render thread has released.
  ///
  /// Thread: control.
  static func deallocate(_ link: UnsafeMutablePointer<InstanceLink>) {
    unsafe link.deinitialize(count: 1)
    unsafe link.deallocate()
  }
}
