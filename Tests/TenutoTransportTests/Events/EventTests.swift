import CTenuto
import Glibc
import TenutoCore
import TenutoMIDI
import TenutoTransport
import TestSupport
import Testing

struct EventTests {
  private func event(_ frame: UInt32, _ number: Int) -> TimedEvent {
    TimedEvent(
      frameOffset: frame, payload: .parameter(address: UInt64(number), value: Float(number)))
  }

  /// All events for one cycle: frame offsets and addresses.
  private func drain(
    _ receiver: inout EventReceiver, cycle: UInt32, frameCount: UInt32 = 64, announced: UInt32
  ) -> [(UInt32, UInt64)]? {
    var all: [(UInt32, UInt64)] = []
    while true {
      switch receiver.next(cycle: cycle, frameCount: frameCount, announced: announced) {
      case .event(let event):
        guard case .parameter(let address, _) = event.payload else { return nil }
        all.append((event.frameOffset, address))
      case .none: return all
      case .malformed: return nil
      }
    }
  }

  @Test(arguments: [1, 2, 255, 256, 257, 512, 1000])
  func eventsArriveInOrder(count: Int) throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    var receiver = EventReceiver(socket: sockets.peer.number)
    for cycle in 1...3 as ClosedRange<UInt32> {
      for number in 0..<count { sender.append(event(UInt32(number), number), cycle: cycle) }
      sender.flush(cycle: cycle)
      #expect(sender.datagramCount == cycle * UInt32((count + 255) / 256))
      let all = try #require(
        drain(&receiver, cycle: cycle, frameCount: 4096, announced: sender.datagramCount))
      #expect(all.map(\.0) == (0..<count).map { UInt32($0) })
      #expect(all.map(\.1) == (0..<count).map { UInt64($0) })
      #expect(receiver.datagramCount == sender.datagramCount)
    }
    #expect(sender.lostEventCount == 0)
  }

  @Test func everyWordOfAPacketArrives() throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    var receiver = EventReceiver(socket: sockets.peer.number)
    let packet = UMP(0x5003_0102, 0xFFFF_FFFF, 0x8000_0001, 0x1234_5678)
    sender.append(TimedEvent(frameOffset: 3, payload: .midi(packet)), cycle: 1)
    sender.flush(cycle: 1)
    guard case .event(let event) = receiver.next(cycle: 1, frameCount: 64, announced: 1),
      case .midi(let received) = event.payload
    else {
      Issue.record("there is no packet")
      return
    }
    #expect(received == packet)
    #expect(event.frameOffset == 3)
  }

  @Test func eventsOfAnEarlierCycleMoveToTheBeginning() throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    var receiver = EventReceiver(socket: sockets.peer.number)
    sender.append(event(10, 1), cycle: 5)
    sender.append(event(20, 2), cycle: 5)
    sender.flush(cycle: 5)
    sender.append(event(30, 3), cycle: 6)
    sender.flush(cycle: 6)
    let all = try #require(drain(&receiver, cycle: 6, announced: 2))
    #expect(all.map(\.0) == [0, 0, 30])
    #expect(all.map(\.1) == [1, 2, 3])
  }

  @Test func offsetsBeyondTheCycleAreHeldAtItsLastFrame() throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    var receiver = EventReceiver(socket: sockets.peer.number)
    for (number, frame) in ([63, 64, 65, .max] as [UInt32]).enumerated() {
      sender.append(event(frame, number), cycle: 1)
    }
    sender.flush(cycle: 1)
    let all = try #require(drain(&receiver, cycle: 1, announced: 1))
    #expect(all.map(\.0) == [63, 63, 63, 63])
  }

  @Test func onlyAnnouncedDatagramsAreTaken() throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    var receiver = EventReceiver(socket: sockets.peer.number)
    for cycle in 1...3 as ClosedRange<UInt32> {
      sender.append(event(0, Int(cycle)), cycle: cycle)
      sender.flush(cycle: cycle)
    }
    #expect(drain(&receiver, cycle: 1, announced: 1)?.map(\.1) == [1])
    #expect(drain(&receiver, cycle: 1, announced: 1)?.map(\.1) == [])
    #expect(drain(&receiver, cycle: 3, announced: 3)?.map(\.1) == [2, 3])
  }

  @Test func withoutAnnouncedEventsThereIsNoSystemCall() {
    // Any call on this socket would fail and count as a malformed datagram.
    var receiver = EventReceiver(socket: -1)
    guard case .none = receiver.next(cycle: 1, frameCount: 64, announced: 0) else {
      Issue.record("the receiver has looked at its socket")
      return
    }
    guard case .malformed = receiver.next(cycle: 1, frameCount: 64, announced: 1) else {
      Issue.record("the receiver has not looked at its socket")
      return
    }
    var sender = EventSender(socket: -1)
    sender.flush(cycle: 1)
    #expect(sender.lostEventCount == 0)
  }

  @Test func aMissingAnnouncedDatagramIsNotAwaited() throws {
    let sockets = try SocketPair()
    var receiver = EventReceiver(socket: sockets.peer.number)
    #expect(drain(&receiver, cycle: 1, announced: 1)?.isEmpty == true)
  }

  @Test func whatFindsNoRoomIsCounted() throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    var receiver = EventReceiver(socket: sockets.peer.number)
    for number in 0..<256 * 100 { sender.append(event(0, number), cycle: 1) }
    sender.flush(cycle: 1)
    #expect(sender.lostEventCount > 0)
    let all = try #require(drain(&receiver, cycle: 1, announced: sender.datagramCount))
    #expect(all.count + sender.lostEventCount == 256 * 100)
    // Once there is room again, events arrive again.
    sender.append(event(0, 7), cycle: 2)
    sender.flush(cycle: 2)
    #expect(drain(&receiver, cycle: 2, announced: sender.datagramCount)?.map(\.1) == [7])
  }

  @Test func sendingToAProcessThatHasEndedIsCountedAndHarmless() throws {
    let sockets = try SocketPair()
    let host = sockets.takeHost()
    var sender = EventSender(socket: host.number)
    sender.append(event(0, 1), cycle: 1)
    sender.flush(cycle: 1)
    #expect(sender.lostEventCount == 1)
    #expect(sender.datagramCount == 0)
  }

  // MARK: - Malformed datagrams

  /// A datagram of two parameters, modified by `change`.
  private func isMalformed(_ change: (inout [UInt8]) -> Void) throws -> Bool {
    let sockets = try SocketPair()
    var datagram: [UInt8] = [0x45, 0x56, 0x53, 0x54, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    for frame in [5, 9] as [UInt8] {
      datagram += [
        frame, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3F, 0, 0, 0, 0,
      ]
    }
    change(&datagram)
    _ = unsafe send(sockets.host.number, datagram, datagram.count, 0)
    var receiver = EventReceiver(socket: sockets.peer.number)
    return drain(&receiver, cycle: 1, announced: 1) == nil
  }

  @Test func invalidEventListsAreMalformed() throws {
    #expect(try !isMalformed { _ in })
    #expect(try isMalformed { $0[0] = 0 })  // magic
    #expect(try isMalformed { $0[12] = 1 })  // reserved
    #expect(try isMalformed { $0[8] = 0 })  // no events
    #expect(try isMalformed { $0[8] = 1 })  // fewer than there are
    #expect(try isMalformed { $0[8] = 3 })  // more than there are
    #expect(try isMalformed { $0.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0xFF]) })
    #expect(try isMalformed { $0.removeLast() })
    #expect(try isMalformed { $0.append(0) })
    #expect(try isMalformed { $0 = [1] })
    #expect(try isMalformed { $0 += [UInt8](repeating: 0, count: 30000) })
    #expect(try isMalformed { $0[16] = 10 })  // not in order
    #expect(try isMalformed { $0[20] = 2 })  // unknown kind
    #expect(try isMalformed { $0.replaceSubrange(32..<36, with: [0, 0, 0xC0, 0x7F]) })  // NaN
    #expect(try isMalformed { $0.replaceSubrange(32..<36, with: [0, 0, 0x80, 0x7F]) })  // infinity
  }

  @Test func aClosedSocketIsMalformedNotAnEndlessLoop() throws {
    let sockets = try SocketPair()
    let number = dup(sockets.peer.number)
    defer { _ = close(number) }
    _ = sockets.takeHost()
    var receiver = EventReceiver(socket: number)
    guard case .malformed = receiver.next(cycle: 1, frameCount: 1, announced: 1) else {
      Issue.record("an end of file was taken for events")
      return
    }
  }

  @Test func randomDatagramsNeverTrap() throws {
    let sockets = try SocketPair()
    var receiver = EventReceiver(socket: sockets.peer.number)
    var random = SeededRandom(seed: 4)
    var taken = 0
    for round in 1...20000 as ClosedRange<UInt32> {
      let count = Int.random(in: 0...3, using: &random)
      var datagram: [UInt8] = [
        0x45, 0x56, 0x53, 0x54, 1, 0, 0, 0, UInt8(count), 0, 0, 0, 0, 0, 0, 0,
      ]
      for _ in 0..<count {
        var event = random.bytes(24)
        if Bool.random(using: &random) {
          event.replaceSubrange(4..<8, with: [event[4] % 3, 0, 0, 0])
        }
        if Bool.random(using: &random) { event.replaceSubrange(0..<4, with: [0, 0, 0, 0]) }
        datagram += event
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        datagram = random.bytes(Int.random(in: 0...90, using: &random))
      }
      let size = unsafe send(
        sockets.host.number, datagram, datagram.count, CInt(MSG_DONTWAIT))
      #expect(size == datagram.count, "round \(round)")
      var steps = 0
      reading: while steps < 300 {
        steps += 1
        switch receiver.next(
          cycle: 1, frameCount: 64, announced: receiver.datagramCount &+ 1)
        {
        case .event(let event):
          #expect(event.frameOffset < 64)
          taken += 1
        case .malformed: continue
        case .none: break reading
        }
      }
      #expect(steps < 300, "round \(round)")
    }
    #expect(taken > 1000)
  }

  /// The rest of a datagram, plus a number of further ones.
  @Test func discardedEventsAreCounted() throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    var receiver = EventReceiver(socket: sockets.peer.number)
    for number in 0..<5 * 256 { sender.append(event(0, number), cycle: 1) }
    sender.flush(cycle: 1)
    _ = receiver.next(cycle: 1, frameCount: 64, announced: 5)
    let isRead = receiver.isListRead
    #expect(!isRead)
    let part = receiver.discard(announced: 5, atMost: 2)
    #expect(part.eventCount == 255 + 512)
    #expect(!part.isAll)
    let rest = receiver.discard(announced: 5, atMost: 10)
    #expect(rest.eventCount == 512)
    #expect(rest.isAll)
    let count = receiver.datagramCount
    #expect(count == 5)
    // Announced datagrams that do not arrive are not waited for.
    let nothing = receiver.discard(announced: 9, atMost: 10)
    #expect(nothing.eventCount == 0)
    #expect(nothing.isAll && !nothing.isMalformed)
    sender.append(event(3, 7), cycle: 2)
    sender.flush(cycle: 2)
    let all = try #require(drain(&receiver, cycle: 2, announced: 6))
    #expect(all.map(\.1) == [7])
  }

  @Test func discardedInvalidListsAreNoted() throws {
    let sockets = try SocketPair()
    var receiver = EventReceiver(socket: sockets.host.number)
    _ = unsafe tenuto_send(sockets.peer.number, [1, 2, 3] as [UInt8], 3)
    let discarded = receiver.discard(announced: 1, atMost: 10)
    #expect(discarded.isMalformed)
  }
}
