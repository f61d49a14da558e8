import TenutoCore
import TenutoTransport
import TestSupport

/// An extension's render loop on a thread of this process that records its requests.
final class Peer: Sendable {
  /// The content of one cycle.
  struct Cycle: Equatable {
    var sampleTime: Int64
    /// Frames of each kernel call.
    var calls: [Range<Int>] = []
    /// Addresses of the parameters, and the number of frames rendered before each.
    var events: [Event] = []

    struct Event: Equatable {
      var frame: Int
      var address: UInt64
    }
  }

  let stop = StopFlag()
  private let cycles = Locked<[Cycle]>([])
  private let waker = Locked<CycleWaker?>(nil)
  private let thread = Locked<TestThread?>(nil)

  /// The cycles so far.
  var all: [Cycle] { cycles.withLock { $0 } }

  /// Starts the loop and waits until it is ready for its first cycle.
  func start(
    _ format: RenderFormat, page: CInt, memory: InstanceMemory, events: CInt
  ) throws {
    let to = memory.toDescriptor
    let from = memory.fromDescriptor
    let ready = StopFlag()
    let thread = TestThread { [self] in
      do {
        var receiver = try CycleReceiver(
          format: format, page: page, to: to, from: from, events: events,
          commands: .allocate(capacity: 16), stop: stop)
        waker.withLock { $0 = receiver.waker }
        ready.set()
        while receiver.waitForCycle() { render(&receiver) }
        waker.withLock { $0 = nil }
      } catch {
        ready.set()
      }
      stop.end()
    }
    self.thread.withLock { $0 = thread }
    guard eventually({ ready.isSet }) else { throw SystemError("start", code: 110) }
  }

  /// Renders one cycle: the sample of each frame encodes its time and its channel.
  private func render(_ receiver: inout CycleReceiver) {
    var cycle = Cycle(sampleTime: receiver.sampleTime(ofFrame: 0))
    var position = 0
    steps: while true {
      switch receiver.nextStep() {
      case .event(.parameter(let address, _)):
        cycle.events.append(.init(frame: position, address: address))
      case .event, .reset: break
      case .render(let start, let count):
        cycle.calls.append(start..<start + count)
        position = start + count
        copy(&receiver, start: start, count: count)
      case .finished:
        cycles.withLock { $0.append(cycle) }
        return
      }
    }
  }

  /// Writes the negated input and the time.
  private func copy(_ receiver: inout CycleReceiver, start: Int, count: Int) {
    let input = unsafe receiver.input(start: start, count: count)
    var output = unsafe receiver.output(start: start, count: count)
    for frame in 0..<count {
      var first = output.channel(0)
      first[frame] = -input[0, frame]
      var second = output.channel(1)
      second[frame] = Float(receiver.sampleTime(ofFrame: start + frame))
    }
  }

  /// Ends the loop; returns false if it did not end.
  func end() -> Bool {
    stop.set()
    let ended = eventually {
      waker.withLock { $0?.wake() }
      return stop.hasEnded
    }
    return ended && (thread.withLock { $0 }?.join() ?? true)
  }
}
