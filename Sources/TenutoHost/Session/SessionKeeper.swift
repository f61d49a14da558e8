internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// Keeps a chain's states on the disk while it plays.
///
/// After a change it saves all nodes as one document, within a second of the change. A disk that is
/// full or read-only is told of once, and tried again every second; the music goes on, and what was
/// saved before stays good.
///
/// Thread: control, several at once.
public final class SessionKeeper: Sendable {
  private let core: KeeperCore

  /// One node of the chain that is kept.
  public struct Member: Sendable {
    /// What the node is called on the command line, such as `delay-2`.
    public let key: String
    /// Where its state is known.
    public let mirror: StateMirror
    /// Whether it is left out, and its timing; called on the thread that saves.
    public let settings: @Sendable () -> (isBypassed: Bool, timing: NodeTiming)

    /// Names a node.
    public init(
      key: String, mirror: StateMirror,
      settings: @escaping @Sendable () -> (isBypassed: Bool, timing: NodeTiming) = {
        (false, .sameCycle)
      }
    ) {
      self.key = key
      self.mirror = mirror
      self.settings = settings
    }
  }

  /// What the keeper has done.
  public enum Event: Sendable {
    /// A document is on the disk: the generation's number.
    case saved(SessionDocument, sequence: UInt64)
    /// It cannot be saved; told once until it can be again.
    case failed(HostError)
    /// It can be saved again.
    case recovered
  }

  /// Begins to keep a chain, and saves it as it is.
  ///
  /// - Parameters:
  ///   - members: The nodes in the order of the sound; their mirrors tell this keeper from now on.
  ///   - others: Nodes that the session had and this chain has not: they are kept as they are.
  ///   - writer: Where to; it is held as long as the keeper lives.
  ///   - hostVersion: The version of the program, for people.
  ///   - songPosition: Seconds that were played; called on the thread that saves.
  ///   - onEvent: Hears what was done, on the thread that saves.
  public init(
    _ members: [Member], others: [SessionDocument.Node] = [], writer: GenerationWriter,
    hostVersion: String, songPosition: @escaping @Sendable () -> Double = { 0 },
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    let core = KeeperCore(
      members, others: others, writer: writer, hostVersion: hostVersion, songPosition: songPosition,
      onEvent: onEvent)
    self.core = core
    for member in members { member.mirror.onChange { [weak core] in core?.note() } }
    core.note()
    DetachedThread.startOrTrap { core.run() }
  }

  deinit { core.abandon() }

  /// Says that something else than a mirror's state has changed, such as a bypass.
  public func noteChange() { core.note() }

  /// The document as it would be saved now.
  public var document: SessionDocument { core.document(isClosed: false) }

  /// Asks all extensions for what has changed, for a second at most, and saves the session as
  /// closed in order; nothing is saved afterwards.
  ///
  /// - Throws: Why it could not be saved; then the last generation says that it was not closed.
  public func close() throws(HostError) { try core.close() }
}

/// The inside of a keeper, which its thread holds.
private final class KeeperCore: Sendable {
  private let members: [SessionKeeper.Member]
  private let others: [SessionDocument.Node]
  private let writer: GenerationWriter
  private let hostVersion: String
  private let songPosition: @Sendable () -> Double
  private let onEvent: @Sendable (SessionKeeper.Event) -> Void
  private let state = Mutex(State())
  private let bell = Signal()
  private let ended = Signal()

  private struct State: Sendable {
    /// When to save, nil while nothing has changed.
    var due: MonotonicTime?
    var isEnding = false
    var isClosed = false
    var isFailing = false
    var lastSaved: SessionDocument?
  }

  /// Milliseconds from the first change to the save: together with the save itself not more than
  /// a second.
  private static let delay: UInt64 = 800
  /// Milliseconds between two attempts on a disk that takes nothing.
  private static let retryDelay: UInt64 = 1000
  /// Milliseconds that extensions have for their last states.
  private static let settleLimit: UInt64 = 1000

  init(
    _ members: [SessionKeeper.Member], others: [SessionDocument.Node], writer: GenerationWriter,
    hostVersion: String, songPosition: @escaping @Sendable () -> Double,
    onEvent: @escaping @Sendable (SessionKeeper.Event) -> Void
  ) {
    self.members = members
    self.others = Array(others.prefix(max(0, SessionDocument.maximumNodeCount - members.count)))
    self.writer = writer
    self.hostVersion = hostVersion
    self.songPosition = songPosition
    self.onEvent = onEvent
  }

  func note() { schedule(afterMilliseconds: Self.delay) }

  private func schedule(afterMilliseconds delay: UInt64) {
    let isNew = state.withLock { state in
      guard state.due == nil else { return false }
      state.due = .after(milliseconds: delay)
      return true
    }
    if isNew { bell.send() }
  }

  func document(isClosed: Bool) -> SessionDocument {
    var document = SessionDocument(nodes: members.map(\.node) + others)
    let position = songPosition()
    document.songPosition = position.isFinite ? max(0, position) : 0
    document.savedAt = Self.secondsSince1970
    document.hostVersion = hostVersion
    document.isClosed = isClosed
    return document
  }

  private static var secondsSince1970: Double {
    var now = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
    return max(0, Double(now.tv_sec) + (Double(now.tv_nsec) / 1e6).rounded() / 1e3)
  }

  // MARK: The thread

  func run() {
    while true {
      let (due, isEnding) = state.withLock { ($0.due, $0.isEnding) }
      if isEnding { return ended.send() }
      guard let due else {
        bell.wait()
        continue
      }
      let now = MonotonicTime.now
      if now < due {
        _ = bell.wait(milliseconds: (due.nanoseconds - now.nanoseconds) / 1_000_000 + 1)
      } else {
        saveChanges()
      }
    }
  }

  private func saveChanges() {
    // Before the document is made: what changes from now on needs another save.
    state.withLock { $0.due = nil }
    let document = document(isClosed: false)
    if state.withLock({ $0.lastSaved?.isSame(as: document) == true }) { return }
    do throws(HostError) {
      try save(document)
    } catch {
      let isFirst = state.withLock { state in
        defer { state.isFailing = true }
        return !state.isFailing
      }
      if isFirst { onEvent(.failed(error)) }
      schedule(afterMilliseconds: Self.retryDelay)
    }
  }

  private func save(_ document: SessionDocument) throws(HostError) {
    let sequence = try writer.save(try document.encoded())
    let hasRecovered = state.withLock { state in
      defer { state.isFailing = false }
      state.lastSaved = document
      return state.isFailing
    }
    if hasRecovered { onEvent(.recovered) }
    onEvent(.saved(document, sequence: sequence))
  }

  // MARK: The end

  func close() throws(HostError) {
    let deadline = MonotonicTime.after(milliseconds: Self.settleLimit)
    for member in members { member.mirror.settle(until: deadline) }
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    abandon()
    ended.wait()
    try save(document(isClosed: true))
  }

  /// Ends the thread; what is not saved is lost.
  func abandon() {
    for member in members { member.mirror.onChange(nil) }
    state.withLock { $0.isEnding = true }
    bell.send()
  }
}

extension SessionKeeper.Member {
  /// The node as it is kept.
  fileprivate var node: SessionDocument.Node {
    let component = mirror.component
    let best = mirror.best()
    let settings = settings()
    var node = SessionDocument.Node(component.code, name: component.name, key: key)
    node.state = best.state
    node.values = best.values
    node.isBypassed = settings.isBypassed
    node.timing = settings.timing.rawValue
    node.setAside = mirror.setAside
    return node
  }
}
