internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoCore

/// The memory in which the render thread records the last ten seconds of one instance.
///
/// It holds ten seconds of the instance's inputs and at most 1 MiB more. All pages are touched at
/// creation, so that the render thread causes no page fault.
@safe public final class FlightLog: @unchecked Sendable {  // see `recording`
  let recorder: UnsafeMutablePointer<FlightRecorder>

  /// Seconds that are recorded.
  public static let seconds = 10.0
  /// The most bytes of samples: an instance with very many inputs is recorded for a shorter time.
  public static let maximumSampleBytes = 64 << 20

  /// Allocates the memory.
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
      + 64 * 1024  // state before the first cycle: messages, parameters
  }

  /// A copy of the recording; nil if the render thread writes without a pause.
  ///
  /// Thread: control. The render thread never waits: if it writes during the copy, the copy is
  /// repeated. It no longer writes once the instance has ended.
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

/// A copy of the rings that may be torn.
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
    // Controllers first, then the notes that are held.
    for isNote in [false, true] {
      for index in 0..<(unsafe recorder.pointee.played.entryCount) {
        if let packet = unsafe recorder.pointee.played.message(at: index, isNote: isNote) {
          before.append(.midi(packet))
        }
      }
    }
  }

  /// The recorded part of a ring; the range may be torn, so it is clamped.
  private static func ring<T: BitwiseCopyable>(
    _ memory: UnsafeMutablePointer<T>, _ range: FlightRecorder.Range, _ capacity: Int
  ) -> [T] {
    let count = min(max(0, range.count), capacity)
    let start = max(0, range.first) % capacity
    let head = min(count, capacity - start)
    return unsafe Array(UnsafeBufferPointer(start: memory + start, count: head))
      + Array(UnsafeBufferPointer(start: memory, count: count - head))
  }

  /// The recording, with events indexed by their cycles; only for a copy that is not torn.
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
