internal import TenutoTransport

/// The places of nodes on the render thread: a node keeps its own as long as it is in the graph.
///
/// One piece of memory for all; only that of seats that are taken is ever touched.
@safe final class SeatTable: @unchecked Sendable {  // changed under the lock of its graph
  let slots: UnsafeMutablePointer<RenderSlot>
  let hosts: UnsafeMutablePointer<HostSlot>
  let words: SeatWords
  private var isTaken = [Bool](repeating: false, count: GraphLimits.seatCount)
  private var hostSeats: Set<Int> = []
  private var lists: [Int: SentList] = [:]

  /// Thread: control.
  init() {
    unsafe slots = .allocate(capacity: GraphLimits.seatCount)
    unsafe hosts = .allocate(capacity: GraphLimits.seatCount)
    words = .allocate(count: GraphLimits.seatCount)
  }

  /// All seats must have been cleared.
  deinit {
    unsafe slots.deallocate()
    unsafe hosts.deallocate()
    words.deallocate()
  }

  /// The lowest seat that is free, which is taken then; nil where none is.
  func take() -> Int? {
    guard let seat = isTaken.firstIndex(of: false) else { return nil }
    isTaken[seat] = true
    return seat
  }

  /// Gives back a seat on which nothing is any more.
  func leave(_ seat: Int) {
    isTaken[seat] = false
    lists[seat] = nil
    hostSeats.remove(seat)
    words.leave(seat)
  }

  /// Notes that a node of the host sits there.
  func setHost(_ seat: Int) { hostSeats.insert(seat) }

  /// Whether a node of the host sits there, not an extension.
  func isHost(_ seat: Int) -> Bool { hostSeats.contains(seat) }

  /// The list of an extension that puts out MIDI that somebody wants.
  func list(ofExtension seat: Int) -> UnsafeMutablePointer<EventList> {
    if let list = lists[seat] { return unsafe list.list }
    let list = SentList()
    lists[seat] = list
    return unsafe list.list
  }
}
