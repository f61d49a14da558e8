internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// The render thread's part of one instance, which changes when a node gets another one.
///
/// Made and freed by control. The render thread takes it, uses it, and gives it back.
@safe struct InstanceLink: ~Copyable {
  /// Control's: the render thread does not touch it.
  let instance: Instance
  /// Control's: it owns `recorder`.
  let flight: FlightLog?
  /// The recorder of its last seconds, nil if it has none.
  let recorder: UnsafeMutablePointer<FlightRecorder>?
  let memory: InstanceMemory
  let port: HostPort
  let life: LifeFlag
  let place: ThreadPlace
  /// Whether it wants MIDI 1.0 messages.
  let wantsMIDI1: Bool
  var sender: EventSender
  var receiver: EventReceiver
  var dry: DryDelay
  /// The level whose cycles wake it.
  private(set) var depth: Int
  /// The newest cycle before which it was told another level.
  private var movedCycle: UInt32 = 0
  /// Its events that wait for control: added to by render, taken from by control.
  let waitingEvents = Atomic<Int>(0)

  /// Links an instance that is allocated, with its memory.
  ///
  /// Thread: control.
  init(_ instance: Instance, memory: InstanceMemory, depth: Int, frameCapacity: Int) {
    self.instance = instance
    self.depth = depth
    self.memory = memory
    flight = instance.flightLog
    unsafe recorder = flight?.recorder
    port = memory.port
    life = instance.process.monitor.life
    place = instance.process.monitor.place
    wantsMIDI1 = instance.description.midiProtocol == .midi1
    let socket = instance.process.eventSocket.number
    Self.discard(socket)
    sender = EventSender(socket: socket)
    receiver = EventReceiver(socket: socket)
    dry = DryDelay(
      frameCount: instance.latencyInGraph,
      channelCount: instance.layoutInGraph.inputs.first ?? 0, frameCapacity: frameCapacity)
    // A host that sleeps on a process that has just died would sleep until the deadline.
    instance.process.monitor.whenSilent { [weak memory] in memory?.wakeHost() }
  }

  /// Has it wake with the cycles of another level, from the end of `cycle` on.
  ///
  /// Thread: render, before `cycle`.
  @_noLocks
  mutating func move(toDepth depth: Int, cycle: UInt32) {
    guard depth != self.depth else { return }
    self.depth = depth
    movedCycle = cycle
    port.move(toDepth: depth)
  }

  /// Whether it may still wake with the cycles of the level before.
  ///
  /// Thread: render.
  @_noLocks
  func isMoving() -> Bool { Int32(bitPattern: port.doneCycle &- movedCycle) < 0 }

  /// Throws away what an earlier allocation has left: its datagrams would be taken for new ones.
  ///
  /// It ends even if the extension never stops sending.
  private static func discard(_ socket: CInt) {
    var byte: UInt8 = 0
    for _ in 0..<65536 where unsafe tenuto_receive(socket, &byte, 1) == -Int(EAGAIN) { return }
  }

  /// Puts a link where the render thread can have it.
  ///
  /// Thread: control.
  static func allocate(
    _ instance: Instance, memory: InstanceMemory, depth: Int, frameCapacity: Int
  ) -> UnsafeMutablePointer<InstanceLink> {
    let link = UnsafeMutablePointer<InstanceLink>.allocate(capacity: 1)
    unsafe link.initialize(
      to: InstanceLink(instance, memory: memory, depth: depth, frameCapacity: frameCapacity))
    return unsafe link
  }

  /// Frees a link that no render thread has any more.
  ///
  /// Thread: control.
  static func deallocate(_ link: UnsafeMutablePointer<InstanceLink>) {
    unsafe link.deinitialize(count: 1)
    unsafe link.deallocate()
  }
}
