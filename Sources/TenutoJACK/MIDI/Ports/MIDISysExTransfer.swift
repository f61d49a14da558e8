internal import Synchronization

/// The outcome of sending a System Exclusive message.
public enum MIDISysExOutcome: Sendable, Hashable {
  /// It was sent completely.
  case sent
  /// It was cancelled or flushed; a message that was cut is closed with F7.
  case cancelled
  /// The port was removed, or the client closed, before the end.
  case portRemoved
  /// The server ended before the end.
  case serverEnded
}

/// A System Exclusive message that a port is sending.
@safe public final class MIDISysExTransfer: Sendable {
  /// Bytes of the message, with F0 and F7.
  public let byteCount: Int
  /// Freed with the transfer, which its lane keeps as long as the render thread may use it.
  let memory: MIDITransferMemory
  private let ended = Mutex<MIDISysExOutcome?>(nil)
  private let completion: @Sendable (MIDISysExOutcome) -> Void

  init(
    _ message: [UInt8], group: UInt8, completion: @escaping @Sendable (MIDISysExOutcome) -> Void
  ) {
    byteCount = message.count
    memory = MIDITransferMemory(message, group: group)
    self.completion = completion
  }

  deinit { memory.deallocate() }

  /// Bytes that have been sent.
  ///
  /// Thread: any.
  public var bytesSent: Int { Int(truncatingIfNeeded: memory.sentCount) }

  /// The outcome; nil while it has not ended.
  ///
  /// Thread: any.
  public var outcome: MIDISysExOutcome? { ended.withLock { $0 } }

  /// Ends it at the next cycle; has no effect if it has ended.
  ///
  /// Thread: any.
  public func cancel() { memory.isCancelRequested = true }

  /// The render thread's outcome; nil while it has not finished.
  var renderedOutcome: MIDISysExOutcome? {
    switch memory.state {
    case MIDITransferMemory.State.sent: .sent
    case MIDITransferMemory.State.cancelled: .cancelled
    default: nil
    }
  }

  /// Stores the outcome, and reports it once.
  func end(_ outcome: MIDISysExOutcome) {
    let isFirst = ended.withLock { ended in
      guard ended == nil else { return false }
      ended = outcome
      return true
    }
    if isFirst { completion(outcome) }
  }
}

/// The end of a message that has not been reported yet.
struct MIDISysExEnd {
  let transfer: MIDISysExTransfer
  let outcome: MIDISysExOutcome

  func notify() { transfer.end(outcome) }
}
