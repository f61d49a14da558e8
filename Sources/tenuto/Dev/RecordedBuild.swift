import FoundationEssentials

/// Reruns the commands of a build whose inputs have changed, as SwiftPM planned them.
///
/// An output that is rewritten with the same bytes counts as unchanged: after a change of a
/// function's body, the modules that call it are not compiled.
struct RecordedBuild {
  private let steps: [BuildStep]
  private let folder: String
  /// The files that each step read when it last succeeded: a failing compiler deletes its list.
  private var reads: [Set<String>]
  /// The files that the steps read, as of the last complete build.
  private var stamps: [String: FileStamp] = [:]
  /// The digest of each output after the last run; reading an executable takes 13 ms.
  private var digests: [String: FileDigest] = [:]
  /// Changes that are not built yet, because a step has failed.
  private var pending: Set<String> = []

  /// Continues after SwiftPM has built everything; `start` is a moment before its start.
  init(_ plan: BuildPlan, folder: String, since start: Date) {
    steps = plan.steps
    self.folder = folder
    reads = steps.map(\.dependencies)
    stamps = currentStamps
    // A file saved during SwiftPM's run may have been read before the change.
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

  /// Builds changed code.
  ///
  /// - Returns: The compiler's output if it failed; nil if everything is built.
  /// - Throws: An error if a tool cannot be started.
  mutating func run() throws(Failure) -> ToolProcess.Outcome? {
    let now = currentStamps
    var changed = pending.union(now.filter { stamps[$0.key] != $0.value }.map(\.key))
    changed.formUnion(stamps.keys.filter { now[$0] == nil })
    stamps = now
    for (index, step) in steps.enumerated() where isDue(index, changed) {
      let before = step.outputs.map { digests[$0] ?? FileDigest($0) }
      let outcome = try ToolProcess.run(step.arguments, in: folder, isBackground: true)
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

  /// Returns the digest of the output at `path` after the last build.
  func digest(of path: String) -> FileDigest { digests[path] ?? FileDigest(path) }

  private func isDue(_ index: Int, _ changed: Set<String>) -> Bool {
    !changed.isDisjoint(with: reads[index])
      || steps[index].outputs.contains { FileStamp($0) == nil }
  }

  /// Notes the outputs of the steps; their inputs were noted before they ran.
  private mutating func noteOutputs() {
    let outputs = Set(steps.flatMap(\.outputs))
    for (path, stamp) in currentStamps where outputs.contains(path) || stamps[path] == nil {
      stamps[path] = stamp
    }
  }
}

/// Compares the contents of a file.
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
