internal import CFuzz
internal import CTenuto
internal import Glibc
internal import TenutoCore
internal import TenutoTransport

@testable internal import TenutoExtension

extension FuzzTarget {
  static var servers: [FuzzTarget] {
    [
      FuzzTarget(name: "swift-server", run: serve),
      FuzzTarget(name: "c-server", run: { unsafe cfuzz_requests($0, $0.count) }),
      FuzzTarget(name: "c-message", run: { unsafe cfuzz_message($0, $0.count) }),
      FuzzTarget(name: "c-state", run: readStateInC),
      FuzzTarget(name: "c-events", run: readEventsInC),
    ]
  }

  /// Requests to an extension's Swift runtime: kind, length, payload, repeated.
  private static func serve(_ input: [UInt8]) {
    guard let sockets = try? SocketPair() else { return }
    let events = sockets.host.number
    var server = ExtensionServer(
      [ComponentEntry(FuzzedKernel.self)], control: Descriptor(owning: dup(sockets.peer.number)),
      events: events)
    var reader = InputReader(input)
    while !reader.isEmpty {
      let kind = ControlKind(rawValue: UInt16(reader.byte()) % 25)
      let payload = reader.piece()
      guard let kind else { continue }
      var writer = WireWriter()
      try? server.handle(kind, payload, [], into: &writer)
      check(writer.bytes.count <= ControlChannel.maximumPayloadBytes, "an answer is too long")
    }
  }

  /// A state that one runtime accepts is accepted by the other.
  private static func readStateInC(_ input: [UInt8]) {
    let bytes = input.first.map { $0 & 1 == 0 } == true ? summed(input.dropFirst()) : input
    let isRead = unsafe cfuzz_state(bytes, bytes.count)
    guard let state = try? ComponentState(decoding: bytes) else {
      check(!isRead, "C accepts a state that Swift refuses")
      return
    }
    let isOwn = state.code == "aumf fuzz Test" && state.version <= 2
    check(isRead == isOwn, "Swift accepts a state that C refuses")
  }

  /// Datagrams as read by the C runtime and by the Swift runtime.
  private static func readEventsInC(_ input: [UInt8]) {
    guard let one = try? SocketPair(), let other = try? SocketPair() else { return }
    var reader = InputReader(input)
    var count: UInt32 = 0
    while !reader.isEmpty && count < 8 {
      let piece = reader.piece()
      guard unsafe tenuto_send(one.peer.number, piece, piece.count) >= 0 else { continue }
      _ = unsafe tenuto_send(other.peer.number, piece, piece.count)
      count += 1
    }
    cfuzz_events_begin(other.host.number)
    var receiver = EventReceiver(socket: one.host.number)
    for _ in 0..<4096 {
      var event = tenuto_event()
      let outcome = unsafe cfuzz_events_next(1, 64, count, &event)
      switch receiver.next(cycle: 1, frameCount: 64, announced: count) {
      case .none:
        check(outcome == 0, "C sees an event that Swift does not")
        return
      case .malformed:
        check(outcome == 2, "C sees nothing wrong")
        return
      case .event(let expected):
        check(
          outcome == 1 && event.decoded().map { "\($0)" } == "\(expected)", "C reads another event")
      }
    }
  }
}

/// A kernel that is described and never rendered.
private struct FuzzedKernel: Kernel {
  static var component: ComponentDescription { FuzzTarget.component }
  init(_ setup: KernelSetup) {}
  @_noLocks mutating func handle(_ event: Event) {}
  @_noLocks mutating func render(_ cycle: inout RenderCycle) {}
}
