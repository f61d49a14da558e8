internal import TenutoMIDI
package import TenutoNetworkMIDI

/// A synthesizer's state from its messages, independent of the module's own states.
package struct ReferenceSynth: Equatable {
  /// A channel of MIDI 1.0.
  package struct Channel: Equatable {
    package var notes: Set<UInt8> = []
    /// The bank is 0 before it is chosen.
    package var controllers: [UInt8: UInt8] = [0: 0, 32: 0]
    package var program: [UInt8] = []
    package var wheel: [UInt8] = []
    package var pressure: UInt8?
    package var polyPressures: [UInt8: UInt8] = [:]
    package var parameters: [String: [Int]] = [:]
    package var isNonRegistered = false
    package var number: [UInt8] = [127, 127]

    var key: String? { number == [127, 127] ? nil : "\(isNonRegistered) \(number)" }
  }

  /// Creates a synthesizer that has received no messages.
  package init() {}

  package var channels = [Channel](repeating: Channel(), count: 16)
  package var isRunning = false
  package var song: UInt8?
  package var sysEx: [[UInt8]] = []
  package var openSysEx: [UInt8]?

  /// The differences from another state, in words.
  package func differences(from other: ReferenceSynth) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ name: String, _ mine: Value, _ its: Value) {
      if mine != its { found.append("\(name): \(mine) is not \(its)") }
    }
    for (index, (mine, its)) in zip(channels, other.channels).enumerated() {
      compare("notes of \(index)", mine.notes.sorted(), its.notes.sorted())
      for number in UInt8(0)..<128 {
        compare(
          "controller \(number) of \(index)", mine.controllers[number], its.controllers[number])
        compare("key \(number) of \(index)", mine.polyPressures[number], its.polyPressures[number])
      }
      compare("program of \(index)", mine.program, its.program)
      compare("wheel of \(index)", mine.wheel, its.wheel)
      compare("pressure of \(index)", mine.pressure, its.pressure)
      compare("parameters of \(index)", mine.parameters, its.parameters)
      compare("selection of \(index)", mine.key, its.key)
    }
    compare("running", isRunning, other.isRunning)
    compare("song", song, other.song)
    compare("SysEx", sysEx, other.sysEx)
    return found
  }

  package var soundingNotes: Int { channels.reduce(0) { $0 + $1.notes.count } }

  package mutating func play(_ message: RTPMIDIMessage) {
    switch message {
    case .short(let ump) where ump.messageType == 2:
      Self.play(ump.status >> 4, ump.data1, ump.data2, &channels[Int(ump.status & 0xF)])
    case .short(let ump): system(ump)
    case .sysEx(let segment): play(segment)
    }
  }

  private mutating func system(_ ump: UMP) {
    switch ump.status {
    case 0xFA, 0xFB: isRunning = true
    case 0xFC: isRunning = false
    case 0xF3: song = ump.data1
    case 0xFF:
      channels = [Channel](repeating: Channel(), count: 16)
      (isRunning, song) = (false, nil)
    default: break
    }
  }

  private mutating func play(_ segment: SysExSegment) {
    if segment.isFirst { openSysEx = [] }
    openSysEx? += segment.data
    guard segment.ending != .open else { return }
    if segment.ending != .cancelled, let openSysEx { sysEx.append(openSysEx) }
    openSysEx = nil
  }

  private static func play(
    _ opcode: UInt8, _ data1: UInt8, _ data2: UInt8, _ channel: inout Channel
  ) {
    switch opcode {
    case 8: channel.notes.remove(data1)
    case 9:
      if data2 == 0 { channel.notes.remove(data1) } else { channel.notes.insert(data1) }
    case 10: channel.polyPressures[data1] = data2
    case 11: control(data1, data2, &channel)
    case 12: channel.program = [data1, channel.controllers[0] ?? 0, channel.controllers[32] ?? 0]
    case 13: channel.pressure = data1
    default: channel.wheel = [data1, data2]
    }
  }

  private static func control(_ number: UInt8, _ value: UInt8, _ channel: inout Channel) {
    switch number {
    case 98, 99, 100, 101:
      if channel.isNonRegistered != (number < 100) { channel.number = [127, 127] }
      channel.isNonRegistered = number < 100
      channel.number[number & 1 == 1 ? 0 : 1] = value
    case 6, 38, 96, 97:
      guard let key = channel.key else { return }
      var parameter = channel.parameters[key] ?? [-1, -1, 0]
      switch number {
      case 6: (parameter[0], parameter[2]) = (Int(value), 0)
      case 38: (parameter[1], parameter[2]) = (Int(value), 0)
      default: parameter[2] += number == 96 ? 1 : -1
      }
      channel.parameters[key] = parameter == [-1, -1, 0] ? nil : parameter
    case 121:
      for reset: UInt8 in [1, 11, 64, 65, 66, 67, 68, 69] { channel.controllers[reset] = nil }
      (channel.wheel, channel.pressure, channel.polyPressures) = ([], nil, [:])
      (channel.number, channel.isNonRegistered) = ([127, 127], false)
    case 120, 123...127: channel.notes = []
    default: channel.controllers[number] = value
    }
  }
}
