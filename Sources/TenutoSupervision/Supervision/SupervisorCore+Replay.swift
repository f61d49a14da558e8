internal import Synchronization
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoRender
internal import TenutoTransport

/// Input that ends an instance may also end its successor, which gets it in the replay. The newest
/// message is then left out.
///
/// The replay is a list in order of age: notes and controllers, values, and the state. The first
/// end may have any cause. A second end, during the replay, is attributed to the newest message of
/// the list, which is left out; the older ones stay.
extension SupervisorCore {
  /// Records the value changes of the playing instance.
  func followValues(of instance: Instance) {
    let center = instance.center
    note(center.values)
    let key = center.addListener { [weak self, weak center] values in
      guard let self, let center else { return }
      // Read the current values: two threads may report out of order.
      note(values.map { ParameterValue($0.address, center.value(of: $0.address)) })
    }
    stopFollowingValues()
    state.withLock { $0.hearing = (center, key) }
  }

  /// Records when the node's values changed; read-only values, such as a meter's, have no age.
  func note(_ values: [ParameterValue]) {
    let now = MonotonicTime.now.nanoseconds
    let parameters = slot.instance.center.parameters
    let settable = values.filter { parameters[$0.address]?.flags.contains(.readOnly) == false }
    state.withLock { $0.ages.note(settable, now: now) }
  }

  /// Stops recording value changes.
  func stopFollowingValues() {
    let old = state.withLock { state in
      defer { state.hearing = nil }
      return state.hearing
    }
    old?.center.removeListener(old?.key ?? 0)
  }

  /// Leaves the newest input out of the next replay if `instance` ended in the replay; returns it
  /// as text.
  func leaveOutNewest(endOf instance: Instance) -> String? {
    let replay = slot.replay(of: instance)
    let cycle = instance.answeredCycle
    let end = state.withLock { state -> UInt64? in
      let newest = state.ages.newest(until: .max)?.time ?? 0
      guard let end = state.replay.previousEnd,
        state.replay.isInReplay(replay, cycle: cycle, newestChange: newest)
      else { return nil }
      return end
    }
    guard let end else { return nil }
    let age = replay?.isTakeover ?? false ? Self.takeoverAge : nil
    return leaveOut(replay?.newest, until: end, since: age.map { end - min(end, $0) } ?? 0)
  }

  /// Nanoseconds before an end that also ended the shadow: a value or a state of that age may be
  /// the cause.
  private static var takeoverAge: UInt64 { 1_000_000_000 }

  /// Does the same as `leaveOutNewest(endOf:)` for a spare that was to take over from an ended
  /// instance.
  func leaveOutNewest(endOfSpare spare: SupervisorState.Standby) -> String? {
    guard let end = state.withLock({ $0.replay.lastEnd }) else { return nil }
    return leaveOut(
      slot.replay(of: spare.instance)?.newest, until: min(end, spare.time.nanoseconds))
  }

  /// Leaves out the newest of the message, the values and the state that a node had at `end`, in
  /// ns; nothing if that is older than `start`.
  ///
  /// The node got the message in any case.
  private func leaveOut(
    _ message: Replay.Message?, until end: UInt64, since start: UInt64 = 0
  ) -> String? {
    let change = state.withLock { $0.ages.newest(until: end) }
    let stateTime = keeping.stateTime.map(\.nanoseconds).flatMap { $0 <= end ? $0 : nil } ?? 0
    let times = [message?.time.nanoseconds ?? 0, change?.time ?? 0, stateTime]
    guard let newest = times.max(), newest > start else { return nil }
    if let message, message.time.nanoseconds == newest {
      slot.leaveOut(message)
      return Self.text(message.packet)
    }
    if let change, change.time == newest { return takeBack(change) }
    return setStateAside()
  }

  /// Restores the values from before a change; returns the change as text.
  func takeBack(_ change: ValueAges.Change) -> String {
    let parameters = slot.instance.center.parameters
    let values = state.withLock { $0.ages.takeBack(change, defaults: parameters) }
    keeping.keep(values)
    let texts = change.values.prefix(3).compactMap { value in
      parameters[value.address].map { "\($0.identifier) = \($0.text(for: value.value))" }
    }
    let rest = change.values.count - texts.count
    return texts.joined(separator: ", ") + (rest > 0 ? " and \(rest) other values" : "")
  }

  private func setStateAside() -> String? {
    guard let state = keeping.kept().state else { return nil }
    // Counts twice, since the state was already loaded at the first end.
    _ = keeping.noteCrashDuringLoad(of: state) || keeping.noteCrashDuringLoad(of: state)
    return "its newest state"
  }

  /// The message as text, such as "C4 note on".
  private static func text(_ packet: UMP) -> String {
    let channel = packet.channel == 0 ? "" : " on channel \(packet.channel + 1)"
    switch packet.opcode {
    case 0x9: return "\(NoteName.name(of: packet.data1)) note on\(channel)"
    case 0xB: return "controller \(packet.data1)\(channel)"
    case 0xC: return "program change\(channel)"
    case 0xD: return "channel pressure\(channel)"
    case 0xE: return "pitch bend\(channel)"
    default: return "\(VoiceEvent(packet))"
    }
  }
}
