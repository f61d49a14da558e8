internal import CTenuto
internal import Glibc
public import TenutoCore

/// The receiving end of the events channel: takes datagrams and returns their events in order.
///
/// Owns the memory of one datagram, allocated outside the render thread.
@safe public struct EventReceiver: ~Copyable {
  private let buffer: UnsafeMutableRawPointer
  private let socket: CInt
  private var eventCount = 0
  private var nextIndex = 0
  private var lastOffset: UInt32 = 0
  private var cycle: UInt32 = 0
  /// Datagrams taken since the start, wrapping.
  public private(set) var datagramCount: UInt32 = 0

  /// The result of looking for the next event.
  public enum Outcome: BitwiseCopyable {
    /// The next event; an event of an earlier cycle is moved to frame 0.
    case event(TimedEvent)
    /// There is no further event in this cycle.
    case none
    /// The peer has sent a datagram that is not an event list.
    case malformed
  }

  /// Receives on `socket`, which must stay open.
  ///
  /// Thread: control.
  public init(socket: CInt) {
    self.socket = socket
    unsafe buffer = .allocate(byteCount: Self.capacity, alignment: 16)
    unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0, count: Self.capacity)
  }

  deinit { unsafe buffer.deallocate() }

  private static var headerBytes: Int { @_noLocks get { 16 } }
  private static var eventBytes: Int { @_noLocks get { 24 } }
  private static var capacity: Int {
    @_noLocks get { headerBytes + eventBytes * Int(TENUTO_MAXIMUM_LIST_EVENTS) }
  }

  /// Discards all datagrams that have arrived: they belong to an earlier allocation.
  ///
  /// Thread: control.
  package func discardAll() {
    while unsafe tenuto_receive(socket, buffer, Self.capacity) > 0 {}
  }

  /// Whether `next` may return an event, given that the peer has sent `announced` datagrams in all.
  ///
  /// Thread: render. Inlined into the caller, since most cycles have no events.
  @inline(__always) @_noLocks
  package mutating func mayHaveNext(announced: UInt32) -> Bool {
    !isListRead || datagramCount != announced
  }

  /// Whether all events of the newest datagram have been returned, so that `next` takes another
  /// one.
  @inline(__always)
  package var isListRead: Bool { @_noLocks get { nextIndex == eventCount } }

  /// The result of `discard`.
  package struct Discarded: BitwiseCopyable {
    /// Discarded events.
    package var eventCount = 0
    /// Whether the peer has sent a datagram that is not an event list.
    package var isMalformed = false
    /// Whether nothing is left.
    package var isAll = false
  }

  /// Discards the remaining events of the newest datagram, and of up to `limit` more, given that
  /// the peer has sent `announced` in all.
  ///
  /// Thread: render. Never blocks.
  @_noLocks
  package mutating func discard(announced: UInt32, atMost limit: Int) -> Discarded {
    var discarded = Discarded()
    discarded.eventCount = eventCount &- nextIndex
    nextIndex = eventCount
    for _ in 0..<limit where !discarded.isAll {
      guard datagramCount != announced else { break }
      switch receive() {
      case .taken:
        discarded.eventCount &+= eventCount
        nextIndex = eventCount
      case .nothing: discarded.isAll = true
      case .malformed:
        discarded.isMalformed = true
        return discarded
      }
    }
    if datagramCount == announced { discarded.isAll = true }
    return discarded
  }

  /// Returns the next event of `cycle`, given that the peer has sent `announced` datagrams in all.
  ///
  /// Thread: render. Never blocks; makes a system call only for an announced datagram.
  @_noLocks
  public mutating func next(cycle now: UInt32, frameCount: UInt32, announced: UInt32) -> Outcome {
    while nextIndex == eventCount {
      guard datagramCount != announced else { return .none }
      switch receive() {
      case .taken: continue
      case .nothing: return .none
      case .malformed: return .malformed
      }
    }
    let raw = unsafe buffer.load(
      fromByteOffset: Self.headerBytes + nextIndex * Self.eventBytes, as: tenuto_event.self)
    nextIndex += 1
    guard var event = raw.decoded() else { return .malformed }
    guard event.frameOffset >= lastOffset else { return .malformed }
    lastOffset = event.frameOffset
    // An event for a missed cycle is delivered as early as possible.
    event.frameOffset = cycle == now ? min(event.frameOffset, frameCount - 1) : 0
    return .event(event)
  }

  private enum Datagram: BitwiseCopyable { case taken, nothing, malformed }

  @_noLocks
  private mutating func receive() -> Datagram {
    let size = unsafe tenuto_receive(socket, buffer, Self.capacity)
    if size == -Int(EAGAIN) { return .nothing }
    datagramCount &+= 1
    guard size >= Self.headerBytes else { return .malformed }
    let header = unsafe buffer.load(as: tenuto_event_list.self)
    guard header.magic == TENUTO_EVENT_LIST_MAGIC, header.reserved == 0,
      header.event_count > 0, header.event_count <= UInt32(TENUTO_MAXIMUM_LIST_EVENTS),
      size == Self.headerBytes + Int(header.event_count) * Self.eventBytes
    else { return .malformed }
    cycle = header.cycle
    eventCount = Int(header.event_count)
    nextIndex = 0
    lastOffset = 0
    return .taken
  }
}
