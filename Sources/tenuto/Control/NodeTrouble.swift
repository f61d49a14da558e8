import TenutoSupervision

/// The reason why a node is silent, and the command that helps: the same text on stderr, in the log
/// and in `tenuto status`.
enum NodeTrouble {
  /// Returns the problem of a node in a condition (a name of `NodeCondition`) and the command for
  /// the named host, without a full stop; nil if the node needs no action.
  static func sentence(_ node: String, _ condition: String, host: String) -> String? {
    let retry = "'\(RetryCommand.line(for: node, of: host))'"
    return switch condition {
    case NodeCondition.quarantined.word:
      "\(node) has ended too often and is quarantined; \(retry) starts it again"
    case NodeCondition.overloaded.word:
      "\(node) is too slow and is bypassed; it is tried again later, or at once with \(retry)"
    case NodeCondition.flooding.word:
      "\(node) sends too many events and is bypassed; \(retry) starts it again"
    case NodeCondition.muted.word:
      "\(node) is muted, because its samples were NaN, infinite or far too loud; it is unmuted "
        + "after a second of clean output, or with \(retry)"
    default: nil
    }
  }
}
