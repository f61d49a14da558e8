import CTenuto
import Glibc
import TenutoCore
import TestSupport
import Testing

@testable import TenutoTransport

struct ControlChannelTests {
  /// A host's end, and a peer on a separate thread that answers with the replies of `body`.
  private struct Conversation: ~Copyable {
    var host: ControlChannel
    let peer: TestThread

    init(_ body: @escaping @Sendable (inout ControlChannel) throws -> Void) throws {
      let sockets = try SocketPair()
      let number = dup(sockets.peer.number)
      peer = TestThread {
        var channel = ControlChannel(Descriptor(owning: number))
        try? body(&channel)
      }
      host = ControlChannel(sockets.takeHost())
    }
  }

  private static func reply(
    to message: ControlMessage, _ payload: some WireCodable
  ) -> ControlMessage {
    var writer = WireWriter()
    payload.encode(into: &writer)
    var reply = message
    reply.isReply = true
    reply.payload = writer.bytes
    return reply
  }

  private static let soon = MonotonicTime.after(milliseconds: 10_000)

  @Test func aRequestGetsItsAnswer() throws {
    var talk = try Conversation { channel in
      for number in 0..<100 as Range<UInt16> {
        let (message, _) = try channel.receive(deadline: Self.soon)
        var reader = WireReader(message.payload[...])
        let index = try DescribeRequest(from: &reader).index
        guard index == number, message.kind == 2, !message.isReply else { return }
        try channel.send(
          Self.reply(to: message, BulkSize(byteCount: UInt32(number))), deadline: Self.soon)
      }
    }
    for number in 0..<100 as Range<UInt16> {
      let answer = try talk.host.call(DescribeRequest(index: number), milliseconds: 10_000)
      #expect(answer == BulkSize(byteCount: UInt32(number)))
    }
    #expect(talk.peer.join())
  }

  @Test func aSilentPeerTimesOut() throws {
    let sockets = try SocketPair()
    let peer = dup(sockets.peer.number)
    defer { _ = close(peer) }
    var host = ControlChannel(sockets.takeHost())
    #expect(throws: ControlError.timedOut) { try host.call(HelloRequest(), milliseconds: 20) }
  }

  @Test func aPeerThatNeverReadsTimesOutAndDoesNotBlock() throws {
    let sockets = try SocketPair()
    let peer = dup(sockets.peer.number)
    defer { _ = close(peer) }
    let host = ControlChannel(sockets.takeHost())
    let message = ControlMessage(
      kind: 1, isReply: false, status: 0, identifier: 1,
      payload: [UInt8](repeating: 0, count: 40_000))
    #expect(throws: ControlError.timedOut) {
      for _ in 0..<1000 { try host.send(message, deadline: .after(milliseconds: 20)) }
    }
  }

  @Test func aPeerThatHangsUpIsClosed() throws {
    var talk = try Conversation { channel in _ = try channel.receive(deadline: Self.soon) }
    #expect(throws: ControlError.closed) {
      try talk.host.call(HelloRequest(), milliseconds: 10_000)
    }
    #expect(throws: ControlError.closed) {
      try talk.host.call(HelloRequest(), milliseconds: 10_000)
    }
  }

  @Test func hangingUpEndsTheWaitOfTheOwnThread() throws {
    let sockets = try SocketPair()
    let number = dup(sockets.peer.number)
    let ended = Locked(false)
    let host = ControlChannel(sockets.takeHost())
    let waiter = TestThread {
      let channel = ControlChannel(Descriptor(owning: number))
      do { _ = try channel.receive(deadline: .never) } catch { ended.withLock { $0 = true } }
    }
    host.hangUp()
    #expect(waiter.join())
    #expect(ended.withLock { $0 })
  }

  @Test func aRefusalCarriesItsReason() throws {
    var talk = try Conversation { channel in
      let (message, _) = try channel.receive(deadline: Self.soon)
      var reply = Self.reply(to: message, "no more voices")
      reply.status = 1
      try channel.send(reply, deadline: Self.soon)
      _ = try channel.receive(deadline: Self.soon)
      reply.identifier += 1
      reply.payload = [200]
      try channel.send(reply, deadline: Self.soon)
    }
    #expect(throws: ControlError.refused("no more voices")) {
      try talk.host.call(HelloRequest(), milliseconds: 10_000)
    }
    #expect(throws: ControlError.refused("no reason given")) {
      try talk.host.call(HelloRequest(), milliseconds: 10_000)
    }
  }

  @Test(arguments: ["request", "kind", "identifier", "short", "long"])
  func anInvalidAnswerIsMalformed(lie: String) throws {
    var talk = try Conversation { channel in
      let (message, _) = try channel.receive(deadline: Self.soon)
      var reply = Self.reply(
        to: message, HelloRequest.Response(version: 1, componentCount: 1))
      switch lie {
      case "request": reply.isReply = false
      case "kind": reply.kind += 1
      case "identifier": reply.identifier += 1
      case "short": reply.payload.removeLast()
      default: reply.payload.append(0)
      }
      try channel.send(reply, deadline: Self.soon)
    }
    do throws(ControlError) {
      _ = try talk.host.call(HelloRequest(), milliseconds: 10_000)
      Issue.record("the answer was taken")
    } catch {
      guard case .malformed = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(arguments: [1, 15, 17, 100, 60_000])
  func invalidDatagramsAreMalformed(count: Int) throws {
    let sockets = try SocketPair()
    let garbage = [UInt8](repeating: 0x5A, count: count)
    #expect(unsafe send(sockets.peer.number, garbage, count, 0) == count)
    let host = ControlChannel(sockets.takeHost())
    do throws(ControlError) {
      _ = try host.receive(deadline: Self.soon)
      Issue.record("garbage was taken for a message")
    } catch {
      guard case .malformed = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func aMessageLongerThanTheLimitIsNotSent() throws {
    let sockets = try SocketPair()
    let message = ControlMessage(
      kind: 1, isReply: false, status: 0, identifier: 1,
      payload: [UInt8](repeating: 0, count: 49152 - 15))
    let host = ControlChannel(sockets.takeHost())
    #expect(throws: ControlError.malformed(.tooLong)) {
      try host.send(message, deadline: Self.soon)
    }
  }

  @Test func theLongestMessageArrives() throws {
    let sockets = try SocketPair()
    let peer = ControlChannel(Descriptor(owning: dup(sockets.peer.number)))
    let host = ControlChannel(sockets.takeHost())
    let payload = [UInt8](repeating: 7, count: 49152 - 16)
    try peer.send(
      ControlMessage(kind: 2, isReply: true, status: 0, identifier: 3, payload: payload),
      deadline: Self.soon)
    #expect(try host.receive(deadline: Self.soon).message.payload == payload)
  }

  @Test func descriptorsArriveAndBelongToTheReceiver() throws {
    let sockets = try SocketPair()
    let peer = dup(sockets.peer.number)
    let host = ControlChannel(sockets.takeHost())
    let extensionEnd = ControlChannel(Descriptor(owning: peer))
    let message = ControlMessage(
      kind: 4, isReply: false, status: 0, identifier: 1, payload: [])
    try host.send(message, descriptors: [0, 1, 2], deadline: Self.soon)
    let (_, descriptors) = try extensionEnd.receive(deadline: Self.soon)
    #expect(descriptors.count == 3)
    for descriptor in descriptors {
      #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
      #expect(close(descriptor) == 0)
    }
  }

  @Test func descriptorsFromThePeerAreClosedAndRefused() async {
    await #expect(processExitsWith: .success) {
      /// A pair whose host end accepts descriptors, as all do before Linux 6.16.
      func lieOnce(count: Int, isMessage: Bool) throws {
        var numbers: [CInt] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &numbers) == 0
        else { throw ControlError.closed }
        var host = ControlChannel(Descriptor(owning: numbers[0]))
        let peer = Descriptor(owning: numbers[1])
        let answer: [UInt8] =
          isMessage
          ? [0x54, 0x43, 0x54, 0x4C, 1, 0x80, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 1, 0] : [1]
        let gifts = [CInt](repeating: peer.number, count: count)
        let error = unsafe tenuto_send_message(
          peer.number, answer, answer.count, gifts, CInt(count), 0)
        #expect(error == 0)
        #expect(throws: ControlError.self) {
          try host.call(HelloRequest(), milliseconds: 10_000)
        }
      }
      let before = ProcessTable.openDescriptorCount
      for count in [1, 2, 3, 4, 4, 4, 4, 4, 4, 4] {
        try lieOnce(count: count, isMessage: true)
        try lieOnce(count: count, isMessage: false)
      }
      #expect(ProcessTable.hasNoMoreDescriptors(than: before))
    }
  }

  @Test func noMoreThanFourDescriptorsAreSent() throws {
    let sockets = try SocketPair()
    let gifts: [CInt] = [0, 0, 0, 0, 0]
    #expect(unsafe tenuto_send_message(sockets.host.number, [1], 1, gifts, 5, 0) == EINVAL)
    #expect(unsafe tenuto_send_message(sockets.host.number, [1], 1, gifts, -1, 0) == EINVAL)
  }
}
