internal import Synchronization
internal import TenutoCore
public import TenutoMIDI
internal import TenutoTransport

/// Passes audio and MIDI from a node of a graph to one thread that may block.
///
/// The node is `Graph.Content.monitor`. If the thread is late, whole cycles are dropped, which the
/// sample times show; no cycle waits for it.
public final class GraphMonitor: Sendable {
  /// A continuous piece of audio.
  public struct Sound: Sendable, Equatable {
    /// The time of the first frame, in frames since the engine started.
    public var sampleTime: Int64
    /// Interleaved samples.
    public var samples: [Float]
  }

  /// A packet at a frame.
  public struct TimedMIDI: Sendable, Equatable {
    /// The frame, since the engine started.
    public var sampleTime: Int64
    /// The packet, in MIDI 2.0 protocol.
    public var packet: UMP
  }

  private struct Reader {
    /// Frames taken so far.
    var position: Int64 = 0
    /// The time of the frame at position 0 if there were no gap.
    var origin: Int64 = 0
  }

  /// Channels of its audio input; 0 for MIDI only.
  public let channelCount: Int
  /// The render thread's end.
  let tap: MonitorTap
  private let reader = Mutex(Reader())
  private let rate = Atomic<UInt64>(0)

  /// Creates a monitor with this number of audio channels.
  public init(channelCount: Int) {
    self.channelCount = channelCount
    tap = .allocate(channelCount: channelCount)
  }

  deinit { tap.deallocate() }

  /// The sample rate in Hz; 0 until it is part of a playing graph.
  ///
  /// Thread: any but render.
  public var sampleRate: Double { Double(bitPattern: rate.load(ordering: .relaxed)) }

  /// Sets the sample rate of its engine.
  func prepare(sampleRate: Double) { rate.store(sampleRate.bitPattern, ordering: .relaxed) }

  /// Returns the pending audio, at most `frameLimit` frames, or nil.
  ///
  /// Thread: control.
  public func takeSound(atMost frameLimit: Int) -> Sound? {
    reader.withLock { reader in
      let ring = tap.ring
      if ring.isCut {
        // The writer does not change the origin until the cut is taken.
        let origin = tap.origin
        if ring.takeCut() { reader.origin = origin }
      }
      var samples: [Float] = []
      let count = unsafe ring.read { frames in
        let count = min(frameLimit, frames.count / max(1, channelCount))
        unsafe samples = Array(frames.prefix(count * channelCount))
        return count
      }
      guard count > 0 else { return nil }
      defer { reader.position += Int64(count) }
      return Sound(sampleTime: reader.origin + reader.position, samples: samples)
    }
  }

  /// Returns the pending MIDI, in MIDI 2.0 protocol.
  ///
  /// Thread: control.
  public func takeMIDI() -> [UMP] { takeTimedMIDI().map(\.packet) }

  /// Returns the pending MIDI with its times.
  ///
  /// Thread: control.
  public func takeTimedMIDI() -> [TimedMIDI] {
    reader.withLock { _ in
      var packets: [TimedMIDI] = []
      while let event = tap.events.take() {
        guard case .midi(let packet) = event.payload else { continue }
        packets.append(TimedMIDI(sampleTime: tap.sampleTime(of: event), packet: packet))
      }
      return packets
    }
  }
}

/// The render thread's end of a `GraphMonitor`.
///
/// Valid as long as the monitor.
@safe struct MonitorTap: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  let ring: AudioRing
  let events: EventRing
  private let words: UnsafeMutablePointer<Atomic<Int64>>

  /// The time of the frame at position 0 if there were no gap; written by the reader after a cut.
  private static var originWord: Int { @_noLocks get { 0 } }
  /// Frames written so far; written by the writer.
  private static var countWord: Int { @_noLocks get { 1 } }
  /// The time of the next frame, or −1 after a gap; written by the writer.
  private static var nextWord: Int { @_noLocks get { 2 } }
  /// The time of the first frame of the last cycle with MIDI; written by the writer.
  private static var cycleWord: Int { @_noLocks get { 3 } }
  private static var wordCount: Int { 4 }

  /// 0.7 s at 48 kHz, and four of the longest cycles.
  private static let frameCapacity = 1 << 15
  private static let eventCapacity = 4096

  fileprivate static func allocate(channelCount: Int) -> MonitorTap {
    let words = UnsafeMutablePointer<Atomic<Int64>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    unsafe words[nextWord].store(-1, ordering: .relaxed)
    return unsafe MonitorTap(
      ring: .allocate(channelCount: max(1, channelCount), frameCapacity: frameCapacity),
      events: .allocate(capacity: eventCapacity), words: words)
  }

  fileprivate func deallocate() {
    ring.deallocate()
    events.deallocate()
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
  }

  fileprivate var origin: Int64 { unsafe words[Self.originWord].load(ordering: .relaxed) }

  /// Stores a cycle that begins at `sampleTime`; nil stands for a silent channel.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - inputs: One pointer for each channel of the monitor.
  ///   - silence: At least `frameCount` zero samples.
  ///   - frameCount: Frames in the cycle.
  ///   - sampleTime: The time of the first frame.
  @_noLocks
  func write(
    _ inputs: UnsafePointer<UnsafePointer<Float>?>, silence: UnsafePointer<Float>, frameCount: Int,
    sampleTime: Int64
  ) {
    guard ring.freeFrames >= frameCount, join(at: sampleTime) else {
      unsafe words[Self.nextWord].store(-1, ordering: .relaxed)
      return
    }
    for channel in 0..<ring.channelCount {
      unsafe ring.write(inputs[channel] ?? silence, channel: channel, frameCount: frameCount)
    }
    ring.publish(frameCount: frameCount)
    let count = unsafe words[Self.countWord].load(ordering: .relaxed)
    unsafe words[Self.countWord].store(count &+ Int64(frameCount), ordering: .relaxed)
    unsafe words[Self.nextWord].store(sampleTime &+ Int64(frameCount), ordering: .relaxed)
  }

  /// Reports a gap to the reader, if there is one; returns false while an earlier one is unread.
  @_noLocks
  private func join(at sampleTime: Int64) -> Bool {
    guard (unsafe words[Self.nextWord].load(ordering: .relaxed)) != sampleTime else { return true }
    guard !ring.isCut else { return false }
    let count = unsafe words[Self.countWord].load(ordering: .relaxed)
    unsafe words[Self.originWord].store(sampleTime &- count, ordering: .relaxed)
    return ring.cut()
  }

  /// Stores an event of a cycle that begins at `sampleTime`; drops it if there is no room.
  ///
  /// In the ring its frame counts from the start of the engine, modulo 2³².
  ///
  /// Thread: render.
  @_noLocks
  func write(_ event: TimedEvent, sampleTime: Int64) {
    unsafe words[Self.cycleWord].store(sampleTime, ordering: .relaxed)
    let frame = UInt32(truncatingIfNeeded: sampleTime) &+ event.frameOffset
    _ = events.write(TimedEvent(frameOffset: frame, payload: event.payload))
  }

  /// Returns the frame of an event from the ring, which is younger than half a day.
  fileprivate func sampleTime(of event: TimedEvent) -> Int64 {
    let cycle = unsafe words[Self.cycleWord].load(ordering: .relaxed)
    let distance = event.frameOffset &- UInt32(truncatingIfNeeded: cycle)
    return cycle &+ Int64(Int32(bitPattern: distance))
  }
}
