internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem

/// The result of the replay of a crash.
public struct CrashReplayResult: Sendable, Equatable {
  /// The cause of the extension's end, in words; nil if it rendered all cycles of the recording.
  public var cause: String?
  /// Whether it ended for the same reason as before.
  public var isSameCause = false
  /// Whether it ended in the cycle in which the recording ends.
  public var isAtRecordedEnd = false
}

extension RunningSession {
  /// Replays the input of an extension before a fault, in a new process; the session plays on.
  ///
  /// - Parameters:
  ///   - path: The crash bundle of one of the node's faults.
  ///   - name: The node.
  /// - Returns: Whether and how it ended again.
  /// - Throws: An error if the node has no such fault, if another replay runs, or the reason why the
  ///   bundle cannot be replayed.
  public func replay(
    bundle path: String, of name: String
  ) throws(SessionEditError) -> CrashReplayResult {
    let component = try runningComponent(of: name)
    guard component.status?.faults.contains(where: { $0.bundlePath == path }) == true else {
      throw SessionEditError(
        .unknown, "'\(name)' has no fault with the bundle '\(path.printable)'.")
    }
    let isFree = state.withLock { state in
      defer { state.isReplaying = true }
      return !state.isReplaying
    }
    guard isFree else {
      throw SessionEditError(.conflict, "A crash is being replayed; try again when it is done.")
    }
    defer { state.withLock { $0.isReplaying = false } }
    do throws(HostError) {
      let bundle = try CrashBundle(contentsOf: path)
      let instance = try component.makeInstance()
      defer { instance.terminate() }
      let replay = CrashReplay(bundle, instance: instance)
      let outcome = try replay.run()
      return CrashReplayResult(
        cause: outcome.cause.map { "\($0)" }, isSameCause: replay.isSame(outcome),
        isAtRecordedEnd: outcome.isAtRecordedEnd)
    } catch {
      throw SessionEditError(error)
    }
  }
}
