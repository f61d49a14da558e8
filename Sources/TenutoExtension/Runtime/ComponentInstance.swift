internal import CTenuto
internal import TenutoCore
internal import TenutoTransport

/// The component of this process: its parameters, its unit and, while allocated, its render
/// thread.
///
/// Thread: control.
final class ComponentInstance {
  let entry: ComponentEntry
  let link: HostLink
  let unit: (any AudioUnit)?
  private let commands = EventRing.allocate(capacity: 1)
  private let handoff = PredecessorHandoff.allocate()
  let snapshots = SnapshotExchange.allocate()
  private(set) var thread: RenderThread?

  var component: ComponentDescription { entry.description }
  var table: ParameterTable { link.table }
  var isAllocated: Bool { thread != nil }

  init(_ entry: ComponentEntry, notices: NoticeQueue) {
    self.entry = entry
    link = HostLink(component: entry.description, notices: notices)
    unit = entry.makeUnit?(link)
  }

  deinit {
    thread?.end()
    commands.deallocate()
    handoff.deallocate()
    snapshots.deallocate()
  }

  /// Notifies the unit of the parameters set, before any other call to it.
  func deliverChanges() {
    let changed = table.takeChanged()
    guard let unit else { return }
    for parameter in changed { unit.didSet(parameter) }
  }

  /// Creates a kernel, and its render thread.
  func allocate(
    _ request: AllocateRequest, _ descriptors: [CInt], events: CInt
  ) throws(RequestFailure) -> AllocateRequest.Response {
    let format = request.format
    guard component.accepts(request.layout) else {
      throw RequestFailure(
        "\(component.name) does not work with \(request.layout.inputs) channels in and "
          + "\(request.layout.outputs) channels out")
    }
    deallocate()
    let stop = StopFlag()
    do throws(SystemError) {
      let receiver = try CycleReceiver(
        format: format, page: descriptors[0], to: descriptors[1], from: descriptors[2],
        events: events, commands: commands, stop: stop, handoff: handoff,
        snapshots: snapshots)
      let setup = KernelSetup(
        sampleRate: format.sampleRate, maximumFrameCount: format.maximumFrameCount,
        layout: request.layout, unit: unit)
      let loop = entry.makeLoop(setup, table)
      let thread = try RenderThread(receiver: receiver, loop: loop, stop: stop)
      self.thread = thread
      return AllocateRequest.Response(
        renderThread: thread.identifier, latency: HostLink.latency(loop.latency),
        tail: Self.tail(loop.tail, sampleRate: format.sampleRate))
    } catch {
      throw RequestFailure(error.description)
    }
  }

  /// Ends the render thread and frees the kernel, if there is one.
  func deallocate() {
    thread?.end()
    thread = nil
    handoff.clear()
  }

  /// Maps the output of another extension for the render thread to read.
  func link(_ request: LinkRequest, _ descriptor: CInt) throws(RequestFailure) {
    guard let thread else { throw RequestFailure("link before allocate") }
    do throws(SystemError) {
      let predecessor = try Predecessor(request, from: descriptor, to: thread.format)
      handoff.replace(with: predecessor, waker: thread.waker)
    } catch {
      throw RequestFailure(error.description)
    }
  }

  /// Unmaps that output, if it is mapped.
  func unlink() {
    if let thread { handoff.replace(with: nil, waker: thread.waker) }
  }

  /// Makes the kernel clear its notes and tails before its next cycle; a kernel created later is
  /// already clear.
  func reset() {
    if isAllocated { commands.requestReset() }
  }

  /// A tail in frames; `.max` from 2^63 frames upwards.
  static func tail(_ seconds: Double, sampleRate: Double) -> UInt64 {
    let frameCount = (seconds * sampleRate).rounded(.up)
    guard frameCount > 0 else { return 0 }  // also for NaN
    return frameCount < 0x1p63 ? UInt64(frameCount) : .max
  }
}
