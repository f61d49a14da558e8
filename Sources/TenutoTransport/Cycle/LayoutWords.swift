internal import CTenuto

/// Indices of the words in `tenuto_depth`.
enum DepthWord {
  static var cycle: Int { @_noLocks get { TENUTO_DEPTH_CYCLE } }
  static var waiter: Int { @_noLocks get { TENUTO_DEPTH_WAITER } }
  static var givenUp: Int { @_noLocks get { TENUTO_DEPTH_GIVEN_UP } }

  /// Bytes from the start of the cycle page to a depth's words.
  @_noLocks
  static func offset(ofDepth depth: Int) -> Int {
    TENUTO_PAGE_DEPTHS_OFFSET + depth * MemoryLayout<tenuto_depth>.stride
  }
}

/// Indices of the words in `tenuto_to_extension`.
enum ToWord {
  static var asked: Int { @_noLocks get { TENUTO_TO_ASKED_CYCLE } }
  static var datagramCount: Int { @_noLocks get { TENUTO_TO_DATAGRAM_COUNT } }
  static var parked: Int { @_noLocks get { TENUTO_TO_PARKED } }
  static var depth: Int { @_noLocks get { TENUTO_TO_DEPTH } }
  static var follows: Int { @_noLocks get { TENUTO_TO_FOLLOWS } }
  static var linkedCycle: Int { @_noLocks get { TENUTO_TO_LINKED_CYCLE } }
  static var goCycle: Int { @_noLocks get { TENUTO_TO_GO_CYCLE } }
  static var handsOn: Int { @_noLocks get { TENUTO_TO_HANDS_ON } }
  static var predecessorCycle: Int { @_noLocks get { TENUTO_TO_PREDECESSOR_CYCLE } }
}

/// Indices of the words in `tenuto_from_extension`, and the offsets of its times in bytes.
enum FromWord {
  static var doneCycle: Int { @_noLocks get { TENUTO_FROM_DONE_CYCLE } }
  static var status: Int { @_noLocks get { TENUTO_FROM_STATUS } }
  static var datagramCount: Int { @_noLocks get { TENUTO_FROM_DATAGRAM_COUNT } }
  static var renderedFrames: Int { @_noLocks get { TENUTO_FROM_RENDERED_FRAMES } }
  static var thread: Int { @_noLocks get { TENUTO_FROM_THREAD } }
  static var renderedCycle: Int { @_noLocks get { TENUTO_FROM_RENDERED_CYCLE } }
  static var startedAtOffset: Int { @_noLocks get { TENUTO_FROM_STARTED_AT_OFFSET } }
  static var finishedAtOffset: Int { @_noLocks get { TENUTO_FROM_FINISHED_AT_OFFSET } }
}
