internal import Synchronization
internal import TenutoComponents
internal import TenutoCore
public import TenutoRender
internal import TenutoSupervision
public import TenutoSystem
internal import TenutoTransport

/// A session that plays, and that can be edited meanwhile.
///
/// Every edit returns when it is in effect; a failed edit has changed nothing. Edits of several
/// threads wait for each other, and so do edits and saves.
///
/// Thread: control, several at once.
public final class RunningSession: Sendable {
  /// What plays it.
  public let engine: any GraphEngine
  package let options: SessionOptions
  let changes = ChangeCenter()
  let state: Mutex<State>
  /// Held during an edit, from its start until it is in effect.
  private let turn = Mutex(())

  struct State: Sendable {
    var session: Session
    var nodes: [String: RunningNode] = [:]
    /// As the engine was told last.
    var graph: Graph
    /// What listens to it, by its place there.
    var monitors: [Graph.NodeID: Monitoring] = [:]
    var history = EditHistory()
    var file: SessionFile?
    /// The text of the file as it was read or written last.
    var savedText: String?
    /// A text of another program's that a save was refused for.
    var refusedText: String?
    var learning: Learning?
    /// Settings that are compared, by the names of nodes.
    var comparisons: [String: Comparison] = [:]
    /// Receivers of the messages that extensions send, by a number.
    var messageReceivers: [UInt64: MessageReceiver] = [:]
    var nextReceiver: UInt64 = 0
    /// What has been told of sound files.
    var files: [Graph.NodeID: FileWatch] = [:]
    var notes: [String] = []
    /// The number of changes so far, and of saved changes.
    var changeCount: UInt64 = 0
    var savedCount: UInt64 = 0
    var keeper: SessionGuard?
    var isEnded = false
  }

  /// A parameter that waits for a controller.
  struct Learning: Sendable {
    var node: String
    var parameter: String
    var deadline: MonotonicTime
  }

  /// Starts everything of a session, and plays it.
  ///
  /// An extension that is not installed or does not start keeps its place, silent or dry.
  ///
  /// - Parameters:
  ///   - session: What is played.
  ///   - file: Where it is saved; nil for nowhere yet.
  ///   - text: The file's text as it was read.
  ///   - options: How extensions are found, started and looked after.
  ///   - isEdited: Whether it differs from its file already.
  ///   - makeEngine: Makes the engine, once.
  /// - Throws: Why it cannot be played at all.
  public init(
    _ session: Session, file: SessionFile?, text: String? = nil, options: SessionOptions,
    isEdited: Bool = false, makeEngine: EngineMaker
  ) throws(SessionEditError) {
    try session.check()
    let launch = NodeLaunch(
      options: options, scan: options.registry.scan(), folder: file?.folder)
    var opening = SessionOpening(session, launch)
    try opening.start()
    let relay = PatchRelay()
    engine = try opening.perform(makeEngine, relay)
    self.options = options
    var state = State(session: session, graph: opening.graph)
    state.file = file
    state.savedText = text
    state.notes = opening.notes
    state.changeCount = isEdited ? 1 : 0
    self.state = Mutex(state)
    relay.attach(self)
    adopt(opening.products, ids: opening.ids)
    for node in session.nodes { applySettings(of: node) }
    beginKeeping()
    watchForMissing()
    watchFiles()
    listenToMIDI()
  }

  deinit {
    guard let ending = takeEnding() else { return }
    // The last reference may go on the keeper's own thread, or where an extension's news are read.
    DetachedThread.startOrRun { ending.run() }
  }

  /// Stops the sound and ends all extensions; once.
  public func end() { takeEnding()?.run() }

  /// What there is to end, the first time.
  private func takeEnding() -> Ending? {
    state.withLock { state -> Ending? in
      if state.isEnded { return nil }
      state.isEnded = true
      return Ending(
        nodes: Array(state.nodes.values), keeper: state.keeper, engine: engine)
    }
  }

  private struct Ending: Sendable {
    let nodes: [RunningNode]
    let keeper: SessionGuard?
    let engine: any GraphEngine

    func run() {
      keeper?.close()
      for node in nodes { node.care?.suspend() }
      engine.stop()
      _ = Parallel.map(nodes.compactMap(\.care)) { care in
        care.mirror.stop()
        care.slot.instance.terminate()
      }
    }
  }

  // MARK: - What it is

  /// The session as it is now.
  public var session: Session { state.withLock(\.session) }

  /// Where it is saved; nil for nowhere yet.
  public var file: SessionFile? { state.withLock(\.file) }

  /// Whether something changed since it was saved.
  public var isEdited: Bool { state.withLock { $0.changeCount != $0.savedCount } }

  /// One sentence for each thing that was not as the session has it when it was opened.
  public var notes: [String] { state.withLock(\.notes) }

  /// Tells `receive` of every change from now on, on a control thread, until `forget`.
  public func observe(_ receive: @escaping @Sendable (SessionChange) -> Void) -> UInt64 {
    changes.add(receive)
  }

  /// Tells an observer no more.
  public func forget(_ observer: UInt64) { changes.remove(observer) }

  /// Does an edit while no other one is done.
  func inTurn<T: Sendable>(
    _ body: () throws(SessionEditError) -> T
  ) throws(SessionEditError) -> T {
    let result = turn.withLock { _ in
      Result { () throws(SessionEditError) in
        guard !state.withLock(\.isEnded) else {
          throw SessionEditError(.conflict, "The session has ended.")
        }
        adoptPatches()
        return try body()
      }
    }
    return try result.get()
  }

  /// Has the session kept; an edit makes it another one than its file.
  func noteChange(isEdit: Bool = true) {
    let keeper = state.withLock { state in
      if isEdit { state.changeCount += 1 }
      return state.keeper
    }
    keeper?.note()
  }
}
