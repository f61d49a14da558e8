import Glibc
import TenutoComponents
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoSystem

/// The steps of a trial: start, notes and sound, parameters at both ends, state in another process,
/// end and restart.
struct Trial {
  let component: Component
  /// The neighbour, which feeds effects and must not miss a cycle.
  let neighbour: Component

  static let sampleRate = 48000.0
  static let frameCount = 256
  private static let measuredCycles = 400

  /// Tries the plug-in; a fault ends the trial and is entered in the row.
  func run() -> Row {
    var row = Row(component)
    do throws(HostError) {
      try play(&row)
      try keepState(&row)
      try comeBack(&row)
    } catch {
      row.fault = error.message
    }
    return row
  }

  private func milliseconds(_ work: () throws(HostError) -> Void) throws(HostError) -> Double {
    let start = ContinuousClock.now
    try work()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  // MARK: - Steps

  private func play(_ row: inout Row) throws(HostError) {
    row.step = "start"
    var made: Instance?
    row.startMilliseconds = try milliseconds { () throws(HostError) in
      made = try Instance(component)
    }
    guard let instance = made else { return }
    defer { instance.terminate() }
    row.step = "allocate"
    var stage: Stage?
    row.allocateMilliseconds = try milliseconds { () throws(HostError) in
      stage = try Stage(instance, neighbour: neighbour)
    }
    guard let stage else { return }
    defer { stage.end() }
    row.latency = instance.latency
    row.step = "play"
    let before = ProcessorTime.nanoseconds(of: instance.process.identifier)
    try stage.render(cycles: Self.measuredCycles)
    let spent = ProcessorTime.nanoseconds(of: instance.process.identifier) - before
    row.cycleMicroseconds = Double(spent) / Double(Self.measuredCycles) / 1000
    row.step = "lowest values"
    try stage.render(cycles: 40, settings: values { $0.range.lowerBound })
    row.step = "highest values"
    try stage.render(cycles: 40, settings: values { $0.range.upperBound })
    row.noteLast(stage.reading, neighbour: stage.neighbourReading)
  }

  private func keepState(_ row: inout Row) throws(HostError) {
    row.step = "state"
    let state = try allocated { instance throws(HostError) in
      try instance.state(.document)
    }
    row.stateBytes = state.data.count
    let again = try allocated { instance throws(HostError) in
      try instance.restore(state)
      return try instance.state(.document)
    }
    row.keepsState = again.parameters == state.parameters && again.data == state.data
  }

  /// Kills the process, which must restart with its state and sound again.
  private func comeBack(_ row: inout Row) throws(HostError) {
    row.step = "return"
    let first = try Instance(component)
    let state = try first.state(.document)
    kill(first.process.identifier, SIGKILL)
    first.terminate()
    let second = try Instance(component)
    defer { second.terminate() }
    try second.restore(state)
    let stage = try Stage(second, neighbour: neighbour)
    defer { stage.end() }
    try stage.render(cycles: 20)
    row.step = "done"
  }

  // MARK: - Helpers

  private func values(_ value: (Parameter) -> Float) -> [ParameterValue] {
    component.description.parameters.filter { !$0.flags.contains(.readOnly) }.map {
      ParameterValue($0.address, value($0))
    }
  }

  /// Calls `body` with an allocated instance.
  private func allocated<T>(
    _ body: (Instance) throws(HostError) -> T
  ) throws(HostError) -> T {
    let instance = try Instance(component)
    defer { instance.terminate() }
    let stage = try Stage(instance, neighbour: neighbour)
    defer { stage.end() }
    try stage.render(cycles: 4)
    return try body(instance)
  }
}
