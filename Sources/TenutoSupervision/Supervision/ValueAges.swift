internal import TenutoCore

/// When each of a node's values was set, and what it was before.
struct ValueAges: Sendable {
  /// Values that were set at one time, as by a preset.
  struct Change: Sendable, Equatable {
    /// When, in ns of the monotonic clock.
    var time: UInt64
    /// In the order of addresses.
    var values: [ParameterValue]
  }

  private struct Age: Sendable {
    var value: Float
    var time: UInt64
    /// The newest value that stood for a second; nil where that was left out too.
    var settled: Float?
  }

  /// Nanoseconds for which a value stands before the next one counts as an act of its own.
  private static let settlingTime: UInt64 = 1_000_000_000

  private var ages: [ParameterAddress: Age] = [:]

  /// Notes the values at `now`, in ns; known values change nothing.
  mutating func note(_ values: [ParameterValue], now: UInt64) {
    for value in values {
      guard var age = ages[value.address] else {
        ages[value.address] = Age(value: value.value, time: 0, settled: nil)
        continue
      }
      guard age.value != value.value else { continue }
      if now - min(now, age.time) >= Self.settlingTime { age.settled = age.value }
      (age.value, age.time) = (value.value, now)
      ages[value.address] = age
    }
  }

  /// The newest change until `time`, in ns; nil where nothing has changed.
  func newest(until time: UInt64) -> Change? {
    let changed = ages.filter { $0.value.time > 0 && $0.value.time <= time }
    guard let newest = changed.values.map(\.time).max() else { return nil }
    let values = changed.filter { $0.value.time == newest }
      .map { ParameterValue($0.key, $0.value.value) }.sorted { $0.address < $1.address }
    return Change(time: newest, values: values)
  }

  /// Takes a change back; what the values are then: those before it, or else the defaults.
  mutating func takeBack(
    _ change: Change, defaults: [ParameterAddress: Parameter]
  ) -> [ParameterValue] {
    change.values.compactMap { value in
      guard let age = ages[value.address] else { return nil }
      let rest = age.settled ?? defaults[value.address]?.defaultValue ?? 0
      ages[value.address] = Age(value: rest, time: 0, settled: nil)
      return ParameterValue(value.address, rest)
    }
  }
}
