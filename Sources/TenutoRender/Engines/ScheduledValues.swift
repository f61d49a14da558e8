internal import Synchronization
internal import TenutoCore

/// Scheduled parameter values whose observers have not been notified yet.
///
/// Only the last value of each parameter is kept, since the host already reports that value.
final class ScheduledValues: Sendable {
  private struct Key: Hashable {
    let center: ObjectIdentifier
    let address: ParameterAddress
  }

  private struct Entry: Sendable {
    let center: EventCenter
    let value: ParameterValue
    /// The frame from which the value holds.
    let time: Int64
    let originator: Observation?
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let words: RenderWords

  init(_ words: RenderWords) { self.words = words }

  /// Notes a value scheduled at a frame, or the end of a ramp that begins there.
  ///
  /// Thread: control.
  func add(
    _ payload: TimedEvent.Payload, of instance: Instance, at frame: Int64,
    originator: Observation?
  ) {
    let (value, time): (ParameterValue, Int64)
    switch payload {
    case .parameter(let address, let number):
      (value, time) = (ParameterValue(address, number), frame)
    case .ramp(let address, let number, let frameCount):
      (value, time) = (ParameterValue(address, number), frame &+ Int64(frameCount))
    case .midi, .gesture: return
    }
    let center = instance.center
    guard let parameter = center.parameters[value.address] else { return }
    let entry = Entry(
      center: center, value: ParameterValue(value.address, parameter.clamped(value.value)),
      time: time, originator: originator)
    entries.withLock { entries in
      entries[Key(center: ObjectIdentifier(center), address: value.address)] = entry
      words.wakeTime = entries.values.lazy.map(\.time).min() ?? .max
    }
  }

  /// Notifies the observers of values that have taken effect; skips parameters that were changed by
  /// other means.
  ///
  /// Thread: control.
  func deliver(upTo now: Int64) {
    let due = entries.withLock { entries -> [Entry] in
      let due = entries.filter { $0.value.time < now }
      guard !due.isEmpty else { return [] }
      for key in due.keys { entries[key] = nil }
      words.wakeTime = entries.values.lazy.map(\.time).min() ?? .max
      return due.values.sorted { ($0.time, $0.value.address) < ($1.time, $1.value.address) }
    }
    for entry in due where entry.center.value(of: entry.value.address) == entry.value.value {
      entry.center.notify([.parameter(entry.value)], originator: entry.originator)
    }
  }
}
