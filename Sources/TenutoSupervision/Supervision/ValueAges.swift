internal import TenutoCore

/// When each value of a node was set, and its value before.
struct ValueAges: Sendable {
  /// Values that were set at the same time, as by a preset.
  struct Change: Sendable, Equatable {
    /// The time in ns of the monotonic clock.
    var time: UInt64
    /// The values in the order of addresses.
    var values: [ParameterValue]
  }

  private struct Age: Sendable {
    var value: Float
    var time: UInt64
    /// The newest earlier value that lasted a second; nil if that was left out too.
    var settled: Float?
  }

  /// Nanoseconds that a value must last before the next one counts as a separate change.
  private static let settlingTime: UInt64 = 1_000_000_000

  private var ages: [ParameterAddress: Age] = [:]

  /// Notes the values at `now`, in ns; ignores values that have not changed.
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

  /// Returns the newest change up to `time`, in ns, or nil.
  func newest(until time: UInt64) -> Change? {
    let changed = ages.filter { $0.value.time > 0 && $0.value.time <= time }
    guard let newest = changed.values.map(\.time).max() else { return nil }
    let values = changed.filter { $0.value.time == newest }
      .map { ParameterValue($0.key, $0.value.value) }.sorted { $0.address < $1.address }
    return Change(time: newest, values: values)
  }

  /// Takes a change back and returns the resulting values: the settled ones, or the defaults.
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
