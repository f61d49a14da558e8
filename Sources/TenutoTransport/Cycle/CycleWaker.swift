internal import CTenuto

/// Wakes a render thread that waits for a cycle, wherever it sleeps.
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

  /// Wakes it; it may be on its way to another word just then, so until it has looked, again.
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
