import FoundationEssentials

/// Runs again those commands of a build whose files have changed, as SwiftPM has planned them.
///
/// What a command writes anew with the same bytes has not changed for those behind it: where only
/// the body of a function is another, the module that calls it is not compiled.
struct RecordedBuild {
  private let steps: [BuildStep]
  private let folder: String
  /// What each step has read when it last succeeded: a compiler that fails takes its list away.
  private var reads: [Set<String>]
  /// Every file that a step reads, as it was when all was built.
  private var stamps: [String: FileStamp] = [:]
  /// What each step has written when it last ran: an executable takes 13 ms to be read.
  private var digests: [String: FileDigest] = [:]
  /// What has changed and was not built, as a step has failed.
  private var pending: Set<String> = []

  /// Takes over after SwiftPM has built everything; `start` is a moment before it began.
  init(_ plan: BuildPlan, folder: String, since start: Date) {
    steps = plan.steps
    self.folder = folder
    reads = steps.map(\.dependencies)
    stamps = currentStamps
    // Saved while SwiftPM was at work: it may have read what was there before.
    let second = Int(start.timeIntervalSince1970)
    pending = Set(
      stamps.filter { $0.value.seconds >= second && !$0.key.contains("/.build/") }.map(\.key))
  }

  private var currentStamps: [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for path in reads.reduce(into: Set<String>(), { $0.formUnion($1) }) {
      stamps[path] = FileStamp(path)
    }
    return stamps
  }

  /// Builds what has changed.
  ///
  /// - Returns: What the compiler said where it failed; nil where all is built.
  /// - Throws: Which tool cannot be started.
  mutating func run() throws(Failure) -> BuildCommand.Outcome? {
    let now = currentStamps
    var changed = pending.union(now.filter { stamps[$0.key] != $0.value }.map(\.key))
    changed.formUnion(stamps.keys.filter { now[$0] == nil })
    stamps = now
    for (index, step) in steps.enumerated() where isDue(index, changed) {
      let before = step.outputs.map { digests[$0] ?? FileDigest($0) }
      let outcome = try BuildCommand.run(step.arguments, in: folder, isBackground: true)
      for (output, digest) in zip(step.outputs, before) {
        let new = FileDigest(output)
        if new != digest { changed.insert(output) }
        digests[output] = new
      }
      guard outcome.isSuccess else {
        pending = changed
        return outcome
      }
      reads[index] = step.dependencies
    }
    pending = []
    noteOutputs()
    return nil
  }

  /// The file at `path`, an output, as the last build has left it.
  func digest(of path: String) -> FileDigest { digests[path] ?? FileDigest(path) }

  private func isDue(_ index: Int, _ changed: Set<String>) -> Bool {
    !changed.isDisjoint(with: reads[index])
      || steps[index].outputs.contains { FileStamp($0) == nil }
  }

  /// Remembers what the steps themselves have written; what they read was noted before they did.
  private mutating func noteOutputs() {
    let outputs = Set(steps.flatMap(\.outputs))
    for (path, stamp) in currentStamps where outputs.contains(path) || stamps[path] == nil {
      stamps[path] = stamp
    }
  }
}

/// Whether a file has other bytes than before.
struct FileDigest: Equatable {
  private let value: Int?

  /// Reads the file at `path`.
  init(_ path: String) {
    value = FileManager.default.contents(atPath: path).map { data in
      var hasher = Hasher()
      unsafe data.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      return hasher.finalize()
    }
  }
}
