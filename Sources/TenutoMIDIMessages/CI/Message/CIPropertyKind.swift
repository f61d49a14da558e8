/// The kind of a property exchange message.
public enum CIPropertyKind: Sendable, Hashable, CaseIterable {
  /// Asks for a property.
  case get

  /// Answers with the property.
  case getReply

  /// Sets a property.
  case set

  /// Answers that the property is set.
  case setReply

  /// Starts, feeds or ends a subscription.
  case subscription

  /// Answers to a subscription.
  case subscriptionReply

  /// Reports the state of a request; removed in version 1.2.
  case notify

  init?(subID2: UInt7) {
    guard let kind = Self.allCases.first(where: { $0.subID2 == subID2 }) else { return nil }
    self = kind
  }

  /// The second sub-id of the message.
  public var subID2: UInt7 {
    switch self {
    case .get: 0x34
    case .getReply: 0x35
    case .set: 0x36
    case .setReply: 0x37
    case .subscription: 0x38
    case .subscriptionReply: 0x39
    case .notify: 0x3F
    }
  }

  /// The kind of the answer to a request; nil for other kinds.
  public var reply: CIPropertyKind? {
    switch self {
    case .get: .getReply
    case .set: .setReply
    case .subscription: .subscriptionReply
    default: nil
    }
  }
}
