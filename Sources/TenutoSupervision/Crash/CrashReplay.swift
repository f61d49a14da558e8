internal import CTenuto
internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
public import TenutoRender
public import TenutoSystem
internal import TenutoTransport

/// Plays what a crash bundle has recorded once more, offline: the same cycles, events, music's time
/// and sound, from the same state.
///
/// A component that is deterministic ends at the same cycle, or makes the same sound, at each run.
///
/// Thread: control, which is the render thread here.
public struct CrashReplay {
  /// The result of the replay.
  public struct Outcome: Sendable, Equatable {
    /// Why it ended, nil where it rendered all cycles.
    public var cause: FaultCause?
    /// The first frame of the cycle in which it ended; nil before the first cycle.
    public var sampleTime: Int64?
    /// Whether that was the cycle in which the recording ends.
    public var isAtRecordedEnd = false
    /// The last bytes that it printed.
    public var output: [UInt8] = []
    /// `[channel][frame]`, as the extension wrote it; silent in cycles that it was not asked for.
    public var sound: [[Float]] = []
  }

  private let bundle: CrashBundle
  private let instance: Instance
  /// Milliseconds that a cycle may take before the extension counts as hung, nil for ever.
  private let patience: UInt64?

  /// Prepares the replay of `bundle`.
  ///
  /// - Parameters:
  ///   - bundle: What is replayed.
  ///   - instance: The same component, just started; it is of no use afterwards.
  ///   - patience: Milliseconds that a cycle may take before the extension counts as hung; nil for
  ///     ever, as for a debugger.
  public init(_ bundle: CrashBundle, instance: Instance, patience: UInt64? = 10_000) {
    self.bundle = bundle
    self.instance = instance
    self.patience = patience
  }

  /// Plays the recording.
  ///
  /// - Parameter whenReady: Called when the instance has its state and memory, before the first
  ///   cycle.
  /// - Returns: What came of it.
  /// - Throws: `.fileInvalid` where nothing was recorded, `.formatRefused`, `.stateRefused`, and
  ///   what `whenReady` throws. An extension that ends is an outcome, not an error.
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
        .fileInvalid, "\(bundle.path) has cycles of more than the \(capacity) frames it tells of.")
    }
    let stage: ReplayStage
    do throws(HostError) {
      stage = try prepare()
    } catch {
      // An extension may end while it takes its state.
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
      let result = stage.render(cycle, content, patience: patience)
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

  /// Finds out how it ended.
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

  /// Whether an outcome is what the bundle tells of: the same kind of end, by the same signal or
  /// exit code.
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
