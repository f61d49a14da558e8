internal import TenutoMIDI

extension ReceivedStream {
  /// Returns the messages that bring the state to that of a journal, and applies them.
  mutating func repair(by journal: RecoveryJournal) -> [RTPMIDIMessage] {
    var messages: [RTPMIDIMessage] = []
    if let system = journal.system { repairSystem(system, &messages) }
    for channel in journal.channels {
      let index = Int(channel.channel)
      var repair = ChannelRepair(channel.channel, channels[index] ?? ChannelState())
      channels[index] = nil
      repair.run(channel)
      channels[index] = repair.state
      noteSounding(index)
      messages += repair.messages
    }
    return messages
  }
}

/// Brings the state of a channel to that of its journal.
struct ChannelRepair {
  private let channel: UInt8
  private(set) var state: ChannelState
  private(set) var messages: [RTPMIDIMessage] = []

  /// Maximum number of increments or decrements that are repeated.
  private static let maximumButtons = 256

  init(_ channel: UInt8, _ state: ChannelState) {
    self.channel = channel
    self.state = state
  }

  mutating func run(_ journal: ChannelJournal) {
    if let program = journal.program { repair(program) }
    repair(journal.controllers)
    if let parameters = journal.parameters { repair(parameters) }
    if let wheel = journal.wheel, state.wheel != UInt16(wheel.msb) << 7 | UInt16(wheel.lsb) {
      send(0xE0, wheel.lsb, wheel.msb)
    }
    if let notes = journal.notes { repair(notes, journal.noteExtras) }
    if let pressure = journal.pressure, state.pressure != pressure.pressure {
      send(0xD0, pressure.pressure)
    }
    for log in journal.polyPressures
    where !log.isBeforeReset && state.polyPressures[Int(log.key)] != log.pressure {
      send(0xA0, log.key, log.pressure)
    }
  }

  private mutating func send(_ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) {
    let ump = UMP(
      messageType: 2, group: 0, status: status | channel, data1: data1, data2: data2)
    state.apply(ump)
    messages.append(.short(ump))
  }

  private mutating func control(_ number: UInt8, _ value: UInt8) { send(0xB0, number, value) }

  private mutating func repair(_ chapter: ProgramChapter) {
    guard state.program != chapter.program || state.bank != chapter.bank else { return }
    if let bank = chapter.bank {
      if state.controllers[0] != bank.msb { control(0, bank.msb) }
      if state.controllers[32] != bank.lsb { control(32, bank.lsb) }
    }
    send(0xC0, chapter.program)
  }
}

// MARK: - Controllers

extension ChannelRepair {
  private mutating func repair(_ logs: [ControllerLog]) {
    // A log from before a received reset has been reset by it.
    let reset = logs.lastIndex { $0.key == 121 }
    for (index, log) in logs.enumerated() {
      let isReset = reset.map { index < $0 } ?? false
      if isReset, ChannelState.resetControllerNumbers.contains(log.key) { continue }
      switch log.tool {
      case .value(let value):
        if state.controllers[Int(log.key)] != value { control(log.key, value) }
      case .toggles(let count): repairToggles(log.key, count)
      case .count(let count): repairMode(log.key, count, in: logs)
      }
    }
  }

  private mutating func repairToggles(_ number: UInt8, _ count: UInt8) {
    guard (64...69).contains(number) else {
      let isOn = state.controllers[Int(number)] & 0xC0 == 0x40
      if isOn != (count & 1 == 1) { control(number, count & 1 == 1 ? 127 : 0) }
      return
    }
    let missing = (count &- state.toggles[Int(number) - 64]) & 63
    guard missing > 0 else { return }
    // Only the last one or two switches have an effect.
    let isOn = count & 1 == 1
    if missing & 1 == 0 { control(number, isOn ? 0 : 127) }
    control(number, isOn ? 127 : 0)
    state.toggles[Int(number) - 64] = count
  }

  private mutating func repairMode(_ number: UInt8, _ count: UInt8, in logs: [ControllerLog]) {
    guard number >= 120, state.modeCounts[Int(number) - 120] != count else { return }
    var value: UInt8 = 0
    for case .value(let last) in logs.lazy.filter({ $0.key == number }).map(\.tool) { value = last }
    control(number, value)
    state.modeCounts[Int(number) - 120] = count
  }
}

// MARK: - Parameters

extension ChannelRepair {
  private mutating func repair(_ chapter: ParameterChapter) {
    for log in chapter.logs { repair(log) }
    if let pending = chapter.pending {
      let now = state.selection
      let isThere =
        now.isPending && now.isNonRegistered == pending.isNonRegistered && now.msb == pending.msb
      guard !isThere else { return }
      if now.lsb != 0x7F { control(pending.isNonRegistered ? 98 : 100, 0x7F) }
      control(pending.isNonRegistered ? 99 : 101, pending.msb)
    } else if chapter.isLastSelected, let last = chapter.logs.last {
      select(ParameterKey(isNonRegistered: last.isNonRegistered, number: last.number))
    } else if state.selection.key != nil {
      select(ParameterKey(isNonRegistered: false, number: 0x3FFF))
    }
  }

  private mutating func select(_ key: ParameterKey) {
    if state.selection.key == key { return }
    control(key.isNonRegistered ? 99 : 101, key.msb)
    control(key.isNonRegistered ? 98 : 100, key.lsb)
  }

  private mutating func repair(_ log: ParameterLog) {
    let key = ParameterKey(isNonRegistered: log.isNonRegistered, number: log.number)
    let value = state.parameters[key] ?? ParameterValue()
    let hasEntry = log.entryMSB != nil || log.entryLSB != nil
    let buttons = log.buttons ?? (hasEntry ? 0 : value.buttons)
    let isOther =
      log.entryMSB.map { $0 != value.msb } ?? false || log.entryLSB.map { $0 != value.lsb } ?? false
    guard isOther || buttons != value.buttons else { return }
    select(key)
    // A data entry restarts the count of increments and decrements.
    let entersAnew = isOther || hasEntry
    if entersAnew, let msb = log.entryMSB { control(6, msb) }
    if entersAnew, let lsb = log.entryLSB { control(38, lsb) }
    let missing = buttons - (entersAnew ? 0 : value.buttons)
    for _ in 0..<min(missing.magnitude, UInt(Self.maximumButtons)) {
      control(missing > 0 ? 96 : 97, 0)
    }
  }
}

// MARK: - Notes

extension ChannelRepair {
  private mutating func repair(_ chapter: NoteChapter, _ extras: [NoteExtraLog]) {
    var counts: [UInt8: UInt8] = [:]
    var velocities: [UInt8: UInt8] = [:]
    for log in extras {
      switch log.extra {
      case .count(let count): counts[log.key] = count
      case .releaseVelocity(let velocity): velocities[log.key] = velocity
      }
    }
    for note in state.soundingNotes where chapter.offs[note] {
      end(note, velocities[note] ?? 64, until: 0)
    }
    for log in chapter.logs where log.velocity > 0 {
      repair(log, count: min(counts[log.note] ?? 1, ChannelState.maximumNoteCount))
    }
  }

  private mutating func end(_ note: UInt8, _ velocity: UInt8, until count: UInt8) {
    while state.noteCounts[Int(note)] > count { send(0x80, note, velocity) }
  }

  private mutating func repair(_ log: NoteChapter.Log, count: UInt8) {
    let note = Int(log.note)
    // A different velocity means that the note ended and was played again.
    if state.velocities[note] != log.velocity, count == 1 { end(log.note, 64, until: 0) }
    end(log.note, 64, until: count)
    guard log.isPlayedLate else { return }
    while state.noteCounts[note] < count { send(0x90, log.note, log.velocity) }
  }
}
