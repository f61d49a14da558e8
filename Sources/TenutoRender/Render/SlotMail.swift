internal import Synchronization

/// Requests of control threads for a slot, taken by the render thread at a cycle boundary.
///
/// Valid as long as the renderer. What is taken out belongs to the render thread until it is handed
/// back.
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
  private static var count: Int { 8 }
  /// Left in place of an address: let go of what there is.
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

  /// The content of a word; 0 for no mail, and to let something go.
  @_noLocks
  private func exchange(_ word: Int, _ value: UInt) -> UInt {
    let old = unsafe words[word].exchange(value, ordering: .acquiringAndReleasing)
    return old == Self.nothing ? 0 : old
  }
}

// MARK: - Links

extension SlotMail {
  /// Whether a link waits to be taken.
  ///
  /// Thread: render.
  var hasLink: Bool { @_noLocks get { isLeft(Self.link) } }

  /// Takes the link that waits out, nil where control has taken it back meanwhile.
  ///
  /// Thread: render.
  @_noLocks
  func takeLink() -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.link, 0))
  }

  /// Leaves a link, or none, and returns the one that was not taken yet.
  ///
  /// Thread: control.
  func exchangeLink(
    _ link: UnsafeMutablePointer<InstanceLink>?
  ) -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.link, UInt(bitPattern: link)))
  }

  /// Whether another spare, or none, is to stand by.
  ///
  /// Thread: render.
  var hasSpare: Bool { @_noLocks get { isLeft(Self.spare) } }

  /// The spare that is to stand by from now on, nil for none.
  ///
  /// Thread: render. Where `hasSpare`.
  @_noLocks
  func takeSpare() -> UnsafeMutablePointer<InstanceLink>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.spare, 0))
  }

  /// Leaves a spare, nil for none, and returns the one that was not taken yet.
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

  /// The serial number of the instance that is not to run any more, 0 for none.
  var parkedSerial: UInt64 {
    @_noLocks get { UInt64(unsafe words[Self.parked].load(ordering: .acquiring)) }
    nonmutating set { unsafe words[Self.parked].store(UInt(newValue), ordering: .releasing) }
  }

  /// Whether the node is to be heard at another time.
  ///
  /// Thread: render.
  var hasDelay: Bool { @_noLocks get { isLeft(Self.delay) } }

  /// How much later the node is to be heard, nil for not at all.
  ///
  /// Thread: render. Where `hasDelay`.
  @_noLocks
  func takeDelay() -> UnsafeMutablePointer<PeriodDelay>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.delay, 0))
  }

  /// Leaves a delay, nil for none, and returns the one that was not taken yet.
  ///
  /// Thread: control.
  func exchangeDelay(
    _ delay: UnsafeMutablePointer<PeriodDelay>?
  ) -> UnsafeMutablePointer<PeriodDelay>? {
    let address = UInt(bitPattern: delay)
    return unsafe UnsafeMutablePointer(
      bitPattern: exchange(Self.delay, address == 0 ? Self.nothing : address))
  }

  /// Whether the dry input is to be later, or less late.
  ///
  /// Thread: render.
  var hasDry: Bool { @_noLocks get { isLeft(Self.dry) } }

  /// How much later the dry input is to be; nil where control has taken it back meanwhile.
  ///
  /// Thread: render.
  @_noLocks
  func takeDry() -> UnsafeMutablePointer<DryDelay>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.dry, 0))
  }

  /// Leaves a delay of the dry input, or none, and returns the one that was not taken yet.
  ///
  /// Thread: control.
  func exchangeDry(_ dry: UnsafeMutablePointer<DryDelay>?) -> UnsafeMutablePointer<DryDelay>? {
    unsafe UnsafeMutablePointer(bitPattern: exchange(Self.dry, UInt(bitPattern: dry)))
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

  /// Asks for a muted node to be heard again.
  ///
  /// Thread: control.
  func unmute() { unsafe words[Self.unmute].store(1, ordering: .releasing) }

  /// Whether that was asked for since the last call.
  ///
  /// Thread: render.
  @_noLocks
  func takeUnmute() -> Bool {
    guard isLeft(Self.unmute) else { return false }
    unsafe words[Self.unmute].store(0, ordering: .relaxed)
    return true
  }
}
