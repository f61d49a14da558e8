internal import CTenuto
internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// Items from the render thread to control: one writer, one reader, bounded.
///
/// Valid until `deallocate`.
@safe struct Handoff: BitwiseCopyable, @unchecked Sendable {  // one writer, one reader
  /// An item of the hand-off.
  @safe struct Item: BitwiseCopyable {
    let link: UnsafeMutablePointer<InstanceLink>?
    let content: Content
    /// The spare or shadow that has taken over.
    let relief: UnsafeMutablePointer<InstanceLink>?
    /// The delay of a node that was heard one period later.
    let delay: UnsafeMutablePointer<PeriodDelay>?
    /// The delay of a node's dry input.
    let dry: UnsafeMutablePointer<DryDelay>?

    /// A plan that is no longer rendered.
    @_noLocks
    init(plan: Int64) {
      unsafe link = nil
      content = .replaced(plan: plan)
      unsafe relief = nil
      unsafe delay = nil
      unsafe dry = nil
    }

    @_noLocks
    init(
      _ link: UnsafeMutablePointer<InstanceLink>, _ content: Content,
      relief: UnsafeMutablePointer<InstanceLink>? = nil,
      delay: UnsafeMutablePointer<PeriodDelay>? = nil,
      dry: UnsafeMutablePointer<DryDelay>? = nil
    ) {
      unsafe self.link = link
      self.content = content
      unsafe self.relief = relief
      unsafe self.delay = delay
      unsafe self.dry = dry
    }
  }

  enum Content: BitwiseCopyable {
    /// The kernel has set a parameter, or a gesture has begun or ended.
    case event(TimedEvent.Payload)
    /// The instance has violated the protocol.
    case malformed
    /// The render thread has released the link.
    case returned
    /// As `returned`, and a spare has taken over.
    case relieved
    /// The render thread has released a delay.
    case undelayed
    /// The render thread has released a plan.
    case replaced(plan: Int64)
  }

  private let items: UnsafeMutablePointer<Item?>
  private let words: UnsafeMutablePointer<Atomic<Int>>
  private static var capacity: Int { @_noLocks get { 2048 } }
  /// Entries reserved for items other than events, which must never be lost.
  private static var reserve: Int { @_noLocks get { 64 } }
  /// The most entries for the events of one instance at one time.
  static var share: Int { @_noLocks get { 256 } }

  static func allocate() -> Handoff {
    let items = UnsafeMutablePointer<Item?>.allocate(capacity: capacity)
    unsafe items.initialize(repeating: nil, count: capacity)
    let words = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 2)
    for index in 0..<2 { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe Handoff(items: items, words: words)
  }

  func deallocate() {
    unsafe items.deallocate()
    unsafe words.deinitialize(count: 2)
    unsafe words.deallocate()
  }

  /// Appends an item; returns false if there is no room.
  ///
  /// Thread: render.
  @_noLocks
  func write(_ item: Item) -> Bool {
    let end = unsafe words[0].load(ordering: .relaxed)
    let used = end &- (unsafe words[1].load(ordering: .acquiring))
    let room = if case .event = item.content { Self.reserve } else { 0 }
    guard used < Self.capacity &- room else { return false }
    unsafe items[end % Self.capacity] = item
    unsafe words[0].store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Whether there is room for an item other than an event.
  ///
  /// Thread: render.
  var hasRoom: Bool {
    @_noLocks get {
      unsafe words[0].load(ordering: .relaxed) &- words[1].load(ordering: .acquiring)
        < Self.capacity
    }
  }

  /// Removes the oldest item.
  ///
  /// Thread: control, one at a time.
  func take() -> Item? {
    let start = unsafe words[1].load(ordering: .relaxed)
    guard start != (unsafe words[0].load(ordering: .acquiring)) else { return nil }
    let item = unsafe items[start % Self.capacity]
    unsafe words[1].store(start &+ 1, ordering: .releasing)
    return item
  }
}
