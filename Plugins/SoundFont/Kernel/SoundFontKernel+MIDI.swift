public import TenutoExtension

extension SoundFontKernel {
  /// Handles a packet of MIDI 1.0 and ignores other packets.
  @_noLocks public mutating func receive(_ packet: UMP) {
    switch packet.word0 >> 28 {
    case 1 where packet.word0 >> 16 & 0xFF == 0xFF: reset()
    case 2: takeVoiceMessage(packet.word0)
    case 3: takeSystemExclusive(packet)
    default: break
    }
  }

  @_noLocks private mutating func takeVoiceMessage(_ word: UInt32) {
    guard let synth else { return }
    let status = UInt8(truncatingIfNeeded: word >> 16)
    synth.send(
      status, UInt8(truncatingIfNeeded: word >> 8 & 127), UInt8(truncatingIfNeeded: word & 127))
    if status >> 4 == 0xC { learnProgram(of: Int(status & 15), synth) }
  }

  @_noLocks private mutating func takeSystemExclusive(_ packet: UMP) {
    guard systemExclusive.add(packet), let synth else { return }
    systemExclusive.send(to: synth)
    // The message may have been a reset.
    for part in programs.indices { learnProgram(of: part, synth) }
  }

  /// Reads the program of a part back from FluidSynth, to report it to the host.
  @_noLocks private mutating func learnProgram(of part: Int, _ synth: SynthVoice) {
    let program = synth.program(of: part)
    guard program != programs[part] else { return }
    programs[part] = program
    unreported |= 1 << UInt16(part)
  }
}

/// A System Exclusive message received in packets.
struct SystemExclusiveBytes: BitwiseCopyable {
  private var bytes = InlineArray<1024, UInt8>(repeating: 0)
  private var count = 0
  /// Whether the message has begun and fits so far.
  private var isOpen = false

  /// Adds a packet; a message that gets too long is dropped.
  ///
  /// - Returns: Whether the packet completes a message.
  @_noLocks mutating func add(_ packet: UMP) -> Bool {
    let form = packet.word0 >> 20 & 15  // 0 is a whole message, 1 its start, 3 its end
    if form < 2 {
      count = 0
      isOpen = true
    }
    for index in 0..<min(packet.word0 >> 16 & 15, 6) where isOpen {
      let word = index < 2 ? packet.word0 : packet.word1
      let shift = index < 2 ? 8 * (1 - index) : 8 * (5 - index)
      isOpen = count < 1024
      if isOpen {
        bytes[count] = UInt8(truncatingIfNeeded: word >> shift & 127)
        count += 1
      }
    }
    guard isOpen, form == 0 || form == 3 else { return false }
    isOpen = false
    return count > 0
  }

  @_noLocks func send(to synth: SynthVoice) {
    unsafe withUnsafePointer(to: bytes) {
      unsafe $0.withMemoryRebound(to: UInt8.self, capacity: 1024) {
        unsafe synth.sendSystemExclusive($0, count: count)
      }
    }
  }
}
