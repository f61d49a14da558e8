/// What a node is in a chain in the cycle that is rendered.
struct ChainPart: BitwiseCopyable {
  /// Whether it hears the one before it without the host.
  var isHandedOn = false
  /// Whether the next one hears it so: then it is not waited for itself.
  var handsOn = false
  /// The first of those that hand on to it, −1 for none.
  var head = -1
  /// Whether it was told to begin, by a word of its own.
  var isOrdered = false
  /// Whether somebody in its chain was, and may have missed that.
  var needsNudge = false

  @_noLocks init() {}
}
