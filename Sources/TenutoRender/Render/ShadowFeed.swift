internal import Synchronization
internal import TenutoCore
internal import TenutoSystem
internal import TenutoTransport

/// Feeds a shadow the cycles of its node on a separate cycle page, so that it renders them later
/// than the node.
///
/// Part of an `InstanceLink`, with the same lifetime. After a takeover the node's cycles are
/// announced on this page and on the engine's.
@safe struct ShadowFeed: ~Copyable {
  let page: CyclePage
  /// The position of the next record, and the newest cycle that was started.
  var cursor = 0
  /// The epoch of its log.
  var epoch = 0
  var fedCycle: UInt32 = 0
  /// Whether the shadow has been given a cycle.
  var hasBegun = false
  /// Whether it has rendered all cycles of its node, except those still in the log.
  var isExact = false
  /// Whether its output differed from that of its node, so that the log does not lead to the node's
  /// state.
  var differs = false
  /// Whether it has taken over and still has to render cycles from the log.
  var isDraining = false
  /// The expected digest of its output in that cycle, 0 if unknown; and the frames of the cycle.
  var fedDigest: UInt32 = 0
  var fedFrameCount = 0
  /// The longest render time in nanoseconds, which decays, and the usual one.
  var longest: UInt64 = 0
  private(set) var usual: UInt64 = 0

  /// Creates the feed of a shadow that has rendered up to `cycle`.
  ///
  /// Thread: control.
  init(_ page: consuming CyclePage, behind cycle: UInt32) {
    self.page = page
    fedCycle = cycle
  }

  static func allocate(
    _ page: consuming CyclePage, behind cycle: UInt32
  ) -> UnsafeMutablePointer<ShadowFeed> {
    let feed = unsafe HotMemory.allocate(ShadowFeed.self, count: 1)
    unsafe feed.initialize(to: ShadowFeed(page, behind: cycle))
    return unsafe feed
  }

  static func deallocate(_ feed: UnsafeMutablePointer<ShadowFeed>) {
    unsafe feed.deinitialize(count: 1)
    unsafe HotMemory.deallocate(feed, count: 1)
  }

  /// Notes how long a cycle took; 0 if it was not measured.
  ///
  /// Thread: render.
  @_noLocks
  mutating func note(renderNanoseconds: UInt64) {
    guard renderNanoseconds > 0 else { return }
    longest = max(renderNanoseconds, longest &- longest / 1024)
    usual = usual == 0 ? renderNanoseconds : usual &- usual / 16 &+ renderNanoseconds / 16
  }
}

/// The parameters of a cycle on a separate page.
struct ShadowCycle: BitwiseCopyable {
  let number: UInt32
  let announcement: CyclePage.Announcement

  @_noLocks
  init(_ header: CycleLog.Header, until limit: MonotonicTime, isMeasured: Bool) {
    number = header.cycle
    announcement = CyclePage.Announcement(
      frameCount: header.frameCount, sampleTime: header.sampleTime,
      deadline: header.isOffline == 0 ? limit : .never, isMeasured: isMeasured)
  }
}

extension InstanceLink {
  /// Gives a shadow the next cycle from its node's log.
  ///
  /// The shadow must have finished the previous one. Thread: render, or control while no render
  /// thread has the link. One system call, and one for each datagram of events.
  @_noLocks
  mutating func feedNext(
    _ record: CycleLog.Record, until limit: MonotonicTime, isMeasured: Bool
  ) {
    guard let feed = unsafe feed else { return }
    unsafe feed.pointee.cursor = record.next
    guard record.header.channelCount == UInt32(truncatingIfNeeded: port.inputChannelCount),
      record.header.frameCount > 0, Int(record.header.frameCount) <= port.frameCapacity
    else {
      unsafe feed.pointee.isExact = false
      return
    }
    takeAnswer()
    let header = record.header
    for channel in 0..<port.inputChannelCount {
      unsafe Samples.copy(
        record.input(channel), to: port.inputSamples(channel), count: Int(header.frameCount))
    }
    let lost = sender.lostEventCount
    sendEvents(record)
    if sender.lostEventCount != lost { unsafe feed.pointee.isExact = false }
    port.markOutput(frameCount: Int(header.frameCount))
    port.ask(header.cycle, datagramCount: sender.datagramCount)
    let cycle = ShadowCycle(header, until: limit, isMeasured: isMeasured)
    unsafe feed.pointee.page.announce(cycle.announcement)
    for index in 0..<Int(header.contextCount) {
      unsafe feed.pointee.page.addContext(
        record.contexts[index], frameOffset: record.contextFrames[index])
    }
    unsafe feed.pointee.page.start(header.cycle, depth: 0)
    unsafe feed.pointee.hasBegun = true
    unsafe feed.pointee.fedCycle = header.cycle
    unsafe feed.pointee.fedDigest = header.digest
    unsafe feed.pointee.fedFrameCount = Int(header.frameCount)
  }

  /// Sends the events of a cycle, and those of earlier cycles for which the node was late.
  @_noLocks
  private mutating func sendEvents(_ record: CycleLog.Record) {
    var cycle = record.header.cycle
    for index in 0..<Int(record.header.eventCount) {
      let own = unsafe record.eventCycles[index]
      if own != cycle { sender.flush(cycle: cycle) }
      cycle = own
      unsafe sender.append(record.events[index], cycle: cycle)
    }
    sender.flush(cycle: cycle)
  }

  /// Checks a shadow's report on the cycle that it has finished, and discards the events that it
  /// sent, since the node has sent the same.
  @_noLocks
  private mutating func takeAnswer() {
    guard let feed = unsafe feed else { return }
    let report = port.report
    unsafe feed.pointee.note(renderNanoseconds: report.renderNanoseconds)
    // A shadow reports nothing before its first cycle.
    guard unsafe feed.pointee.hasBegun else { return }
    if unsafe report.status != 0
      || report.renderedFrames != UInt32(truncatingIfNeeded: feed.pointee.fedFrameCount)
    {
      unsafe feed.pointee.isExact = false
    }
    if isDeterministic, unsafe !isAsExpected(feed) {
      unsafe feed.pointee.isExact = false
      unsafe feed.pointee.differs = true
    }
    let discarded = receiver.discard(
      announced: report.datagramCount, atMost: EventBudget.datagramLimit)
    if discarded.isMalformed { unsafe feed.pointee.isExact = false }
  }

  /// Whether the output of a shadow equals that of its node.
  @_noLocks
  private func isAsExpected(_ feed: UnsafeMutablePointer<ShadowFeed>) -> Bool {
    let expected = unsafe feed.pointee.fedDigest
    guard expected != 0 else { return true }
    var digest = SampleDigest()
    for channel in 0..<port.outputChannelCount {
      unsafe digest.add(port.outputSamples(channel), count: feed.pointee.fedFrameCount)
    }
    return digest.value == expected
  }
}
