import CBench
import Foundation
import TenutoCore
import TenutoMIDI

/// The speed of translation from MIDI 1.0 bytes to MIDI 2.0 packets.
///
/// Measured in processor time of this thread, as the median over pieces of half a millisecond: a
/// busy machine interrupts the thread and leaves cold caches. Buffers hold 2048 packets, like those
/// of a nearby reader.
struct MIDISpeed {
  let rounds: Int
  private static let pieces = 20
  private static let messages = 50_000

  func run(into report: inout Report) throws {
    let mixed = measure(Self.streams(hasRunningStatus: false))
    let running = measure(Self.streams(hasRunningStatus: true))
    let notes = measure(Self.streams(hasRunningStatus: false, isNotesOnly: true))
    let unit = "million/s"
    report.add(
      "MIDI 1.0 bytes to MIDI 2.0 packets, mixed messages", unit, mixed.speed, bar: 100,
      isFloor: true)
    report.add("the same, with running status", unit, running.speed, bar: 100, isFloor: true)
    report.add("the same, notes only", unit, notes.speed, bar: 100, isFloor: true)
    report.add("the same bytes to MIDI 1.0 packets, mixed", unit, mixed.parsing)
    report.add(
      "mixed messages to MIDI 2.0, one byte at a time", unit, mixed.singly, bar: 60, isFloor: true)
    let allocations = mixed.allocations + running.allocations + notes.allocations
    report.add("allocations of these", "", Spread([Double(allocations)]), bar: 0)
  }

  private static func streams(hasRunningStatus: Bool, isNotesOnly: Bool = false) -> [[UInt8]] {
    var mix = MessageMix(hasRunningStatus: hasRunningStatus, isNotesOnly: isNotesOnly)
    return (0..<pieces).map { _ in mix.next(messages) }
  }

  private func measure(
    _ streams: [[UInt8]]
  ) -> (speed: Spread, parsing: Spread, singly: Spread, allocations: UInt64) {
    let packets = UnsafeMutableBufferPointer<UMP>.allocate(capacity: 2048)
    defer { unsafe packets.deallocate() }
    var speeds: [Double] = []
    var parsing: [Double] = []
    var singly: [Double] = []
    var allocations: UInt64 = 0
    for round in 0...rounds {
      let translations = streams.map { unsafe translate($0, into: packets) }
      let parses = streams.map { unsafe parse($0, into: packets) }
      let bytes = streams.map { unsafe translateSingly($0, into: packets) }
      if round == 0 { continue }  // creates the tables, and warms up
      allocations += (translations + parses + bytes).reduce(0) { $0 + $1.allocations }
      speeds.append(Spread(translations.map(\.speed)).median)
      parsing.append(Spread(parses.map(\.speed)).median)
      singly.append(Spread(bytes.map(\.speed)).median)
    }
    return (Spread(speeds), Spread(parsing), Spread(singly), allocations)
  }

  private func translate(
    _ bytes: [UInt8], into packets: UnsafeMutableBufferPointer<UMP>
  ) -> (speed: Double, allocations: UInt64) {
    var translator = MIDI1StreamTranslator()
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      measure {
        var taken = 0
        while taken < bytes.count {
          let rest = unsafe UnsafeBufferPointer(rebasing: bytes[taken...])
          taken += unsafe translator.translate(rest, into: packets).consumed
        }
      }
    }
  }

  /// Translates one byte per call into a ring of packets, like a byte-wise receiver.
  private func translateSingly(
    _ bytes: [UInt8], into packets: UnsafeMutableBufferPointer<UMP>
  ) -> (speed: Double, allocations: UInt64) {
    var translator = MIDI1StreamTranslator()
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      measure {
        var written = 0
        for index in bytes.indices {
          let batch = unsafe translator.translate(bytes[index])
          for place in 0..<batch.count {
            unsafe packets[written & 2047] = batch[place]
            written += 1
          }
        }
      }
    }
  }

  private func parse(
    _ bytes: [UInt8], into packets: UnsafeMutableBufferPointer<UMP>
  ) -> (speed: Double, allocations: UInt64) {
    var parser = MIDI1Parser()
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      measure {
        var taken = 0
        while taken < bytes.count {
          let rest = unsafe UnsafeBufferPointer(rebasing: bytes[taken...])
          taken += unsafe parser.parse(rest, into: packets).consumed
        }
      }
    }
  }

  /// Millions of messages a second, and the number of allocations.
  private func measure(_ body: () -> Void) -> (speed: Double, allocations: UInt64) {
    cbench_start()
    let start = threadTime()
    body()
    let time = threadTime() - start
    return (Double(Self.messages) / time * 1e3, cbench_stop().allocations)
  }

  /// Processor time of this thread, in nanoseconds.
  private func threadTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Channel messages as from players and controllers, in an unpredictable order: of a hundred, 50
/// notes, 20 controllers, 15 bends, 12 pressures, 2 programs and banks, and 1 other; a clock
/// message after every fiftieth.
private struct MessageMix {
  let hasRunningStatus: Bool
  let isNotesOnly: Bool
  private var random = SeededRandom(seed: 1)

  init(hasRunningStatus: Bool, isNotesOnly: Bool) {
    self.hasRunningStatus = hasRunningStatus
    self.isNotesOnly = isNotesOnly
  }

  /// The bytes of `count` messages.
  mutating func next(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var status: UInt8 = 0
    for _ in 0..<count {
      let kind = Int.random(in: 0..<(isNotesOnly ? 50 : 100), using: &random)
      if !isNotesOnly && kind % 50 == 49 { bytes.append(0xF8) }
      let message = self.message(kind)
      let repeats = hasRunningStatus && message[0] == status
      bytes += repeats ? message[1...] : message[...]
      status = message[0]
    }
    return bytes
  }

  private mutating func message(_ kind: Int) -> [UInt8] {
    let channel = UInt8.random(in: 0..<4, using: &random)
    let data = (0..<2).map { _ in UInt8.random(in: 0..<128, using: &random) }
    switch kind {
    case 0..<25: return [0x90 | channel] + data
    case 25..<50: return [0x80 | channel] + data
    case 50..<70: return [0xB0 | channel, 64 + data[0] % 32, data[1]]
    case 70..<85: return [0xE0 | channel] + data
    case 85..<91: return [0xA0 | channel] + data
    case 91..<97: return [0xD0 | channel, data[0]]
    case 97: return [0xB0 | channel, 0, data[1]]
    case 98: return [0xC0 | channel, data[0]]
    default: return [0xB0 | channel, 101, 0]
    }
  }
}
