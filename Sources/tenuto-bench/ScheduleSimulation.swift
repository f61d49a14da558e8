/// List scheduling of a cycle's work on some cores: what can begin first begins first, and of several
/// what has waited longest, as the kernel does with threads of one priority.
struct ScheduleSimulation {
  /// A piece of work that runs without a pause.
  struct Task {
    /// Its time on a core.
    var cost: Double
    /// Tasks that must have ended; they precede it in the list.
    var predecessors: [Int] = []
    /// The tasks that share its core, 0 for those on the first core; nil for a core that sleeps, since
    /// the waking thread still runs on its own.
    var lane: Int?
  }

  let coreCount: Int
  /// The time until a sleeping core runs what another core wakes.
  let wakeUp: Double

  private struct Place {
    let core: Int
    /// When its predecessors had ended.
    let ready: Double
    let start: Double
    let end: Double
  }

  /// The time from the start of the first task to the end of the last.
  func duration(_ tasks: [Task]) -> Double {
    let cores = cores(tasks)
    var free = [Double](repeating: 0, count: coreCount)
    var places = [Place?](repeating: nil, count: tasks.count)
    for _ in tasks {
      var next: (task: Int, place: Place)?
      for (index, task) in tasks.enumerated() where places[index] == nil {
        let predecessors = task.predecessors.compactMap { places[$0] }
        guard predecessors.count == task.predecessors.count else { continue }
        let last = predecessors.max { $0.end < $1.end }
        let own = task.lane.flatMap { cores[$0] }.map { [$0] }
        for core in own ?? candidates(free, after: last) {
          let start = start(on: core, free[core], after: last)
          let place = Place(
            core: core, ready: last?.end ?? 0, start: start, end: start + task.cost)
          if next.map({ (start, place.ready) < ($0.place.start, $0.place.ready) }) ?? true {
            next = (index, place)
          }
        }
      }
      guard let next else { break }
      places[next.task] = next.place
      free[next.place.core] = next.place.end
    }
    return places.compactMap { $0?.end }.max() ?? 0
  }

  /// The first sleeping core besides the waking one, otherwise all.
  private func candidates(_ free: [Double], after last: Place?) -> [Int] {
    guard let last else { return Array(free.indices) }
    let sleeping = free.indices.first { $0 != last.core && free[$0] <= last.end }
    return sleeping.map { [$0] } ?? Array(free.indices)
  }

  private func start(on core: Int, _ free: Double, after last: Place?) -> Double {
    guard let last, free <= last.end else { return free }
    return last.core == core ? last.end : last.end + wakeUp
  }

  /// The core of each lane: the one with the least work, the heaviest lane first, as in `CorePlan`.
  private func cores(_ tasks: [Task]) -> [Int: Int] {
    var loads: [Int: Double] = [:]
    for task in tasks {
      if let lane = task.lane, lane != 0 { loads[lane, default: 0] += task.cost }
    }
    var work = [Double](repeating: 0, count: coreCount)
    var cores = [0: 0]
    for (lane, load) in loads.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      let core = work.indices.min { (work[$0], $0) < (work[$1], $1) } ?? 0
      cores[lane] = core
      work[core] += load
    }
    return cores
  }
}
