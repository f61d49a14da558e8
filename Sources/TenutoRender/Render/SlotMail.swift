internal import Synchronization

/// Requests of control threads for a slot, taken by the render thread at a cycle boundary.
///
/// Valid as long as the renderer. The render thread owns what it takes, until it hands it back.
@safe struct SlotMail: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt>>

  private static var link: Int { @_noLocks get { 0 } }
  private static var bypass: Int { @_noLocks get { 1 } }
  private static var spare: Int { @_noLocks get { 2 } }
  private static var delay: Int { @_noLocks get { 3 } }
  private static var share: Int { @_noLocks get { 4 } }
  private static var unmute: Int { @_noLocks get { 5 } }
  private static var dry: Int { @_noLocks get { 6 } }
  private static var parked: Int { @_noLocks get { 7 } }
  private static var log: Int { @_noLocks get { 8 } }
  private static var count: Int { 9 }
  /// The value of a word that asks to release the current one.
  private static var nothing: UInt { @_noLocks get { 1 } }

  static func allocate() -> SlotMail {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe SlotMail(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  @_noLocks
  private func isLeft(_ word: Int) -> Bool {
    unsafe words[word].load(ordering: .relaxed) != 0
  }

  /// Exchanges a word; returns 0 for no mail and for a release.
  @_noLocks
  private func exchange(_ word: Int, _ value: UInt) -> UInt {
    let old = unsafe words[word].exchange(value, ordering: .acquiringAndReleasing)
    return old == Self.nothing ? 0 : old
  }
}

// MARK: - Links

extension SlotMail {
  /// Whether a link is waiting.
  ///
  /// Thread: render.
  var hasLink: Bool { @_noLocks get { isLeft(Self.link) } }

  /// Takes the waiting link, or returns nil if control has taken it back.
  ///
  /// Thread: render.
  @_noLocks
  func takeLink() -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.link, 0))
  }

  /// Posts a link, or none, and returns a posted link that was not taken.
  ///
  /// Thread: control.
  func exchangeLink(
    _ link: UnsafeMutablePointer<InstanceLink>?
  ) -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.link, UInt(bitPattern: link)))
  }

  /// Whether a new spare, or its removal, is waiting.
  ///
  /// Thread: render.
  var hasSpare: Bool { @_noLocks get { isLeft(Self.spare) } }

  /// Takes the new spare; nil to remove it.
  ///
  /// Thread: render. Only if `hasSpare`.
  @_noLocks
  func takeSpare() -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.spare, 0))
  }

  /// Posts a spare, or nil to remove it, and returns a posted spare that was not taken.
  ///
  /// Thread: control.
  func exchangeSpare(
    _ link: UnsafeMutablePointer<InstanceLink>?
  ) -> UnsafeMutablePointer<InstanceLink>? {
    let address = UInt(bitPattern: link)
    return unsafe UnsafeMutablePointer(
      bitPattern: exchange(Self.spare, address == 0 ? Self.nothing : address))
  }
}

// MARK: - Settings

extension SlotMail {
  /// Whether the node is to be bypassed.
  var isBypassed: Bool {
    @_noLocks get { unsafe words[Self.bypass].load(ordering: .acquiring) != 0 }
    nonmutating set {
      unsafe words[Self.bypass].store(newValue ? 1 : 0, ordering: .releasing)
    }
  }

  /// The serial number of the instance to park, or 0.
  var parkedSerial: UInt64 {
    @_noLocks get { UInt64(unsafe words[Self.parked].load(ordering: .acquiring)) }
    nonmutating set { unsafe words[Self.parked].store(UInt(newValue), ordering: .releasing) }
  }

  /// Whether a change of the node's timing is waiting.
  ///
  /// Thread: render.
  var hasDelay: Bool { @_noLocks get { isLeft(Self.delay) } }

  /// Takes the new delay; nil for none.
  ///
  /// Thread: render. Only if `hasDelay`.
  @_noLocks
  func takeDelay() -> UnsafeMutablePointer<PeriodDelay>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.delay, 0))
  }

  /// Posts a delay, or nil to remove it, and returns a posted delay that was not taken.
  ///
  /// Thread: control.
  func exchangeDelay(
    _ delay: UnsafeMutablePointer<PeriodDelay>?
  ) -> UnsafeMutablePointer<PeriodDelay>? {
    let address = UInt(bitPattern: delay)
    return unsafe UnsafeMutablePointer(
      bitPattern: exchange(Self.delay, address == 0 ? Self.nothing : address))
  }

  /// Whether another delay of the dry input is waiting.
  ///
  /// Thread: render.
  var hasDry: Bool { @_noLocks get { isLeft(Self.dry) } }

  /// Takes the delay of the dry input, or returns nil if control has taken it back.
  ///
  /// Thread: render.
  @_noLocks
  func takeDry() -> UnsafeMutablePointer<DryDelay>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.dry, 0))
  }

  /// Posts a delay of the dry input, or none, and returns a posted delay that was not taken.
  ///
  /// Thread: control.
  func exchangeDry(_ dry: UnsafeMutablePointer<DryDelay>?) -> UnsafeMutablePointer<DryDelay>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.dry, UInt(bitPattern: dry)))
  }

  /// Takes a log that the node begins to write, or returns nil.
  ///
  /// Thread: render.
  @_noLocks
  func takeLog() -> UnsafeMutablePointer<CycleLog>? {
    guard isLeft(Self.log) else { return nil }
    return unsafe UnsafeMutablePointer(bitPattern: exchange(Self.log, 0))
  }

  /// Posts a log, which control frees after the slot.
  ///
  /// Thread: control.
  func post(_ log: UnsafeMutablePointer<CycleLog>) {
    _ = exchange(Self.log, UInt(bitPattern: log))
  }

  /// The share of a period that is the node's deadline, 0 for the engine's.
  var deadlineShare: Double {
    @_noLocks get {
      Double(bitPattern: UInt64(unsafe words[Self.share].load(ordering: .relaxed)))
    }
    nonmutating set {
      unsafe words[Self.share].store(UInt(newValue.bitPattern), ordering: .relaxed)
    }
  }

  /// Asks to end the mute of a node.
  ///
  /// Thread: control.
  func unmute() { unsafe words[Self.unmute].store(1, ordering: .releasing) }

  /// Whether the end of a mute was requested since the last call.
  ///
  /// Thread: render.
  @_noLocks
  func takeUnmute() -> Bool {
    guard isLeft(Self.unmute) else { return false }
    unsafe words[Self.unmute].store(0, ordering: .relaxed)
    return true
  }
}
