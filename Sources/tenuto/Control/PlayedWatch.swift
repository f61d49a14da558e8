import Glibc
import Synchronization
import TenutoCore
import TenutoHost
import TenutoJACK
import TenutoWeb

/// Notices what changes of itself in what plays: conditions, cycles that were missed, and
/// parameters that components move.
///
/// Thread: control.
final class PlayedWatch: Sendable {
  private let team: CareTeam
  private let performance: any Performance & Sendable
  private let recorder: Recorder?
  private let board: ChangeBoard
  private let state: Mutex<State>
  private let isEnded = Atomic(false)

  private struct State {
    var conditions: [NodeCondition]
    var xruns: UInt64
    var recording = RecordingWatch()
    /// Of each node the instance that is listened to.
    var observations: [(instance: Instance, observation: Observation)] = []
  }

  /// Microseconds between two looks.
  private static let interval: UInt32 = 100_000

  /// Looks from now on.
  init(
    _ team: CareTeam, _ performance: any Performance & Sendable, _ recorder: Recorder?,
    _ board: ChangeBoard
  ) {
    self.team = team
    self.recorder = recorder
    self.performance = performance
    self.board = board
    state = Mutex(
      State(
        conditions: team.nodes.map(\.status.condition), xruns: performance.reading.xruns))
  }

  /// Looks ten times a second until somebody ends it.
  func start() {
    DetachedThread.startOrTrap { [weak self] in
      while let self, !self.isEnded.load(ordering: .relaxed) {
        self.look()
        usleep(Self.interval)
      }
    }
  }

  func end() { isEnded.store(true, ordering: .relaxed) }

  private func look() {
    let changes = state.withLock { state in
      listen(&state)
      return conditions(&state) + xruns(&state) + recording(&state)
    }
    for change in changes { board.post(change) }
  }

  private func conditions(_ state: inout State) -> [ChangeRecord] {
    team.nodes.enumerated().compactMap { index, care in
      let condition = care.status.condition
      guard condition != state.conditions[index] else { return nil }
      state.conditions[index] = condition
      var change = ChangeRecord("condition", node: care.node.key)
      change.message = condition.word
      return change
    }
  }

  private func xruns(_ state: inout State) -> [ChangeRecord] {
    let count = performance.reading.xruns
    defer { state.xruns = count }
    guard count > state.xruns else { return [] }
    var change = ChangeRecord("xrun")
    change.value = Double(count)
    change.message = performance.xrunReports.last?.sentence.printable
    return [change]
  }

  private func recording(_ state: inout State) -> [ChangeRecord] {
    let news = recorder?.state.map { state.recording.news($0) } ?? []
    return news.map { ChangeRecord(recording: $0) }
  }

  /// Listens to the instances that play now.
  private func listen(_ state: inout State) {
    for (index, care) in team.nodes.enumerated() {
      let instance = care.seat.instance
      if index < state.observations.count && state.observations[index].instance === instance {
        continue
      }
      let (board, name, parameters) = (board, care.node.key, instance.description.parameters)
      // What is set by commands is told where they are carried out.
      let observation = instance.observeComponent { event in
        guard case .parameter(let told) = event,
          let parameter = parameters.first(where: { $0.address == told.address })
        else { return }
        board.post(name, parameter.identifier, Double(told.value))
      }
      if index < state.observations.count {
        state.observations[index] = (instance, observation)
      } else {
        state.observations.append((instance, observation))
      }
    }
  }
}

extension ChangeRecord {
  /// What is new of a recording.
  init(recording sentence: String) {
    self.init("recording")
    message = sentence.printable
  }
}
