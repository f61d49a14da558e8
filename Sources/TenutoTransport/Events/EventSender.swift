internal import CTenuto
internal import Glibc
public import TenutoCore

/// The sending end of the events channel: collects a cycle's events into datagrams.
///
/// Owns the memory of one datagram, allocated outside the render thread.
@safe public struct EventSender: ~Copyable {
  private let buffer: UnsafeMutableRawPointer
  private let socket: CInt
  private var eventCount = 0
  /// Datagrams sent since the start, wrapping; the audio header carries the count to the receiver.
  public private(set) var datagramCount: UInt32 = 0
  /// Events for which the socket had no room.
  public private(set) var lostEventCount = 0

  /// Sends on `socket`, which must stay open.
  ///
  /// Thread: control.
  public init(socket: CInt) {
    self.socket = socket
    let bytes = Self.headerBytes + Self.eventBytes * Int(TENUTO_MAXIMUM_LIST_EVENTS)
    unsafe buffer = .allocate(byteCount: bytes, alignment: 16)
    unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
  }

  deinit { unsafe buffer.deallocate() }

  private static var headerBytes: Int { @_noLocks get { 16 } }
  private static var eventBytes: Int { @_noLocks get { 24 } }

  /// Adds an event of `cycle`; events must come in the order of their frame offsets.
  ///
  /// Thread: render. Never blocks; sends a full datagram at once.
  @_noLocks
  public mutating func append(_ event: TimedEvent, cycle: UInt32) {
    if eventCount == Int(TENUTO_MAXIMUM_LIST_EVENTS) { flush(cycle: cycle) }
    unsafe buffer.storeBytes(
      of: tenuto_event(event), toByteOffset: Self.headerBytes + eventCount * Self.eventBytes,
      as: tenuto_event.self)
    eventCount += 1
  }

  /// Sends the collected events, if there are any.
  ///
  /// Thread: render. Never blocks; counts events without room in the socket as lost.
  @_noLocks
  public mutating func flush(cycle: UInt32) {
    guard eventCount > 0 else { return }
    let header = tenuto_event_list(
      magic: TENUTO_EVENT_LIST_MAGIC, cycle: cycle, event_count: UInt32(eventCount), reserved: 0)
    unsafe buffer.storeBytes(of: header, as: tenuto_event_list.self)
    let bytes = Self.headerBytes + eventCount * Self.eventBytes
    if unsafe tenuto_send(socket, buffer, bytes) == bytes {
      datagramCount &+= 1
    } else {
      lostEventCount += eventCount
    }
    eventCount = 0
  }
}
