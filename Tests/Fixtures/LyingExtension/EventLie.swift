import CTenuto
import Glibc
import TenutoCore
import TenutoTransport

/// Invalid data that a render thread sends on its event socket.
struct EventLie {
  let name: String
  private var random: UInt64 = 42
  private var cycle: UInt32 = 0
  private var isSent = false

  init(_ name: String) { self.name = name }

  /// Sends the data for a cycle; returns the announced number of datagrams.
  mutating func apply(cycle: UInt32) -> UInt32 {
    self.cycle = cycle
    switch name {
    case "closed":
      _ = close(CInt(TENUTO_EVENTS_DESCRIPTOR))
      return 1
    case "short": return send([1, 2, 3, 4])
    case "nothing": return send([])
    case "garbage": return send((0..<100).map { UInt8($0) ^ 0xA5 })
    case "long": return send([UInt8](repeating: 0, count: 60_000))
    case "magic": return send(list([note(0)], magic: 7))
    case "header": return send(list([note(0)], reserved: 1))
    case "empty": return send(list([]))
    case "count": return send(list([note(0)], count: 2))
    case "surplus": return send(list([note(0), note(0)], count: 1))
    case "endless count": return send(list([note(0)], count: .max))
    case "oversize": return send(list([tenuto_event](repeating: note(0), count: 257)))
    case "kind": return send(list([event(0, kind: 3)]))
    case "kinds": return send(list([note(0), event(0, kind: .max)]))
    case "event": return send(list([event(0, kind: 0, reserved: 1)]))
    case "unsorted": return send(list([note(5), note(4)]))
    case "nan": return send(list([value(0, .nan)]))
    case "infinity": return send(list([value(0, .infinity)]))
    case "gesture": return send(list([event(0, kind: 2, [0, 0, Float.nan.bitPattern, 0])]))
    case "ramp": return send(list([event(0, kind: 1, [0, 0, 0, 64])]))
    default: return sendMore()
    }
  }

  /// Valid but unusual events that an honest extension cannot send, and that are harmless.
  private mutating func sendMore() -> UInt32 {
    switch name {
    case "outside": return send(list([note(64), note(65), note(1 << 31), note(.max)]))
    case "backward": return send(list([note(60)])) + send(list([note(10)]))
    case "cycle": return send(list([note(9)], cycle: next()))
    case "ahead": return send(list([note(0)])) + 1000
    case "behind": return send(list([note(0)])) &- 2
    case "wild": return send(list([note(0)])) &+ next()
    case "silent": return 1
    case "many": return (0..<200).reduce(0) { sum, _ in sum + send(list([note(3)])) }
    case "burst" where isSent: return send(list([note(5)]))
    case "burst":
      isSent = true
      return (0..<8).reduce(0) { sum, _ in sum + send(list((0..<256).map { _ in note(0) })) }
    case "groups": return send(list((0..<256).map { _ in midi([next(), next(), next(), next()]) }))
    case "addresses":
      return send(list((0..<256).map { _ in event(0, kind: 1, [next(), next(), 0, 0]) }))
    case "values": return flood { value(0, Float($0 & 1023) / 1024) }
    case "gestures": return flood { event(0, kind: 2, [0, 0, Float($0 & 1).bitPattern, 0]) }
    default: return 0
    }
  }

  private func flood(_ event: (Int) -> tenuto_event) -> UInt32 {
    (0..<20).reduce(0) { sum, _ in sum + send(list((0..<256).map(event))) }
  }

  /// Sends as long as the process lives, on the calling thread.
  mutating func flood() -> Never {
    while true {
      _ = send(list((0..<256).map { _ in midi([0x2090_4040, 0, 0, 0]) }))
      _ = send(list([value(0, 0.5)]))
    }
  }

  private func send(_ bytes: [UInt8]) -> UInt32 {
    let size = unsafe tenuto_send(CInt(TENUTO_EVENTS_DESCRIPTOR), bytes, bytes.count)
    return size == bytes.count ? 1 : 0
  }

  // MARK: - Parts

  private mutating func next() -> UInt32 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt32(truncatingIfNeeded: random >> 32)
  }

  private func list(
    _ events: [tenuto_event], count: UInt32? = nil, magic: UInt32 = TENUTO_EVENT_LIST_MAGIC,
    cycle: UInt32? = nil, reserved: UInt32 = 0
  ) -> [UInt8] {
    let header = tenuto_event_list(
      magic: magic, cycle: cycle ?? self.cycle, event_count: count ?? UInt32(events.count),
      reserved: reserved)
    var bytes = unsafe withUnsafeBytes(of: header) { unsafe Array($0) }
    for event in events { bytes += unsafe withUnsafeBytes(of: event) { unsafe Array($0) } }
    return bytes
  }

  private func event(
    _ offset: UInt32, kind: UInt16, reserved: UInt16 = 0, _ words: [UInt32] = [0, 0, 0, 0]
  ) -> tenuto_event {
    tenuto_event(
      frame_offset: offset, kind: kind, reserved: reserved,
      words: (words[0], words[1], words[2], words[3]))
  }

  private func midi(_ words: [UInt32]) -> tenuto_event { event(0, kind: 0, words) }
  private func note(_ offset: UInt32) -> tenuto_event {
    event(offset, kind: 0, [0x2090_3C40, 0, 0, 0])
  }
  private func value(_ offset: UInt32, _ value: Float) -> tenuto_event {
    event(offset, kind: 1, [0, 0, value.bitPattern, 0])
  }
}
