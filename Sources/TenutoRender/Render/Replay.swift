internal import Synchronization
public import TenutoMIDI
public import TenutoTransport

/// The events and values replayed to an instance when it replaced another one.
public struct Replay: Sendable, Equatable {
  /// A channel voice message that still held, such as a note.
  public struct Message: Sendable, Equatable {
    /// The message, in MIDI 2.0 protocol.
    public var packet: UMP
    /// When the node got it.
    public var time: MonotonicTime

    /// Creates a message that arrived at `time`, in ns of the monotonic clock.
    init(_ packet: UMP, time: UInt64) {
      self.packet = packet
      self.time = MonotonicTime(nanoseconds: time)
    }
  }

  /// The cycle with which it was sent.
  public var cycle: UInt32
  /// The newest message that the previous instance had got before its end; nil if it did not end,
  /// or nothing was held.
  public var newest: Message?
  /// Whether other events followed.
  public var isFollowed = false
  /// Whether nothing was replayed, because a shadow took over within the cycle.
  ///
  /// The shadow got only the events of that cycle, including `newest`.
  public var isTakeover = false

  init(cycle: UInt32) { self.cycle = cycle }
}

/// The last replay of a slot, for control to read, and the message that control leaves out of the
/// next one.
///
/// Valid as long as the renderer.
@safe struct ReplayWords: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  private static var serial: Int { @_noLocks get { 0 } }
  private static var cycle: Int { @_noLocks get { 1 } }
  private static var time: Int { @_noLocks get { 2 } }
  private static var message: Int { @_noLocks get { 3 } }
  private static var isFollowed: Int { @_noLocks get { 4 } }
  private static var leftOutTime: Int { @_noLocks get { 5 } }
  private static var leftOutMessage: Int { @_noLocks get { 6 } }
  private static var isTakeover: Int { @_noLocks get { 7 } }
  private static var count: Int { 8 }

  static func allocate() -> ReplayWords {
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe ReplayWords(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  @_noLocks
  private func load(_ word: Int) -> UInt64 {
    unsafe words[word].load(ordering: .sequentiallyConsistent)
  }

  @_noLocks
  private func store(_ value: UInt64, _ word: Int) {
    unsafe words[word].store(value, ordering: .sequentiallyConsistent)
  }

  @_noLocks
  private static func packed(_ message: UMP) -> UInt64 {
    UInt64(message.word0) << 32 | UInt64(message.word1)
  }

  @_noLocks
  private static func unpacked(_ bits: UInt64) -> UMP {
    UMP(UInt32(truncatingIfNeeded: bits >> 32), UInt32(truncatingIfNeeded: bits))
  }

  /// Publishes the replay to a new instance.
  ///
  /// Thread: render, which is the only writer. Serial numbers are unique, so a reader can check
  /// that all words belong together.
  @_noLocks
  func begin(
    serial: UInt64, cycle: UInt32, newest: (message: UMP, time: UInt64)?, isTakeover: Bool
  ) {
    store(0, Self.serial)
    store(UInt64(cycle), Self.cycle)
    store(newest?.time ?? 0, Self.time)
    store(newest.map { Self.packed($0.message) } ?? 0, Self.message)
    store(0, Self.isFollowed)
    store(isTakeover ? 1 : 0, Self.isTakeover)
    store(serial, Self.serial)
  }

  /// Notes that other events have followed.
  ///
  /// Thread: render.
  @_noLocks func follow() { store(1, Self.isFollowed) }

  /// Takes the message to leave out, with its time of arrival, or returns nil.
  ///
  /// Thread: render.
  @_noLocks
  func takeLeftOut() -> (message: UMP, time: UInt64)? {
    let time = load(Self.leftOutTime)
    guard time != 0 else { return nil }
    let message = load(Self.leftOutMessage)
    store(0, Self.leftOutTime)
    return (Self.unpacked(message), time)
  }

  /// The replay to the instance with a serial number; nil if that has not taken over.
  ///
  /// Thread: control.
  func replay(ofSerial serial: UInt64) -> Replay? {
    guard serial != 0, load(Self.serial) == serial else { return nil }
    let (time, message) = (load(Self.time), load(Self.message))
    var replay = Replay(cycle: UInt32(truncatingIfNeeded: load(Self.cycle)))
    if time != 0 { replay.newest = Replay.Message(Self.unpacked(message), time: time) }
    replay.isFollowed = load(Self.isFollowed) != 0
    replay.isTakeover = load(Self.isTakeover) != 0
    return load(Self.serial) == serial ? replay : nil
  }

  /// Leaves a message out of the next replay.
  ///
  /// Thread: control, one at a time.
  func leaveOut(_ message: Replay.Message) {
    store(Self.packed(message.packet), Self.leftOutMessage)
    store(message.time.nanoseconds, Self.leftOutTime)
  }
}
