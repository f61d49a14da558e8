internal import TenutoTransport

/// The memory of a plan, allocated piece by piece and freed with this object.
///
/// Thread: control.
@safe final class PlanMemory: @unchecked Sendable {  // changed only while the plan is made
  private var pieces: [UnsafeMutableRawPointer] = unsafe []

  init() {}

  deinit { unsafe pieces.forEach { unsafe $0.deallocate() } }

  /// Allocates memory with a copy of `values`.
  func array<T: BitwiseCopyable>(_ values: [T]) -> UnsafeMutablePointer<T> {
    let piece = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, values.count * MemoryLayout<T>.stride), alignment: 64)
    unsafe pieces.append(piece)
    let pointer = unsafe piece.bindMemory(to: T.self, capacity: max(1, values.count))
    for (index, value) in values.enumerated() { unsafe (pointer + index).initialize(to: value) }
    return unsafe pointer
  }

  /// Allocates silent samples.
  func samples(_ count: Int) -> UnsafeMutablePointer<Float> {
    unsafe array([Float](repeating: 0, count: count))
  }
}

/// The last cycles of one channel, for delayed reads; plans share it.
@safe final class ChannelHistory: @unchecked Sendable {  // one render thread uses it
  let line: UnsafeMutablePointer<DryDelay>
  /// The largest delay in frames.
  let frameCount: Int

  /// Thread: control.
  init(atLeast frames: Int, frameCapacity: Int) {
    var count = 64
    while count < frames { count *= 2 }
    frameCount = count
    unsafe line = .allocate(capacity: 1)
    unsafe line.initialize(
      to: DryDelay(frameCount: count, channelCount: 1, frameCapacity: frameCapacity))
  }

  deinit {
    unsafe line.deinitialize(count: 1)
    unsafe line.deallocate()
  }
}

/// The line of a MIDI connection; plans share it.
@safe final class ConnectionLine: @unchecked Sendable {  // one render thread uses it
  let line: UnsafeMutablePointer<MIDILine>

  /// Thread: control.
  init(_ filter: MIDIFilter) {
    unsafe line = .allocate(capacity: 1)
    unsafe line.initialize(to: MIDILine(filter))
  }

  deinit {
    unsafe line.deinitialize(count: 1)
    unsafe line.deallocate()
  }
}

/// The timeline of a graph's music; plans share it.
@safe final class TimelineMemory: @unchecked Sendable {  // one render thread uses it
  let timeline: MusicalTimeline
  let feed: UnsafeMutablePointer<TimelineFeed>

  /// Thread: control.
  init(_ timeline: MusicalTimeline, sampleRate: Double) {
    self.timeline = timeline
    unsafe feed = .allocate(capacity: 1)
    unsafe feed.initialize(to: TimelineFeed(timeline, sampleRate: sampleRate))
  }

  deinit {
    unsafe feed.deinitialize(count: 1)
    unsafe feed.deallocate()
  }
}

/// The list of a node's MIDI output.
@safe final class SentList: @unchecked Sendable {  // one render thread uses it
  let list: UnsafeMutablePointer<EventList>

  /// Thread: control.
  init() {
    unsafe list = .allocate(capacity: 1)
    unsafe list.initialize(to: EventList(capacity: SlotEvents.sentCapacity))
  }

  deinit {
    unsafe list.deinitialize(count: 1)
    unsafe list.deallocate()
  }
}
