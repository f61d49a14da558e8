import ArgumentParser
import Glibc

/// A list of jobs, and the jobs to render.
struct BatchOptions: ParsableArguments {
  @Option(
    name: .customLong("batch"),
    help: ArgumentHelp(
      "Renders the jobs of a list, and continues an earlier run.",
      discussion: """
        The columns are source and output, and any of instrument, gm, font, effect, midi, preset, \
        set, rate, frames, tail, 24-bit and sha256: the options of this command. Several effects, \
        MIDI processors, presets or settings in one cell are separated by semicolons; relative \
        paths start at the list's folder. Finished jobs are noted in FILE.done.
        """,
      valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var list: String?

  @Option(
    help: ArgumentHelp(
      "With '--batch', the jobs that run at once, 1 to 256; by default one for each core.",
      valueName: "count"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "With '--batch', only these jobs, by their number, such as 17 or 1-10,25; other processes may "
        + "work on the rest.",
      valueName: "numbers"),
    transform: Self.numbers)
  var only: [Int]?

  @Flag(help: "With '--batch', renders all jobs again.")
  var fresh = false

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) {
      throw ValidationError("\(jobs) jobs at once are out of range; choose '--jobs' from 1 to 256")
    }
    if list == nil, jobs != nil || only != nil || fresh {
      throw ValidationError("'--jobs', '--only' and '--fresh' need a list; give '--batch' as well")
    }
  }

  /// The jobs that run at once.
  var jobCount: Int { jobs ?? max(1, min(256, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private static func numbers(_ text: String) throws -> [Int] {
    try text.split(separator: ",", omittingEmptySubsequences: false).flatMap { part in
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard let first = ends[0], let last = ends[ends.count - 1], ends.count <= 2, first >= 1,
        last >= first, last <= 10_000_000
      else { throw ValidationError("'\(part)' is not the number of a job, such as 17 or 1-10") }
      return Array(first...last)
    }
  }
}
