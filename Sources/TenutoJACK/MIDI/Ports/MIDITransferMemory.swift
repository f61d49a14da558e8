/// The bytes and progress of a System Exclusive message for the render thread.
///
/// Control owns the memory, and frees it after the message has ended.
@safe struct MIDITransferMemory: Sendable, BitwiseCopyable {
  /// The progress of a message, which the render thread updates.
  enum State {
    static var waiting: UInt64 { @_noLocks get { 0 } }
    static var sent: UInt64 { @_noLocks get { 1 } }
    static var cancelled: UInt64 { @_noLocks get { 2 } }
  }

  nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>  // constant while it is sent
  let count: Int
  let group: UInt8
  private let words = SharedWords(count: 3)

  init(_ message: [UInt8], group: UInt8) {
    count = message.count
    self.group = group & 0xF
    unsafe bytes = .allocate(capacity: count)
    for (index, byte) in message.enumerated() { unsafe (bytes + index).initialize(to: byte) }
  }

  func deallocate() {
    unsafe bytes.deallocate()
    words.deallocate()
  }

  /// Bytes that have been sent.
  var sentCount: UInt64 {
    @_noLocks get { words.load(0) }
    @_noLocks nonmutating set { words.store(0, newValue) }
  }

  /// One of `State`; after any but `waiting` the render thread no longer touches the memory.
  var state: UInt64 {
    @_noLocks get { words.load(1) }
    @_noLocks nonmutating set { words.store(1, newValue) }
  }

  var isCancelRequested: Bool {
    @_noLocks get { words.load(2) != 0 }
    @_noLocks nonmutating set { words.store(2, newValue ? 1 : 0) }
  }
}
