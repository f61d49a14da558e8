import Glibc
import Synchronization
import TenutoSystem
import TenutoTransport

/// Renders the jobs of a list, several at a time, each in a separate `tenuto render`.
///
/// A job that fails does not affect the others. A job in the journal is done if its inputs are
/// unchanged and its output has the same SHA-256.
final class BatchRun: Sendable {
  /// The end of a job.
  private enum Outcome {
    case rendered
    /// An earlier run has rendered it.
    case done
    case failed(String)
    /// The user stopped it.
    case stopped
  }

  private struct State: Sendable {
    var next = 0
    var (rendered, done, failed) = (0, 0, 0)
    var finished: Int { rendered + done + failed }
  }

  private let list: JobList
  private let journal: JobJournal
  private let inputs: JobInputs
  private let options: [String]
  private let isFresh: Bool
  private let state = Mutex(State())

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - list: The jobs.
  ///   - journal: Their journal.
  ///   - inputs: Computes the digest of a job's inputs.
  ///   - options: Options for every `tenuto render`.
  ///   - isFresh: Whether jobs that are done are rendered again.
  init(
    _ list: JobList, _ journal: JobJournal, _ inputs: JobInputs, options: [String], isFresh: Bool
  ) {
    (self.list, self.journal, self.inputs) = (list, journal, inputs)
    (self.options, self.isFresh) = (options, isFresh)
  }

  /// Renders the jobs, `count` at a time.
  ///
  /// - Returns: The result, as one line.
  /// - Throws: The number of jobs that failed, or that are left because the user stopped the
  ///   program.
  func run(_ count: Int) throws(Failure) -> String {
    let began = MonotonicTime.now
    let ends = (0..<min(count, max(1, list.jobs.count))).map { _ in
      let end = Signal()
      DetachedThread.startOrTrap {
        while let job = self.next() { self.finish(job) }
        end.send()
      }
      return end
    }
    for end in ends { end.wait() }
    let state = state.withLock { $0 }
    let seconds = Double(MonotonicTime.now.nanoseconds - began.nanoseconds) / 1e9
    let left = list.jobs.count - state.finished
    guard left == 0 else {
      throw .work(
        "Stopped; \(Numbers.count(left, "job")) of \(list.jobs.count) are left, and the same "
          + "command continues with them.")
    }
    let line =
      "\(Numbers.count(list.jobs.count, "job")): \(state.rendered) rendered, \(state.done) done "
      + "before, \(state.failed) failed (\(Numbers.fixed(seconds, places: 1)) s)"
    guard state.failed == 0 else {
      throw .work("\(line); the same command tries the failed ones again.")
    }
    return line
  }

  private func next() -> RenderJob? {
    guard !SignalTrap.isStopRequested else { return nil }
    return state.withLock { state in
      guard state.next < list.jobs.count else { return nil }
      defer { state.next += 1 }
      return list.jobs[state.next]
    }
  }

  private func finish(_ job: RenderJob) {
    let outcome = outcome(of: job)
    let count = state.withLock { state in
      switch outcome {
      case .rendered: state.rendered += 1
      case .done: state.done += 1
      case .failed: state.failed += 1
      case .stopped: break
      }
      return state.finished
    }
    switch outcome {
    case .rendered:
      // The files count, not the report: a closed pipe does not stop the run.
      try? Output.line("\(count)/\(list.jobs.count) \(job.output.printable)")
    case .failed(let reason):
      Output.note("\(list.path):\(job.line): \(job.output): \(reason)")
    case .done, .stopped: break
    }
  }

  // MARK: - One job

  private func outcome(of job: RenderJob) -> Outcome {
    let needed = inputs.digest(of: job)
    if !isFresh, let entry = journal.entry(job.output), entry.inputs == needed {
      let digest = SHA256Text.digest(ofFile: job.outputPath)
      if digest == entry.digest { return .done }
      if digest != nil { Output.note("\(job.output) has changed, and is rendered again") }
    }
    do throws(Failure) {
      try Self.makeFolder(for: job)
      Self.removeLeftovers(of: job)
      let outcome = try ToolProcess.run(Self.command + options + job.arguments, in: ".")
      guard outcome.isSuccess else {
        return SignalTrap.isStopRequested ? .stopped : .failed(Self.reason(outcome))
      }
      guard let digest = SHA256Text.digest(ofFile: job.outputPath) else {
        return .failed("The file cannot be read.")
      }
      try journal.add(job.output, JobJournal.Entry(digest: digest, inputs: needed))
      return .rendered
    } catch {
      return .failed(error.message)
    }
  }

  /// This program, run by a tool that ends it with its parent, if the system has such a tool.
  private static let command: [String] =
    (Environment.hasProgram("setpriv") ? ["setpriv", "--pdeathsig", "TERM"] : [])
    + [FileCalls.target(of: "/proc/self/exe"), "render"]

  private static func makeFolder(for job: RenderJob) throws(Failure) {
    let folder = FileCalls.parent(of: job.outputPath)
    do throws(SystemError) {
      try FileCalls.makeFolders(folder)
    } catch {
      throw Failure(HostError(.fileWriteFailed, path: folder, "cannot be made", because: error))
    }
  }

  /// Removes unfinished files of a killed process; a process that still writes has locked its file.
  private static func removeLeftovers(of job: RenderJob) {
    let folder = FileCalls.parent(of: job.outputPath)
    let prefix = FileCalls.lastName(of: job.outputPath) + ".part-"
    for name in (try? FileCalls.names(in: folder)) ?? []
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
      let path = "\(folder)/\(name)"
      guard let file = try? FileCalls.openRegular(path),
        flock(file.number, LOCK_EX | LOCK_NB) == 0
      else { continue }
      try? FileCalls.remove(path)
    }
  }

  /// The last sentence of a process that failed, without the program's name.
  private static func reason(_ outcome: ToolProcess.Outcome) -> String {
    guard let line = outcome.complaints.split(separator: "\n").last else {
      return "The process was ended."
    }
    return String(line.hasPrefix("tenuto: ") ? line.dropFirst("tenuto: ".count) : line)
  }
}
