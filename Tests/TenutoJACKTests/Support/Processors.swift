import TenutoJACK

// Slots of Counters by number: 0 cycles, 1 frames, 2 matches, 3 mismatches, 4 first, 5 second,
// 6 request, 7 bytes.

/// Counts cycles and records their length.
struct CycleCounter: JACKProcessor {
  let counters: Counters
  static var entry: JACKProcessFunction { unsafe countCycle }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    counters.store(1, cycle.frameCount)
    counters.add(0)
    return .goOn
  }
}

@_noLocks func countCycle(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<CycleCounter>.run(frameCount, context)
}

/// Writes its time to each frame: the low 16 bits, exact as Float.
struct RampWriter: JACKProcessor {
  let output: JACKPort
  static var entry: JACKProcessFunction { unsafe writeRamp }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let time = cycle.frameTime
    var samples = cycle.audioOutput(output)
    for frame in 0..<samples.count {
      samples[frame] = Float(UInt16(truncatingIfNeeded: Int(time) + frame))
    }
    return .goOn
  }
}

@_noLocks func writeRamp(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<RampWriter>.run(frameCount, context)
}

/// Counts the cycles in which each frame contains its time, and those that are neither correct nor
/// silent.
struct RampReader: JACKProcessor {
  let input: JACKPort
  let counters: Counters
  static var entry: JACKProcessFunction { unsafe readRamp }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let time = cycle.frameTime
    let samples = cycle.audioInput(input)
    var right = 0
    var silent = 0
    for frame in 0..<samples.count {
      if samples[frame] == Float(UInt16(truncatingIfNeeded: Int(time) + frame)) { right += 1 }
      if samples[frame] == 0 { silent += 1 }
    }
    if right == samples.count {
      counters.add(2)
    } else if silent != samples.count {
      counters.add(3)
    }
    return .goOn
  }
}

@_noLocks func readRamp(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<RampReader>.run(frameCount, context)
}

/// The frame offset and the key at which a note of the cycle at `time` is expected.
@_noLocks func expectedNote(time: UInt32, frameCount: Int) -> (frameOffset: Int, key: UInt8) {
  let cycle = Int(time) / frameCount
  return (cycle % frameCount, UInt8(cycle % 128))
}

/// Writes a note per cycle, each at a different frame.
struct NoteWriter: JACKProcessor {
  let output: JACKPort
  static var entry: JACKProcessFunction { unsafe writeNote }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let expected = expectedNote(time: cycle.frameTime, frameCount: cycle.frameCount)
    var midi = cycle.midiOutput(output)
    midi.clear()
    let isWritten = midi.write(
      frameOffset: expected.frameOffset, status: 0x90, data1: expected.key, data2: 100)
    return isWritten ? .goOn : .stop
  }
}

@_noLocks func writeNote(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<NoteWriter>.run(frameCount, context)
}

/// Counts the notes at the correct frame of their cycle, and the others.
struct NoteReader: JACKProcessor {
  let input: JACKPort
  let counters: Counters
  static var entry: JACKProcessFunction { unsafe readNote }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let expected = expectedNote(time: cycle.frameTime, frameCount: cycle.frameCount)
    let midi = cycle.midiInput(input)
    for index in 0..<midi.count {
      let event = midi.event(at: index)
      // Commas, not &&: the autoclosure of && cannot capture a view.
      if event.frameOffset == expected.frameOffset, event.count == 3, event[0] == 0x90,
        event[1] == expected.key, event[2] == 100, midi.count == 1
      {
        counters.add(2)
      } else {
        counters.add(3)
      }
    }
    return .goOn
  }
}

@_noLocks func readNote(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<NoteReader>.run(frameCount, context)
}

/// Writes one System Exclusive message of the requested byte count, then resets the request to 0.
///
/// Slot 4 becomes 1 if it fitted, 2 if not; slot 5 the room before it.
struct SysExWriter: JACKProcessor {
  let output: JACKPort
  let counters: Counters
  static var entry: JACKProcessFunction { unsafe writeSysEx }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    var midi = cycle.midiOutput(output)
    midi.clear()
    let count = counters.load(6)
    guard count > 0 else { return .goOn }
    counters.store(5, midi.writableByteCount)
    var bytes = midi.reserve(frameOffset: 5, count: count)
    for index in 0..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index) & 0x7F }
    if bytes.count == count {
      bytes[0] = 0xF0
      bytes[count - 1] = 0xF7
    }
    counters.store(4, bytes.count == count ? 1 : 2)
    counters.store(6, 0)
    return .goOn
  }
}

@_noLocks func writeSysEx(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<SysExWriter>.run(frameCount, context)
}

/// Records the length and frame of a System Exclusive message, and whether all bytes are correct.
struct SysExReader: JACKProcessor {
  let input: JACKPort
  let counters: Counters
  static var entry: JACKProcessFunction { unsafe readSysEx }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let midi = cycle.midiInput(input)
    guard midi.count > 0 else { return .goOn }
    let event = midi.event(at: 0)
    guard event.count > 1 else { return .goOn }
    var wrong = 0
    if event[0] != 0xF0 { wrong += 1 }
    if event[event.count - 1] != 0xF7 { wrong += 1 }
    if event.frameOffset != 5 { wrong += 1 }
    for index in 1..<(event.count - 1) {
      let expected = UInt8(truncatingIfNeeded: index) & 0x7F
      if event[index] != expected { wrong += 1 }
    }
    counters.store(7, event.count)
    counters.add(wrong == 0 ? 2 : 3)
    return .goOn
  }
}

@_noLocks func readSysEx(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<SysExReader>.run(frameCount, context)
}

/// An object whose release a test can observe.
final class Token: Sendable {}

/// Counts cycles and holds a reference that the render thread never touches.
struct TokenHolder: JACKProcessor {
  let counters: Counters
  let token: Token
  static var entry: JACKProcessFunction { unsafe holdToken }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    counters.add(0)
    return .goOn
  }
}

@_noLocks func holdToken(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<TokenHolder>.run(frameCount, context)
}

/// Counts its cycle and leaves the graph.
struct Quitter: JACKProcessor {
  let counters: Counters
  static var entry: JACKProcessFunction { unsafe quit }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    counters.add(0)
    return .stop
  }
}

@_noLocks func quit(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<Quitter>.run(frameCount, context)
}
