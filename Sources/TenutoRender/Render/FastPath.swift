/// What the render thread keeps of a node of which nothing is to be done in a cycle but to ask it
/// and to take its samples: most nodes, most of the time.
///
/// It is kept together so that such a cycle touches few cache lines. Whatever may change that goes
/// the long way, which looks whether the node has come to rest again.
struct FastPath: BitwiseCopyable {
  /// Whether nothing has changed since a cycle that was answered, heard as it is, without events; in
  /// a chain, what it is in that has not changed either.
  var isActive = false
  /// Whether it is that of a node that is late: nothing but the gap that it leaves is to be filled.
  var isLate = false
  /// Event datagrams that it has sent.
  var datagramCount: UInt32 = 0
  /// Frames for which its outputs are marked already, 0 for none.
  var markedFrames = 0

  @_noLocks init() {}
}
