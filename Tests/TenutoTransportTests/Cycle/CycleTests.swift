import Glibc
import TenutoCore
import TestSupport
import Testing

@testable import TenutoTransport

/// Both ends of the rendezvous in one process, on two threads.
struct CycleTests {
  private static let format = RenderFormat(
    sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 256, inputChannelCount: 1,
    outputChannelCount: 2, depth: 3, slot: 11)

  /// The host's side of one instance.
  private final class Host {
    let page: CyclePage
    let memory: InstanceMemory
    let sockets: SocketPair
    var sender: EventSender
    let peer = Peer()
    var cycle: UInt32 = 0
    var sampleTime: Int64 = 0

    init(firstCycle: UInt32 = 0) throws {
      page = try CyclePage()
      memory = try InstanceMemory(CycleTests.format)
      sockets = try SocketPair()
      sender = EventSender(socket: sockets.host.number)
      cycle = firstCycle
      page.start(firstCycle, depth: 3)
      try peer.start(
        CycleTests.format, page: page.descriptor, memory: memory, events: sockets.peer.number)
    }

    /// Runs one cycle; returns false if the peer did not answer within ten seconds.
    func run(frameCount: Int, isAsked: Bool, events: [(Int, UInt64)] = []) -> Bool {
      cycle &+= 1
      let port = memory.port
      page.announce(
        CyclePage.Announcement(
          frameCount: UInt32(frameCount), sampleTime: sampleTime, deadline: .never))
      for (frame, address) in events {
        sender.append(
          TimedEvent(
            frameOffset: UInt32(frame), payload: .parameter(address: address, value: 0)),
          cycle: cycle)
      }
      sender.flush(cycle: cycle)
      if isAsked {
        for frame in 0..<min(frameCount, 256) {
          unsafe port.inputSamples(0)[frame] = Float(Int(sampleTime) + frame + 1)
        }
        port.ask(cycle, datagramCount: sender.datagramCount)
      }
      page.start(cycle, depth: 3)
      let limit = MonotonicTime.after(milliseconds: 10_000)
      while port.doneCycle != cycle {
        page.setWaiter(11, depth: 3)
        let seen = port.doneCycle
        if seen != cycle { port.wait(seen: seen, until: limit) }
        if MonotonicTime.now > limit { return false }
      }
      page.setWaiter(nil, depth: 3)
      if isAsked { sampleTime += Int64(frameCount) }
      return true
    }
  }

  @Test func anInstanceBeginsAtTheCycleThatItFinds() throws {
    let host = try Host(firstCycle: 77)
    #expect(host.memory.port.doneCycle == 77)
    #expect(host.run(frameCount: 64, isAsked: true))
    #expect(host.peer.end())
    #expect(host.peer.all.count == 1)
  }

  @Test(arguments: [0, UInt32.max - 5000])
  func tenThousandCyclesAreRenderedFrameForFrame(firstCycle: UInt32) throws {
    let host = try Host(firstCycle: firstCycle)
    var random = SeededRandom(seed: UInt64(firstCycle) + 5)
    var expected: [Peer.Cycle] = []
    var rendered = host.memory.port.renderedCycle
    for _ in 0..<10_000 {
      let frameCount = Int.random(in: 1...256, using: &random)
      guard Int.random(in: 0..<8, using: &random) > 0 else {
        let isSkipped = host.run(frameCount: frameCount, isAsked: false)
        try #require(isSkipped)
        #expect(host.memory.port.report.status == RenderStatus.skipped.rawValue)
        #expect(host.memory.port.renderedCycle == rendered)
        continue
      }
      let offsets = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Int.random(in: 0..<frameCount, using: &random)
      }.sorted()
      let events = offsets.map { ($0, random.next()) }
      expected.append(cycle(at: host.sampleTime, frameCount: frameCount, events: events))
      let isDone = host.run(frameCount: frameCount, isAsked: true, events: events)
      try #require(isDone)
      checkOutput(host.memory.port, end: host.sampleTime, frameCount: frameCount)
      rendered = host.memory.port.doneCycle
      #expect(host.memory.port.renderedCycle == rendered)
    }
    #expect(host.peer.end())
    #expect(host.peer.all == expected)
  }

  /// The SDK's division of a cycle: calls end at events and at multiples of 64 frames.
  private func cycle(at time: Int64, frameCount: Int, events: [(Int, UInt64)]) -> Peer.Cycle {
    let cuts = Set(events.map(\.0) + Array(stride(from: 0, to: frameCount, by: 64)) + [0])
    let starts = cuts.sorted()
    let ends = starts.dropFirst() + [frameCount]
    return Peer.Cycle(
      sampleTime: time, calls: zip(starts, ends).map { $0..<$1 },
      events: events.map { .init(frame: $0.0, address: $0.1) })
  }

  private func checkOutput(_ port: HostPort, end: Int64, frameCount: Int) {
    #expect(port.report.status == 0)
    #expect(port.report.renderedFrames == UInt32(frameCount))
    let start = Int(end) - frameCount
    let isRight = (0..<frameCount).allSatisfy { frame in
      unsafe port.outputSamples(0)[frame] == -Float(start + frame + 1)
        && port.outputSamples(1)[frame] == Float(start + frame)
    }
    #expect(isRight)
  }

  @Test func aCycleWithMoreFramesThanThereIsRoomForIsRefused() throws {
    let host = try Host()
    #expect(host.run(frameCount: 257, isAsked: true))
    #expect(host.memory.port.report.status == RenderStatus.tooManyFrames.rawValue)
    #expect(host.run(frameCount: 0, isAsked: true))
    #expect(host.memory.port.report.status == RenderStatus.tooManyFrames.rawValue)
    #expect(host.run(frameCount: 256, isAsked: true))
    #expect(host.memory.port.report.status == 0)
    #expect(host.peer.end())
    #expect(host.peer.all.count == 1)
  }

  @Test func malformedEventsAreReported() throws {
    let host = try Host()
    _ = unsafe send(host.sockets.host.number, [1, 2, 3], 3, 0)
    #expect(host.run(frameCount: 64, isAsked: true, events: [(5, 9)]))
    #expect(host.memory.port.report.status == RenderStatus.malformedEvents.rawValue)
    #expect(host.run(frameCount: 64, isAsked: true))
    #expect(host.memory.port.report.status == 0)
    #expect(host.peer.end())
  }

  @Test func eventsOfSkippedCyclesAreCaughtUpWith() throws {
    let host = try Host()
    #expect(host.run(frameCount: 64, isAsked: false, events: [(10, 1)]))
    #expect(host.run(frameCount: 64, isAsked: false, events: [(20, 2)]))
    #expect(host.run(frameCount: 64, isAsked: true, events: [(30, 3)]))
    #expect(host.peer.end())
    #expect(
      host.peer.all.map(\.events) == [
        [.init(frame: 0, address: 1), .init(frame: 0, address: 2), .init(frame: 30, address: 3)]
      ])
  }

  @Test func moreEventsThanADatagramHoldsKeepTheirFrames() throws {
    let host = try Host()
    let events = (0..<1000).map { ($0 * 256 / 1000, UInt64($0)) }
    #expect(host.run(frameCount: 256, isAsked: true, events: events))
    #expect(host.peer.end())
    let expected = [cycle(at: 0, frameCount: 256, events: events)]
    #expect(host.peer.all == expected)
  }

  @Test func eventsOfAnEarlierAllocationAreForgotten() throws {
    let sockets = try SocketPair()
    var old = EventSender(socket: sockets.host.number)
    old.append(
      TimedEvent(frameOffset: 0, payload: .parameter(address: 99, value: 0)), cycle: 9)
    old.flush(cycle: 9)
    let page = try CyclePage()
    let memory = try InstanceMemory(Self.format)
    var receiver = try CycleReceiver(
      format: Self.format, page: page.descriptor, to: memory.toDescriptor,
      from: memory.fromDescriptor, events: sockets.peer.number,
      commands: .allocate(capacity: 16), stop: StopFlag())
    var sender = EventSender(socket: sockets.host.number)
    sender.append(
      TimedEvent(frameOffset: 0, payload: .parameter(address: 1, value: 0)), cycle: 1)
    sender.flush(cycle: 1)
    page.announce(CyclePage.Announcement(frameCount: 64, sampleTime: 0, deadline: .never))
    memory.port.ask(1, datagramCount: 1)
    page.start(1, depth: 3)
    let begins = receiver.waitForCycle()
    #expect(begins)
    guard case .event(.parameter(address: 1, _)) = receiver.nextStep() else {
      Issue.record("the first event is not the first of this allocation")
      return
    }
  }

  @Test func theStopFlagEndsAThreadThatWaits() throws {
    let host = try Host()
    #expect(!host.peer.stop.hasEnded)
    #expect(host.peer.end())
    #expect(host.peer.stop.hasEnded)
  }

  @Test func aFormatOutOfRangeIsRefusedOnBothSides() throws {
    var format = Self.format
    format.depth = 63
    #expect(throws: SystemError.self) { try InstanceMemory(format) }
    let page = try CyclePage()
    let memory = try InstanceMemory(Self.format)
    #expect(throws: SystemError("allocate", code: EINVAL)) {
      _ = try CycleReceiver(
        format: format, page: page.descriptor, to: memory.toDescriptor,
        from: memory.fromDescriptor, events: -1,
        commands: .allocate(capacity: 16), stop: StopFlag())
    }
  }

  @Test func aSegmentSmallerThanItsFormatIsRefused() throws {
    var format = Self.format
    format.frameCapacity = 65536
    let page = try CyclePage()
    let memory = try InstanceMemory(Self.format)
    #expect(throws: SystemError("mmap", code: EINVAL)) {
      _ = try CycleReceiver(
        format: format, page: page.descriptor, to: memory.toDescriptor,
        from: memory.fromDescriptor, events: -1,
        commands: .allocate(capacity: 16), stop: StopFlag())
    }
  }

  @Test func theReadOnlySegmentIsNotTakenForTheWritableOne() throws {
    let page = try CyclePage()
    let memory = try InstanceMemory(Self.format)
    #expect(throws: SystemError("mmap", code: EACCES)) {
      _ = try CycleReceiver(
        format: Self.format, page: page.descriptor, to: memory.toDescriptor,
        from: memory.toDescriptor, events: -1,
        commands: .allocate(capacity: 16), stop: StopFlag())
    }
  }

  @Test func absurdTimesCountAsNoTime() {
    func report(_ start: UInt64, _ end: UInt64) -> UInt64 {
      CycleReport(
        status: 0, datagramCount: 0, renderedFrames: 0,
        startedAt: MonotonicTime(nanoseconds: start), finishedAt: MonotonicTime(nanoseconds: end)
      ).renderNanoseconds
    }
    #expect(report(5, 8) == 3)
    #expect(report(8, 5) == 0)
    #expect(report(0, .max) == 10_000_000_000)
  }
}
