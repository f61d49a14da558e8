internal import TenutoMIDI

extension ReceivedStream {
  /// Maximum number of clocks that are repeated one by one.
  private static let maximumClocks: UInt32 = 96

  mutating func repairSystem(_ journal: SystemJournal, _ messages: inout [RTPMIDIMessage]) {
    if let simple = journal.simple {
      if let reset = simple.reset, reset.value != system.resets {
        play(.system(0xFF), &messages)
        system.resets = reset.value
      }
      if let tune = simple.tuneRequest, tune.value != system.tuneRequests {
        play(.system(0xF6), &messages)
        system.tuneRequests = tune.value
      }
      if let song = simple.song, song.value != system.song {
        play(.system(0xF3, song.value), &messages)
      }
    }
    if let sensing = journal.activeSensing, sensing.value != system.activeSensings {
      play(.system(0xFE), &messages)
      system.activeSensings = sensing.value
    }
    if let sequencer = journal.sequencer { repair(sequencer, &messages) }
    if let timeCode = journal.timeCode { repair(timeCode, &messages) }
    for log in journal.sysEx { repair(log, &messages) }
  }

  private mutating func play(_ message: RTPMIDIMessage, _ messages: inout [RTPMIDIMessage]) {
    if apply(message) { messages.append(message) }
  }

  private mutating func repair(
    _ chapter: SequencerChapter, _ messages: inout [RTPMIDIMessage]
  ) {
    let target = SequencerState(
      isRunning: chapter.isRunning, hasDownbeat: chapter.hasDownbeat, position: chapter.position)
    let missing = (target.position &- system.sequencer.position) & 0x7_FFFF
    if target.isRunning, target.hasDownbeat, system.sequencer.isRunning,
      missing <= Self.maximumClocks
    {
      while system.sequencer != target { play(.system(0xF8), &messages) }
      return
    }
    guard system.sequencer != target else { return }
    if system.sequencer.isRunning { play(.system(0xFC), &messages) }
    if system.sequencer.position != target.position { locate(target.position, &messages) }
    // Song Position counts sixteenths; clocks move a running sequencer to positions in between. A
    // stopped sequencer does not count clocks, so it stays at the sixteenth before.
    if target.isRunning {
      let isStart = target.position == 0 && !target.hasDownbeat
      play(.system(isStart ? 0xFA : 0xFB), &messages)
      var rest = target.position % 6 + (target.hasDownbeat ? 1 : 0)
      while rest > 0 {
        play(.system(0xF8), &messages)
        rest -= 1
      }
    }
    system.sequencer = target
  }

  private mutating func locate(_ position: UInt32, _ messages: inout [RTPMIDIMessage]) {
    let sixteenths = min(position / 6, 0x3FFF)
    play(.system(0xF2, UInt8(sixteenths & 0x7F), UInt8(sixteenths >> 7)), &messages)
  }

  private mutating func repair(_ chapter: TimeCodeChapter, _ messages: inout [RTPMIDIMessage]) {
    guard let pieces = chapter.partial else { return }
    let now = system.timeCode
    guard now.pieces != pieces || now.point != chapter.point else { return }
    let step: UInt8 = chapter.isReverse ? 7 : 1
    var index = now.point.map { ($0 + step) & 7 } ?? (chapter.isReverse ? 7 : 0)
    for _ in 0..<8 {
      play(.system(0xF1, TimeCodeState.quarterFrame(index, of: pieces)), &messages)
      if index == chapter.point { break }
      index = (index + step) & 7
    }
    system.timeCode.pieces = pieces
    system.timeCode.isReverse = chapter.isReverse
    if chapter.isOfQuarterFrames { system.timeCode.complete = chapter.complete }
  }

  /// Repairs a System Exclusive message; a message without a number cannot be distinguished from
  /// one that was received.
  private mutating func repair(_ log: SysExLog, _ messages: inout [RTPMIDIMessage]) {
    guard let count = log.count else { return }
    let distance = Int8(bitPattern: count &- sysExCount)
    let data = log.data ?? []
    if distance == 0 {
      guard let have = openSysExBytes else { return }
      let skipped = have - Int(log.first)
      let isWhole = skipped >= 0 && skipped <= data.count && log.state != .cancelled
      let rest = isWhole ? Array(data.dropFirst(skipped)) : []
      // The received message is newer than the log only if the log does not concern this packet.
      if rest.isEmpty, isWhole, log.state == .open { return }
      play(.segment(isFirst: false, isWhole ? log.state : .cancelled, rest), &messages)
    } else if distance > 0 {
      if openSysExBytes != nil { play(.segment(isFirst: false, .cancelled, []), &messages) }
      if log.first == 0, log.state != .cancelled {
        play(.segment(isFirst: true, log.state, data), &messages)
      }
      sysExCount = count
    }
  }
}

extension RTPMIDIMessage {
  fileprivate static func segment(
    isFirst: Bool, _ state: SysExLog.State, _ data: [UInt8]
  ) -> RTPMIDIMessage {
    let ending: SysExSegment.Ending =
      switch state {
      case .open: .open
      case .cancelled: .cancelled
      case .completeWithoutF7: .completeWithoutF7
      case .complete: .complete
      }
    return .sysEx(SysExSegment(isFirst: isFirst, ending: ending, data: data))
  }
}
