import CTenuto
import Glibc
import TenutoCore
import Testing

@testable import TenutoTransport

/// Musical contexts and commands on the render thread; host and extension alternately.
final class ContextTests {
  private static let format = RenderFormat(
    sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 256, inputChannelCount: 0,
    outputChannelCount: 1, depth: 0, slot: 0)
  private let page: CyclePage
  private let memory: InstanceMemory
  private let sockets: SocketPair
  private let commands = EventRing.allocate(capacity: 4)

  init() throws {
    page = try CyclePage()
    memory = try InstanceMemory(Self.format)
    sockets = try SocketPair()
  }

  deinit { commands.deallocate() }

  private func receiver() throws -> CycleReceiver {
    try CycleReceiver(
      format: Self.format, page: page.descriptor, to: memory.toDescriptor,
      from: memory.fromDescriptor, events: sockets.peer.number, commands: commands,
      stop: StopFlag())
  }

  private func start(_ cycle: UInt32, frameCount: UInt32, _ contexts: [(UInt32, MusicalContext)]) {
    page.announce(CyclePage.Announcement(frameCount: frameCount, sampleTime: 0, deadline: .never))
    for (frame, context) in contexts { page.addContext(context, frameOffset: frame) }
    memory.port.ask(cycle, datagramCount: 0)
    page.start(cycle, depth: 0)
  }

  @Test func aKernelSeesAChangeOfTempoAtItsFrame() throws {
    var receiver = try receiver()
    let slow = MusicalContext(tempo: 60, isPlaying: true)
    let fast = MusicalContext(tempo: 180, beatPosition: 8, isPlaying: true)
    start(1, frameCount: 100, [(0, slow), (37, fast)])
    let begins = receiver.waitForCycle()
    #expect(begins)
    var seen: [(Int, Int, Double, Double)] = []
    while case .render(let start, let count) = receiver.nextStep(atMost: 30) {
      let context = receiver.musicalTime(atFrame: start).context
      seen.append((start, count, context.tempo, context.beatPosition))
    }
    #expect(seen.map(\.0) == [0, 30, 37, 64, 94])
    #expect(seen.map(\.1) == [30, 7, 27, 30, 6])
    #expect(seen.map(\.2) == [60, 60, 180, 180, 180])
    let beats = [0, 30.0 / 48000, 8, 8 + 27 * 3.0 / 48000, 8 + 57 * 3.0 / 48000]
    for (beat, expected) in zip(seen.map(\.3), beats) { #expect(abs(beat - expected) < 1e-12) }
  }

  @Test func contextsOutOfOrderOrOutOfTheCycleEndIt() throws {
    var receiver = try receiver()
    let context = MusicalContext()
    start(1, frameCount: 50, [(0, context), (40, context), (20, context), (500, context)])
    let begins = receiver.waitForCycle()
    #expect(begins)
    var frames = 0
    while case .render(_, let count) = receiver.nextStep() { frames += count }
    #expect(frames == 50)
    #expect(memory.port.doneCycle == 1)
  }

  @Test func withoutAContextTheTransportIsStopped() throws {
    var receiver = try receiver()
    start(1, frameCount: 50, [])
    let begins = receiver.waitForCycle()
    #expect(begins)
    guard case .render(0, 50) = receiver.nextStep() else {
      Issue.record("the cycle is cut where nothing changes")
      return
    }
    let context = receiver.musicalTime(atFrame: 0).context
    #expect(context == MusicalContext())
  }

  @Test func commandsComeBeforeTheFirstFrameAndAResetBeforeThem() throws {
    var receiver = try receiver()
    let command = TimedEvent(frameOffset: 9, payload: .parameter(address: 5, value: 1))
    #expect(commands.write(command))
    commands.requestReset()
    start(1, frameCount: 10, [])
    let begins = receiver.waitForCycle()
    #expect(begins)
    var steps: [String] = []
    steps: while true {
      switch receiver.nextStep() {
      case .reset: steps.append("reset")
      case .event(.parameter(address: 5, value: 1)): steps.append("command")
      case .event: steps.append("other")
      case .render: steps.append("render")
      case .finished: break steps
      }
    }
    #expect(steps == ["reset", "command", "render"])
  }

  @Test func eventsOfTheKernelReachTheHostSorted() throws {
    var receiver = try receiver()
    start(1, frameCount: 50, [])
    let begins = receiver.waitForCycle()
    #expect(begins)
    let late = TimedEvent(frameOffset: 70, payload: .gesture(address: 1, isTouched: true))
    let early = TimedEvent(frameOffset: 3, payload: .parameter(address: 1, value: 2))
    receiver.sink.insert(late)
    receiver.sink.insert(early)
    while case .render = receiver.nextStep() {}
    #expect(memory.port.report.datagramCount == 1)
    var host = EventReceiver(socket: sockets.host.number)
    guard case .event(early) = host.next(cycle: 1, frameCount: 50, announced: 1),
      case .event(let last) = host.next(cycle: 1, frameCount: 50, announced: 1)
    else {
      Issue.record("the events have not arrived")
      return
    }
    #expect(last == TimedEvent(frameOffset: 49, payload: late.payload))
  }

  @Test(arguments: [0, 4, 8])
  func aPageOfAnotherLayoutIsRefused(offset: Int) throws {
    let other = try SharedMemory(byteCount: 8192)
    let mapping = try Mapping(other.writable.number, byteCount: 8192, isWritable: true)
    let words = unsafe mapping.base.assumingMemoryBound(to: UInt32.self)
    unsafe words[0] = TENUTO_LAYOUT_MAGIC
    unsafe words[1] = TENUTO_LAYOUT_VERSION
    unsafe words[2] = 8192
    unsafe words[offset / 4] ^= 1
    #expect(throws: SystemError("allocate", code: EPROTO)) {
      _ = try CycleReceiver(
        format: Self.format, page: other.readable.number, to: memory.toDescriptor,
        from: memory.fromDescriptor, events: -1, commands: commands, stop: StopFlag())
    }
  }

  @Test(arguments: 0..<6)
  func aSegmentOfAnotherLayoutIsRefused(word: Int) throws {
    let writable = try Mapping(memory.fromDescriptor, byteCount: 128, isWritable: true)
    let words = unsafe writable.base.assumingMemoryBound(to: UInt32.self)
    // The same header as in the segment to an extension, in writable memory.
    let header: [UInt32] = [TENUTO_LAYOUT_MAGIC, TENUTO_LAYOUT_VERSION, 64, 0, 1024, 256]
    for (index, value) in header.enumerated() { unsafe words[index] = value }
    unsafe words[word] ^= 1
    #expect(throws: SystemError("allocate", code: EPROTO)) {
      _ = try CycleReceiver(
        format: Self.format, page: page.descriptor, to: memory.fromDescriptor,
        from: memory.fromDescriptor, events: -1, commands: commands, stop: StopFlag())
    }
  }
}
