import TenutoTransport
import TestSupport

/// One instance with both of its ends in this process: it renders twice its input plus one.
final class Member: Sendable {
  let memory: InstanceMemory
  let handoff = PredecessorHandoff.allocate()
  private let format: RenderFormat
  private let sockets: SocketPair
  private let stop = StopFlag()
  private let state = Locked(State())

  private struct State: Sendable {
    var inputs: [[Float]] = []
    var waker: CycleWaker?
    var thread: TestThread?
  }

  /// Allocates it with one channel in each direction, and starts its render thread.
  init(page: borrowing CyclePage, depth: Int, slot: Int, parked: Bool = false) throws {
    format = RenderFormat(
      sampleRate: 48000, maximumFrameCount: 256, frameCapacity: 256, inputChannelCount: 1,
      outputChannelCount: 1, depth: depth, slot: slot)
    memory = try InstanceMemory(format, parked: parked)
    sockets = try SocketPair()
    try start(page.descriptor)
  }

  private func start(_ page: CInt) throws {
    let format = format
    let ready = StopFlag()
    let thread = TestThread { [self] in
      if var receiver = try? CycleReceiver(
        format: format, page: page, to: memory.toDescriptor, from: memory.fromDescriptor,
        events: sockets.peer.number, commands: .allocate(capacity: 1), stop: stop, handoff: handoff)
      {
        state.withLock { $0.waker = receiver.waker }
        ready.set()
        while receiver.waitForCycle() { render(&receiver) }
      }
      stop.end()
    }
    state.withLock { $0.thread = thread }
    guard eventually({ ready.isSet }) else { throw SystemError("start", code: 110) }
  }

  private func render(_ receiver: inout CycleReceiver) {
    var input: [Float] = []
    while case .render(let start, let count) = receiver.nextStep() {
      let from = unsafe receiver.input(start: start, count: count)
      var to = unsafe receiver.output(start: start, count: count)
      var channel = to.channel(0)
      for frame in 0..<count {
        input.append(from[0, frame])
        channel[frame] = from[0, frame] * 2 + 1
      }
      let whole = input
      // Before the last step, which notifies the host.
      state.withLock { state in
        if start > 0 { state.inputs.removeLast() }
        state.inputs.append(whole)
      }
    }
  }

  var port: HostPort { memory.port }

  /// Its inputs so far, by cycle.
  var inputs: [[Float]] { state.withLock { $0.inputs } }

  /// Links it to `other`, which it follows once ordered to, after it has finished a cycle.

  func link(_ other: InstanceMemory, sources: [Int?]) throws {
    let shape = other.outputShape
    let request = LinkRequest(
      frameCapacity: shape.frameCapacity, channelCount: shape.channelCount, sources: sources)
    let predecessor = try Predecessor(request, from: other.outputDescriptor, to: format)
    if let waker = state.withLock({ $0.waker }) { handoff.replace(with: predecessor, waker: waker) }
    memory.setPredecessor(other, sources: sources)
  }

  func unlink() {
    memory.forgetPredecessor()
    if let waker = state.withLock({ $0.waker }) { handoff.replace(with: nil, waker: waker) }
  }

  /// Whether it has finished `cycle` within ten seconds; `nudge` wakes it if it may have missed a
  /// wake-up.
  func hasDone(_ cycle: UInt32, nudge: () -> Void = {}) -> Bool {
    eventually {
      nudge()
      return port.doneCycle == cycle
    }
  }

  /// Ends its render thread; returns false if it did not end.
  func end() -> Bool {
    stop.set()
    let ended = eventually {
      state.withLock { $0.waker }?.wake()
      return stop.hasEnded
    }
    let joined = ended && (state.withLock { $0.thread }?.join() ?? true)
    if joined { handoff.deallocate() }
    return joined
  }
}
