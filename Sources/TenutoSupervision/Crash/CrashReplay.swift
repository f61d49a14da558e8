internal import CTenuto
internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
public import TenutoRender
public import TenutoSystem
internal import TenutoTransport

/// Replays a crash bundle's recording offline: the same cycles, events, musical time and sound,
/// from the same state.
///
/// A deterministic component ends at the same cycle, or produces the same sound, in each run.
///
/// Thread: control, which acts as the render thread here.
public struct CrashReplay {
  /// The result of the replay.
  public struct Outcome: Sendable, Equatable {
    /// The cause of its end; nil if it rendered all cycles.
    public var cause: FaultCause?
    /// The first frame of the cycle in which it ended; nil before the first cycle.
    public var sampleTime: Int64?
    /// Whether that was the cycle in which the recording ends.
    public var isAtRecordedEnd = false
    /// The last bytes of its output.
    public var output: [UInt8] = []
    /// `[channel][frame]`, as the extension wrote it; silence for cycles that were not asked for.
    public var sound: [[Float]] = []
  }

  private let bundle: CrashBundle
  private let instance: Instance
  /// Milliseconds that a cycle may take before the extension counts as hung, or nil for no limit.
  private let timeout: UInt64?

  /// Prepares the replay of `bundle`.
  ///
  /// - Parameters:
  ///   - bundle: The bundle to replay.
  ///   - instance: A new instance of the same component; it cannot be used afterwards.
  ///   - timeout: Milliseconds that a cycle may take before the extension counts as hung; nil for
  ///     no limit, as for a debugger.
  public init(_ bundle: CrashBundle, instance: Instance, timeout: UInt64? = 10_000) {
    self.bundle = bundle
    self.instance = instance
    self.timeout = timeout
  }

  /// Plays the recording.
  ///
  /// - Parameter whenReady: Called before the first cycle, when the instance has its state and
  ///   memory.
  /// - Returns: The outcome.
  /// - Throws: `.fileInvalid` if nothing was recorded, `.formatRefused`, `.stateRefused`, and the
  ///   errors of `whenReady`. An extension that ends is an outcome, not an error.
  public func run(
    whenReady: () throws(HostError) -> Void = {}
  ) throws(HostError) -> Outcome {
    guard let recording = bundle.content.recording, !recording.cycles.isEmpty else {
      throw HostError(
        .fileInvalid, "\(bundle.path) has no recording: the component was not recorded.")
    }
    let capacity = bundle.content.format.frameCapacity
    guard recording.cycles.allSatisfy({ $0.frameCount <= capacity }) else {
      throw HostError(
        .fileInvalid, "\(bundle.path) has cycles of more than its maximum of \(capacity) frames.")
    }
    let stage: ReplayStage
    do throws(HostError) {
      stage = try prepare()
    } catch {
      // An extension may end while it loads its state.
      guard error.code == .extensionDied else { throw error }
      return conclude(Outcome(), .ended)
    }
    try whenReady()
    return play(recording, on: stage)
  }

  private func prepare() throws(HostError) -> ReplayStage {
    let content = bundle.content
    if instance.layout != content.layout { try instance.setLayout(content.layout) }
    if let state = content.state {
      try instance.restore(state)
    } else {
      let known = content.parameters.filter { value in
        let parameter = instance.description.parameter(at: value.address)
        return parameter.map { !$0.flags.contains(.readOnly) } ?? false
      }
      try instance.set(known)
    }
    return try .make(instance, format: content.format)
  }

  private func play(_ recording: FlightRecording, on stage: consuming ReplayStage) -> Outcome {
    var feed = ReplayFeed(recording)
    var outcome = Outcome()
    outcome.sound = Array(repeating: [], count: bundle.content.format.outputChannelCount)
    for (index, cycle) in recording.cycles.enumerated() {
      let content = feed.next(cycle)
      guard cycle.isAsked else {
        for channel in outcome.sound.indices {
          outcome.sound[channel] += repeatElement(0, count: cycle.frameCount)
        }
        continue
      }
      let result = stage.render(cycle, content, timeout: timeout)
      guard result == .rendered else {
        outcome.sampleTime = cycle.sampleTime
        outcome.isAtRecordedEnd = recording.cycles.lastIndex(where: \.isAsked) == index
        return conclude(outcome, result)
      }
      stage.takeOutput(frameCount: cycle.frameCount, into: &outcome.sound)
    }
    outcome.output = instance.process.outputTail
    return outcome
  }

  /// Determines how the extension ended.
  private func conclude(_ outcome: Outcome, _ result: ReplayStage.Result) -> Outcome {
    var outcome = outcome
    if result == .late {
      instance.process.monitor.kill()
      outcome.cause = .hung
    }
    let gone = Signal()
    instance.process.monitor.whenEnded { _ in gone.send() }
    gone.wait()
    outcome.output = instance.process.outputTail
    if outcome.cause == nil, let exit = instance.process.exit {
      outcome.cause = FaultCause(exit, note: FaultNote(output: outcome.output))
    }
    return outcome
  }

  /// Whether the outcome matches the bundle: the same kind of end, with the same signal or exit
  /// code.
  public func isSame(_ outcome: Outcome) -> Bool {
    switch (bundle.content.cause, outcome.cause) {
    case (.crashed(let old, _), .crashed(let new, _)): old == new
    case (.exited(let old), .exited(let new)): old == new
    case (.killed(let old), .killed(let new)): old == new
    case (let old, let new?): old.kind == new.kind
    case (_, nil): false
    }
  }
}
