/// Joins the pieces of messages of property exchange, within limits.
struct CIPropertyAssembler: Sendable {
  /// Identifies a message that is being assembled.
  struct Key: Hashable, Sendable {
    var peer: MUID
    var kind: CIPropertyKind
    var requestID: UInt7
  }

  /// The effect of a chunk on its message.
  enum Outcome: Hashable, Sendable {
    case incomplete
    case complete(header: [UInt8], body: [UInt8])
    case rejected(CIDropReason)
  }

  private struct Message: Sendable {
    var header: [UInt8]
    var body: [UInt8] = []
    var chunkNumber = 0
    var deadline: UInt64 = 0

    var byteCount: Int { header.count + body.count }
  }

  private let limits: CILimits
  private var messages: [Key: Message] = [:]

  /// The bytes of all messages under way.
  private(set) var byteCount = 0

  init(limits: CILimits) {
    self.limits = limits
  }

  /// The number of incomplete messages.
  var count: Int { messages.count }

  /// When the first of the incomplete messages is discarded.
  var nextDeadline: UInt64? {
    messages.values.lazy.map(\.deadline).min()
  }

  /// Takes a piece; a message that is rejected is forgotten.
  mutating func take(_ key: Key, _ chunk: CIPropertyChunk, now: UInt64) -> Outcome {
    guard chunk.chunkNumber > 0 else {
      drop(key)
      return .rejected(.givenUpBySender)
    }
    if chunk.chunkNumber == 1 { drop(key) }
    let outcome = append(key, chunk, now: now)
    if outcome != .incomplete { drop(key) }
    return outcome
  }

  /// Drops a message, and returns whether it existed.
  @discardableResult
  mutating func drop(_ key: Key) -> Bool {
    guard let message = messages.removeValue(forKey: key) else { return false }
    byteCount -= message.byteCount
    return true
  }

  /// Forgets the messages of a device.
  mutating func drop(peer: MUID) {
    for key in messages.keys where key.peer == peer { drop(key) }
  }

  /// Drops the messages that have timed out, and returns their keys.
  mutating func expire(now: UInt64) -> [Key] {
    let keys = messages.filter { $0.value.deadline <= now }.map(\.key)
    for key in keys { drop(key) }
    return keys
  }

  private mutating func append(_ key: Key, _ chunk: CIPropertyChunk, now: UInt64) -> Outcome {
    let isLast = chunk.chunkCount == chunk.chunkNumber
    let isNew = messages[key] == nil
    guard isNew == (chunk.chunkNumber == 1) else { return .rejected(.chunkOutOfSequence) }
    guard isLast || !isNew || messages.count < limits.openPropertyCount else {
      return .rejected(.tooManyProperties)
    }
    // Removed from the table, so that the body grows in place without a copy per chunk.
    var message = messages.removeValue(forKey: key) ?? Message(header: chunk.header)
    byteCount -= isNew ? 0 : message.byteCount
    guard message.chunkNumber + 1 == chunk.chunkNumber.intValue,
      chunk.chunkCount == 0 || chunk.chunkNumber <= chunk.chunkCount
    else { return .rejected(.chunkOutOfSequence) }
    message.body += chunk.body
    guard message.byteCount <= limits.propertyByteCount,
      byteCount + message.byteCount <= limits.totalPropertyByteCount
    else { return .rejected(.propertyTooLong) }
    if isLast { return .complete(header: message.header, body: message.body) }
    message.chunkNumber += 1
    message.deadline = now &+ limits.timeout
    byteCount += message.byteCount
    messages[key] = message
    return .incomplete
  }
}
