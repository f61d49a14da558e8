internal import TenutoMIDI

/// Changes MIDI 1.0 packets by the parameters of a thru connection.
struct ThruTransform: Sendable {
  private let head: MIDIThruConnectionParams
  private let channels: [UInt8]
  private let controls: [MIDIControlTransform]
  private let maps: [[UInt8]]

  /// Whether any packet is changed.
  let changesAnything: Bool

  init(_ parameters: ThruParameters) {
    head = parameters.head
    channels = parameters.channelMap
    controls = parameters.controls
    maps = parameters.maps
    changesAnything = !parameters.isPlain
  }

  /// Returns the changed packet of MIDI 1.0 protocol; nil if it is removed.
  func apply(_ ump: UMP) -> UMP? {
    switch ump.messageType {
    case 0x1: isFiltered(status: ump.status) ? nil : ump
    case 0x2: applyToVoice(ump)
    case 0x3: head.filterOutSysEx == 1 ? nil : ump
    default: ump
    }
  }

  private func isFiltered(status: UInt8) -> Bool {
    switch status {
    case 0xF1: head.filterOutMTC == 1
    case 0xF6: head.filterOutTuneRequest == 1
    case 0xF8, 0xFA, 0xFB, 0xFC: head.filterOutBeatClock == 1
    default: false
    }
  }

  private func applyToVoice(_ ump: UMP) -> UMP? {
    let channel = channels[Int(ump.channel)]
    guard channel < 16 else { return nil }
    let data: (UInt8, UInt8)?
    switch ump.opcode {
    case 0x8: data = note(ump.data1).map { ($0, ump.data2) }
    case 0x9: data = noteOn(ump.data1, ump.data2)
    case 0xA: data = pair(note(ump.data1), value(ump.data2, head.keyPressure))
    case 0xB: data = control(ump.data1, ump.data2)
    case 0xC: data = value(ump.data1, head.programChange).map { ($0, 0) }
    case 0xD: data = value(ump.data1, head.channelPressure).map { ($0, 0) }
    case 0xE: data = bend(ump.data1, ump.data2)
    default: data = (ump.data1, ump.data2)
    }
    guard let data else { return nil }
    return UMP(
      messageType: 0x2, group: ump.group, status: ump.opcode << 4 | channel, data1: data.0,
      data2: data.1)
  }

  private func pair(_ first: UInt8?, _ second: UInt8?) -> (UInt8, UInt8)? {
    guard let first, let second else { return nil }
    return (first, second)
  }

  /// Returns a note number; nil outside 0 to 127, so that no other note is played.
  private func note(_ number: UInt8) -> UInt8? {
    if head.noteNumber.transform != .mapValue {
      let isInside =
        head.lowNote <= head.highNote
        ? (head.lowNote...head.highNote).contains(number)
        : number > head.lowNote || number < head.highNote
      guard isInside else { return nil }
    }
    guard let result = changed(Int(number), head.noteNumber, most: 127) else { return nil }
    return UInt8(exactly: result).flatMap { $0 < 0x80 ? $0 : nil }
  }

  private func noteOn(_ number: UInt8, _ velocity: UInt8) -> (UInt8, UInt8)? {
    guard velocity > 0 else { return note(number).map { ($0, 0) } }
    guard velocity >= head.lowVelocity else { return nil }
    guard head.highVelocity == 0 || velocity <= head.highVelocity else { return nil }
    // A velocity of 0 would be a note off.
    return pair(note(number), value(velocity, head.velocity).map { max(1, $0) })
  }

  private func bend(_ low: UInt8, _ high: UInt8) -> (UInt8, UInt8)? {
    guard let result = changed(Int(high) << 7 | Int(low), head.pitchBend, most: 0x3FFF) else {
      return nil
    }
    let wheel = min(max(0, result), 0x3FFF)
    return (UInt8(wheel & 0x7F), UInt8(wheel >> 7))
  }

  private func control(_ number: UInt8, _ value: UInt8) -> (UInt8, UInt8)? {
    guard head.filterOutAllControls != 1 else { return nil }
    var number = number
    var value = Int(value) << 7
    for control in controls where control.controlNumber == UInt16(number) {
      if control.transform == .mapControl {
        number = UInt8(truncatingIfNeeded: control.param) & 0x7F
        continue
      }
      let transform = MIDITransform(transform: control.transform, param: control.param)
      guard let result = changed(value, transform, most: 0x3FFF) else { return nil }
      value = min(max(0, result), 0x3FFF)
    }
    return (number, UInt8(value >> 7))
  }

  private func value(_ value: UInt8, _ transform: MIDITransform) -> UInt8? {
    changed(Int(value), transform, most: 127).map { UInt8(min(max(0, $0), 127)) }
  }

  /// Returns a changed value, which may be out of range; nil if it is removed.
  private func changed(_ value: Int, _ transform: MIDITransform, most: Int) -> Int? {
    let parameter = Int(transform.param)
    switch transform.transform {
    case .filterOut: return nil
    case .add: return value + parameter
    case .scale: return (value * parameter) >> 12
    case .minValue: return max(value, parameter)
    case .maxValue: return min(value, parameter)
    case .mapValue:
      guard maps.indices.contains(parameter) else { return value }
      // A table has 7-bit values; for a 14-bit value it changes the upper half.
      guard most > 127 else { return Int(maps[parameter][value & 0x7F] & 0x7F) }
      return Int(maps[parameter][value >> 7 & 0x7F] & 0x7F) << 7 | value & 0x7F
    default: return value
    }
  }
}
