internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoCore

/// The memory in which the render thread keeps the last ten seconds of one instance.
///
/// It takes ten seconds of the instance's inputs and at most 1 MiB more. All of it is touched when
/// it is made, so that the render thread meets no page that is not there.
@safe public final class FlightLog: @unchecked Sendable {  // see `recording`
  let recorder: UnsafeMutablePointer<FlightRecorder>

  /// Seconds that are kept.
  public static let seconds = 10.0
  /// Bytes of samples at most: an instance with very many inputs is kept for a shorter time.
  public static let maximumSampleBytes = 64 << 20

  /// Makes the memory.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - sampleRate: Frames per second, in Hz.
  ///   - channelCount: Audio channels of all inputs.
  public init(sampleRate: Double, channelCount: Int) {
    let most = Self.maximumSampleBytes / (MemoryLayout<Float>.size * max(1, channelCount))
    let frames = min(Int(sampleRate * Self.seconds), most)
    unsafe recorder = .allocate(capacity: 1)
    unsafe recorder.initialize(
      to: FlightRecorder(frameCapacity: max(1, frames), channelCount: channelCount))
  }

  deinit {
    unsafe recorder.deinitialize(count: 1)
    unsafe recorder.deallocate()
  }

  /// Bytes of the memory.
  public var byteCount: Int {
    let samples = unsafe recorder.pointee.frameCapacity * recorder.pointee.channelCount
    return samples * MemoryLayout<Float>.size
      + FlightRecorder.cycleCapacity * MemoryLayout<FlightCycle>.stride
      + FlightRecorder.eventCapacity * MemoryLayout<FlightEvent>.stride
      + FlightRecorder.contextCapacity * MemoryLayout<FlightContext>.stride
      + 64 * 1024  // what is left behind: messages and parameters
  }

  /// A copy of what is kept; nil where the render thread writes without a pause.
  ///
  /// Thread: control. The render thread never waits: the copy is made again if it has written in
  /// the meantime. It writes no more once the instance has ended.
  public func recording() -> FlightRecording? {
    for _ in 0..<200 {
      let before = unsafe recorder.pointee.sequence.pointee.load(ordering: .acquiring)
      if before % 2 == 0 {
        let copy = unsafe FlightCopy(recorder)
        tenuto_fence_acquire()
        let after = unsafe recorder.pointee.sequence.pointee.load(ordering: .relaxed)
        if after == before { return copy.recording }
      }
      usleep(500)
    }
    return nil
  }
}

/// The rings as they were, before it is known whether the copy is of one piece.
private struct FlightCopy {
  private var before: [TimedEvent.Payload] = []
  private var cycles: [FlightCycle]
  private var events: [FlightEvent]
  private var contexts: [FlightContext]
  private var inputs: [[Float]]
  private let firstCycle: Int

  init(_ recorder: UnsafeMutablePointer<FlightRecorder>) {
    firstCycle = unsafe recorder.pointee.cycleRange.first
    cycles = unsafe Self.ring(
      recorder.pointee.cycles, recorder.pointee.cycleRange, FlightRecorder.cycleCapacity)
    events = unsafe Self.ring(
      recorder.pointee.events, recorder.pointee.eventRange, FlightRecorder.eventCapacity)
    contexts = unsafe Self.ring(
      recorder.pointee.contexts, recorder.pointee.contextRange, FlightRecorder.contextCapacity)
    let capacity = unsafe recorder.pointee.frameCapacity
    inputs = (0..<(unsafe recorder.pointee.channelCount)).map { channel in
      unsafe Self.ring(
        recorder.pointee.inputs + channel * capacity, recorder.pointee.frameRange, capacity)
    }
    before = unsafe recorder.pointee.parameters.values
    // Controllers first, then the notes that are held under them.
    for isNote in [false, true] {
      for place in 0..<(unsafe recorder.pointee.played.placeCount) {
        if let packet = unsafe recorder.pointee.played.message(at: place, isNote: isNote) {
          before.append(.midi(packet))
        }
      }
    }
  }

  /// The kept part of a ring; the range may be torn, so it is put into bounds.
  private static func ring<T: BitwiseCopyable>(
    _ memory: UnsafeMutablePointer<T>, _ range: FlightRecorder.Range, _ capacity: Int
  ) -> [T] {
    let count = min(max(0, range.count), capacity)
    let start = max(0, range.first) % capacity
    let head = min(count, capacity - start)
    return unsafe Array(UnsafeBufferPointer(start: memory + start, count: head))
      + Array(UnsafeBufferPointer(start: memory, count: count - head))
  }

  /// What was copied, by the places of its cycles; only of a copy that is of one piece.
  var recording: FlightRecording {
    FlightRecording(
      before: before,
      cycles: cycles.map {
        FlightRecording.Cycle(
          sampleTime: $0.sampleTime, frameCount: Int($0.frameCount), isAsked: $0.isAsked,
          isOffline: $0.isOffline)
      },
      events: events.map {
        FlightRecording.Event(cycle: $0.cycle - firstCycle, event: $0.event)
      },
      contexts: contexts.map {
        let number = $0.cycle &- UInt32(truncatingIfNeeded: firstCycle)
        return FlightRecording.Context(
          cycle: Int(number), frameOffset: Int($0.frameOffset), context: $0.context)
      },
      inputs: inputs)
  }
}
