internal import CTenuto
internal import TenutoCore
internal import TenutoTransport

/// The component that this process is: its parameters, its unit and, while allocated, its render
/// thread.
///
/// Thread: control.
final class ComponentInstance {
  let entry: ComponentEntry
  let link: HostLink
  let unit: (any AudioUnit)?
  private let commands = EventRing.allocate(capacity: 1)
  private let handoff = PredecessorHandoff.allocate()
  private var thread: RenderThread?

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
  }

  /// Tells the unit which parameters were set; before it is asked anything.
  func deliverChanges() {
    let changed = table.takeChanged()
    guard let unit else { return }
    for parameter in changed { unit.didSet(parameter) }
  }

  /// Makes a kernel, and a thread that renders with it.
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
        events: events, commands: commands, stop: stop, handoff: handoff)
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

  /// Maps what another extension writes, for the render thread to follow it.
  func link(_ request: LinkRequest, _ descriptor: CInt) throws(RequestFailure) {
    guard let thread else { throw RequestFailure("link before allocate") }
    do throws(SystemError) {
      let predecessor = try Predecessor(request, from: descriptor, to: thread.format)
      handoff.replace(with: predecessor, waker: thread.waker)
    } catch {
      throw RequestFailure(error.description)
    }
  }

  /// Gives that back, if there is any.
  func unlink() {
    if let thread { handoff.replace(with: nil, waker: thread.waker) }
  }

  /// Makes the kernel forget what sounds before its next cycle; one that is made later knows
  /// nothing.
  func reset() {
    if isAllocated { commands.requestReset() }
  }

  /// A tail in frames; for ever where it is more than anybody can wait for.
  static func tail(_ seconds: Double, sampleRate: Double) -> UInt64 {
    let frameCount = (seconds * sampleRate).rounded(.up)
    guard frameCount > 0 else { return 0 }  // also where it is no number
    return frameCount < 0x1p63 ? UInt64(frameCount) : .max
  }
}
