internal import TenutoMIDI

/// The changes of a channel since the checkpoint, from which its journal is written.
///
/// Each list has the oldest change first, with the number of its packet.
struct ChannelHistory: Sendable {
  private(set) var state = ChannelState()

  private var programAt: UInt64?
  private var wheelAt: UInt64?
  private var pressureAt: UInt64?
  private var selectionAt: UInt64?
  private var controllers: [ControllerChange] = []
  private var parameters: [ParameterChange] = []
  private var notes: [NoteChange] = []
  private var polyPressures: [NoteChange] = []

  private struct ControllerChange {
    let number: UInt8
    let packet: UInt64
    /// Number of times that a pedal was switched within the history.
    var toggles: Int
  }

  private struct ParameterChange {
    let key: ParameterKey
    var packet: UInt64
    var hasMSB = false
    var hasLSB = false
    var hasButtons = false
  }

  private struct NoteChange {
    let note: UInt8
    let packet: UInt64
    var releaseVelocity: UInt8 = 64
  }

  /// Whether it is empty.
  var isEmpty: Bool {
    programAt == nil && wheelAt == nil && pressureAt == nil && selectionAt == nil
      && controllers.isEmpty && parameters.isEmpty && notes.isEmpty && polyPressures.isEmpty
  }
}

// MARK: - Recording

extension ChannelHistory {
  /// Records a channel message of a packet.
  mutating func record(_ ump: UMP, in packet: UInt64) {
    let note = ump.data1 & 0x7F
    switch ump.opcode {
    case 0x8, 0x9:
      notes.removeAll { $0.note == note }
      let velocity = ump.opcode == 0x8 ? ump.data2 & 0x7F : 64
      notes.append(NoteChange(note: note, packet: packet, releaseVelocity: velocity))
    case 0xA:
      polyPressures.removeAll { $0.note == note }
      polyPressures.append(NoteChange(note: note, packet: packet))
    case 0xB: return recordController(ump, in: packet)
    case 0xC:
      programAt = packet
      // Chapter P now holds the bank.
      controllers.removeAll { $0.number == 0 || $0.number == 32 }
    case 0xD: pressureAt = packet
    default: wheelAt = packet
    }
    state.apply(ump)
  }

  private mutating func recordController(_ ump: UMP, in packet: UInt64) {
    let number = ump.data1 & 0x7F
    switch number {
    case 6, 38, 96...101: return recordParameter(ump, in: packet)
    case 64...69:
      let before = state.toggles[Int(number) - 64]
      state.apply(ump)
      let isToggled = state.toggles[Int(number) - 64] != before
      return append(number, in: packet, isToggled: isToggled)
    case 121: forgetResetControllers()
    case 122: break
    case 120...127: endNotes(in: packet, by: number)
    default: break
    }
    state.apply(ump)
    append(number, in: packet, isToggled: false)
  }

  private mutating func append(_ number: UInt8, in packet: UInt64, isToggled: Bool) {
    var toggles = isToggled ? 1 : 0
    if let index = controllers.firstIndex(where: { $0.number == number }) {
      toggles += controllers.remove(at: index).toggles
    }
    controllers.append(ControllerChange(number: number, packet: packet, toggles: toggles))
  }

  private mutating func forgetResetControllers() {
    controllers.removeAll { ChannelState.resetControllerNumbers.contains($0.number) }
    (wheelAt, pressureAt, selectionAt) = (nil, nil, nil)
    polyPressures = []
  }

  /// Ends all notes for a channel mode message; the notes' own chapter lists them too, for
  /// receivers that do not repair the message.
  private mutating func endNotes(in packet: UInt64, by number: UInt8) {
    for note in state.soundingNotes {
      notes.removeAll { $0.note == note }
      notes.append(NoteChange(note: note, packet: packet))
    }
    if number >= 124 { controllers.removeAll { $0.number == number ^ 1 } }
  }

  private mutating func recordParameter(_ ump: UMP, in packet: UInt64) {
    state.apply(ump)
    if ump.data1 >= 98 { selectionAt = packet }
    guard let key = state.selection.key else { return }
    var change = ParameterChange(key: key, packet: packet)
    if let index = parameters.firstIndex(where: { $0.key == key }) {
      change = parameters.remove(at: index)
      change.packet = packet
    }
    switch ump.data1 {
    case 6: (change.hasMSB, change.hasButtons) = (true, false)
    case 38: (change.hasLSB, change.hasButtons) = (true, false)
    case 96, 97: change.hasButtons = true
    default: break
    }
    parameters.append(change)
  }

  /// Removes the changes up to `packet`, which the receiver has acknowledged.
  mutating func trim(through packet: UInt64) {
    func isOld(_ change: UInt64?) -> Bool { change.map { $0 <= packet } ?? false }
    if isOld(programAt) { programAt = nil }
    if isOld(wheelAt) { wheelAt = nil }
    if isOld(pressureAt) { pressureAt = nil }
    if isOld(selectionAt) { selectionAt = nil }
    controllers.removeAll { $0.packet <= packet }
    parameters.removeAll { $0.packet <= packet }
    notes.removeAll { $0.packet <= packet }
    polyPressures.removeAll { $0.packet <= packet }
  }
}

// MARK: - Writing

extension ChannelHistory {
  /// Returns the channel's journal in the packet after `previous`.
  func journal(channel: UInt8, previous: UInt64) -> ChannelJournal {
    var journal = ChannelJournal(channel: channel)
    if let programAt {
      journal.program = ProgramChapter(
        isSkippable: programAt != previous, program: state.program, bank: state.bank)
    }
    for change in controllers { journal.controllers += logs(of: change, previous) }
    journal.controllers = journal.controllers.suffix(128)
    journal.isEnhanced = zip(journal.controllers, journal.controllers.dropFirst())
      .contains { $0.key == $1.key }
    if let wheelAt, let wheel = state.wheel {
      journal.wheel = WheelChapter(
        isSkippable: wheelAt != previous, lsb: UInt8(wheel & 0x7F), msb: UInt8(wheel >> 7))
    }
    if let pressureAt {
      journal.pressure = PressureChapter(
        isSkippable: pressureAt != previous, pressure: state.pressure)
    }
    journal.polyPressures = polyPressures.map {
      PolyPressureLog(
        isSkippable: $0.packet != previous, key: $0.note, value: state.polyPressures[Int($0.note)])
    }
    writeNotes(to: &journal, previous)
    journal.parameters = parameterChapter(previous)
    journal.shortenNoteExtras()
    return journal
  }

  private func logs(of change: ControllerChange, _ previous: UInt64) -> [ControllerLog] {
    let (number, isSkippable) = (change.number, change.packet != previous)
    func log(_ tool: ControllerChapter.Tool) -> ControllerLog {
      ControllerLog(isSkippable: isSkippable, number: number, tool)
    }
    let value = ControllerChapter.Tool.value(state.controllers[Int(number)])
    switch number {
    // A pedal that was released and pressed again has the same value, so it needs a toggle log.
    case 64...69 where change.toggles > 1:
      return [log(.toggles(state.toggles[Int(number) - 64])), log(value)]
    // The value of Mono is the number of channels.
    case 126: return [log(value), log(.count(state.modeCounts[6]))]
    case 122: return [log(value)]
    case 120...127: return [log(.count(state.modeCounts[Int(number) - 120]))]
    default: return [log(value)]
    }
  }

  private func writeNotes(to journal: inout ChannelJournal, _ previous: UInt64) {
    guard !notes.isEmpty else { return }
    var chapter = NoteChapter()
    for change in notes {
      let isSkippable = change.packet != previous
      let count = state.noteCounts[Int(change.note)]
      if count > 0 {
        chapter.logs.append(
          NoteChapter.Log(
            isSkippable: isSkippable, note: change.note, isPlayedLate: true,
            velocity: state.velocities[Int(change.note)]))
      } else {
        chapter.offs[change.note] = true
        if !isSkippable { chapter.areOffsSkippable = false }
      }
      if count > 1 {
        journal.noteExtras.append(
          NoteExtraLog(isSkippable: isSkippable, note: change.note, .count(count)))
      } else if count == 0, change.releaseVelocity != 64 {
        journal.noteExtras.append(
          NoteExtraLog(
            isSkippable: isSkippable, note: change.note, .releaseVelocity(change.releaseVelocity)))
      }
    }
    journal.notes = chapter
  }

  /// Maximum size of Chapter M: the room left by the longest other chapters except Chapter E.
  private static let maximumParameterBytes = 200

  private func parameterChapter(_ previous: UInt64) -> ParameterChapter? {
    guard selectionAt != nil || !parameters.isEmpty else { return nil }
    var chapter = ParameterChapter()
    chapter.isSelectionSkippable = selectionAt != previous
    // A pending half of a number is written with 127 as the other half, which is equivalent: tshark
    // 4.0 reads past the chapter if it has the field for halves.
    chapter.isLastSelected = state.selection.key != nil
    var byteCount = 2
    for change in parameters.reversed() {
      let log = self.log(of: change, previous)
      byteCount += log.byteCount
      if byteCount > Self.maximumParameterBytes { break }
      chapter.logs.append(log)
    }
    chapter.logs.reverse()
    return chapter
  }

  private func log(of change: ParameterChange, _ previous: UInt64) -> ParameterLog {
    let value = state.parameters[change.key] ?? ParameterValue()
    return ParameterLog(
      isSkippable: change.packet != previous, isNonRegistered: change.key.isNonRegistered,
      number: change.key.number, entryMSB: change.hasMSB ? value.msb : nil,
      entryLSB: change.hasLSB ? value.lsb : nil, buttons: change.hasButtons ? value.buttons : nil)
  }
}
