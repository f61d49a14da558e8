internal import CValidate
internal import Glibc
internal import Synchronization
internal import TenutoTransport

/// The checks of one component, each in a separate process, two at a time.
public struct Validation: Sendable {
  /// The component.
  public let target: ValidationTarget
  /// The selection of checks.
  public var selection: CheckSelection
  /// The seed of all checks' random numbers.
  public var seed: UInt64
  /// The number of runs of each check, each with another seed; a single fault counts.
  public var repetitions: Int
  /// Seconds that each fuzzer runs.
  public var budget: Double
  /// The program that runs one check when called with `validate-check`.
  public var programPath: String

  /// Creates a validation.
  public init(
    _ target: ValidationTarget, selection: CheckSelection = CheckSelection(), seed: UInt64 = 1,
    repetitions: Int = 1, budget: Double = Check.usualBudget,
    programPath: String = "/proc/self/exe"
  ) {
    self.target = target
    self.selection = selection
    self.seed = seed
    self.repetitions = max(1, repetitions)
    self.budget = max(0, budget)
    self.programPath = programPath
  }

  /// Checks that measure time or memory, so that nothing may run in parallel.
  private static let alone: Set<String> = ["L01", "A09", "R01", "R04", "R06", "Z02", "L10"]

  /// Runs all checks; calls `onResult` after each.
  ///
  /// Thread: control. It ends orphans of this process, which should have no other children.
  public func run(onResult: @escaping @Sendable (CheckResult) -> Void = { _ in })
    -> ValidationReport
  {
    _ = validate_adopt_orphans()
    let start = MonotonicTime.now.nanoseconds
    let checks = selection.checks
    let results = Mutex<[CheckResult]>([])
    @Sendable func perform(_ check: Check) {
      let result = repeated(check)
      results.withLock { $0.append(result) }
      onResult(result)
    }
    for check in checks where Self.alone.contains(check.id) { perform(check) }
    WorkerThreads.run(2, checks.filter { !Self.alone.contains($0.id) }, perform)
    let seconds = Double(MonotonicTime.now.nanoseconds - start) / 1e9
    let all = results.withLock { $0 }
    let ordered = checks.compactMap { check in all.first { $0.id == check.id } }
    return ValidationReport(target: target, results: ordered, seconds: seconds, seed: seed)
  }

  private func repeated(_ check: Check) -> CheckResult {
    var last: CheckResult?
    for repetition in 0..<repetitions {
      let process = CheckProcess(
        programPath: programPath, check: check, target: target,
        seed: seed &+ UInt64(repetition), budget: budget)
      let result = process.run()
      last = result
      if result.outcome.isFault { break }
    }
    return last ?? CheckResult(id: check.id, outcome: .skipped("not run"), seconds: 0)
  }
}

/// Threads that share a list of items.
enum WorkerThreads {
  /// Runs `body` for all `items` on `count` threads, and waits.
  static func run<Item: Sendable>(
    _ count: Int, _ items: [Item], _ body: @escaping @Sendable (Item) -> Void
  ) {
    let next = Mutex(0)
    let work: @Sendable () -> Void = {
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < items.count else { return }
        body(items[index])
      }
    }
    let threads = (1..<count).map { _ in start(work) }
    work()
    for thread in threads { _ = pthread_join(thread, nil) }
  }

  private final class Job {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(Job(body)).toOpaque()
    let error = unsafe pthread_create(
      &thread, nil,
      { context in
        if let context = unsafe context {
          unsafe Unmanaged<Job>.fromOpaque(context).takeRetainedValue().body()
        }
        return nil
      }, context)
    precondition(error == 0, "no further thread can start")
    return thread
  }
}
