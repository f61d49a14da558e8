internal import CTenuto

/// Wakes a render thread that waits for a cycle, whichever word it sleeps on.
@safe package struct CycleWaker: @unchecked Sendable {  // only hands addresses to the kernel
  private let page: UnsafeMutableRawPointer
  private let toWords: UnsafePointer<UInt32>
  private let handoff: PredecessorHandoff?

  init(
    page: UnsafeMutableRawPointer, toWords: UnsafePointer<UInt32>, handoff: PredecessorHandoff?
  ) {
    unsafe self.page = page
    unsafe self.toWords = toWords
    self.handoff = handoff
  }

  /// Wakes the thread; call it until the thread has looked, since it may be moving to another word.
  ///
  /// Thread: control.
  package func wake() {
    for depth in 0..<Int(TENUTO_MAXIMUM_DEPTHS) {
      let word = unsafe page.advanced(by: DepthWord.offset(ofDepth: depth)).assumingMemoryBound(
        to: UInt32.self)
      _ = unsafe tenuto_futex_wake(word, CInt.max)
    }
    _ = unsafe tenuto_futex_wake(toWords + ToWord.parked, CInt.max)
    handoff?.wakeUser()
  }
}
