internal import Synchronization
internal import TenutoComponents
internal import TenutoCore
public import TenutoRender
internal import TenutoSupervision
public import TenutoSystem
internal import TenutoTransport

/// A playing session, which can be edited.
///
/// Every edit returns once it is in effect; a failed edit changes nothing. Edits and saves of
/// several threads wait for each other.
///
/// Thread: control, any number at once.
public final class RunningSession: Sendable {
  /// The engine that plays it.
  public let engine: any GraphEngine
  package let options: SessionOptions
  let changes = ChangeCenter()
  let state: Mutex<State>
  /// Held during an edit, from its start until it is in effect.
  private let turn = Mutex(())

  struct State: Sendable {
    var session: Session
    var nodes: [String: RunningNode] = [:]
    /// The graph that the engine was given last.
    var graph: Graph
    /// The monitors by their identifiers in the graph.
    var monitors: [Graph.NodeID: Monitoring] = [:]
    var history = EditHistory()
    var file: SessionFile?
    /// The text of the file when it was last read or written.
    var savedText: String?
    /// Another program's text, which a save must not overwrite.
    var refusedText: String?
    var learning: Learning?
    /// Settings that are compared, by the names of nodes.
    var comparisons: [String: Comparison] = [:]
    /// Receivers of the messages that extensions send, by a number.
    var messageReceivers: [UInt64: MessageReceiver] = [:]
    var nextReceiver: UInt64 = 0
    /// The reported states of sound files.
    var files: [Graph.NodeID: FileWatch] = [:]
    var notes: [String] = []
    /// The number of changes so far, and of saved changes.
    var changeCount: UInt64 = 0
    var savedCount: UInt64 = 0
    var keeper: SessionGuard?
    var isEnded = false
    /// Whether a crash is being replayed.
    var isReplaying = false
  }

  /// A parameter that waits for a controller.
  struct Learning: Sendable {
    var node: String
    var parameter: String
    var deadline: MonotonicTime
  }

  /// Starts all nodes of a session and plays it.
  ///
  /// An extension that is not installed or does not start gets a placeholder, silent or dry.
  ///
  /// - Parameters:
  ///   - session: The session to play.
  ///   - file: Its file, or nil if it has none yet.
  ///   - text: The file's text when it was read.
  ///   - options: How extensions are found, started and supervised.
  ///   - isEdited: Whether it already differs from its file.
  ///   - makeEngine: Makes the engine, once.
  /// - Throws: An error if it cannot be played.
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
    // The last release may happen on the keeper's own thread, or on a thread that reads an
    // extension's notices.
    DetachedThread.startOrRun { ending.run() }
  }

  /// Stops the sound and ends all extensions, once.
  public func end() { takeEnding()?.run() }

  /// Returns the resources to end, the first time only.
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
      for node in nodes { node.component?.suspend() }
      engine.stop()
      _ = Parallel.map(nodes.compactMap(\.component)) { component in
        component.mirror.stop()
        component.slot.instance.terminate()
      }
    }
  }

  // MARK: - State

  /// The current session.
  public var session: Session { state.withLock(\.session) }

  /// Its file, or nil if it has none yet.
  public var file: SessionFile? { state.withLock(\.file) }

  /// Whether it has changed since the last save.
  public var isEdited: Bool { state.withLock { $0.changeCount != $0.savedCount } }

  /// One sentence for each difference from the session when it was opened.
  public var notes: [String] { state.withLock(\.notes) }

  /// Calls `receive` with every later change, on a control thread, until `forget`.
  public func observe(_ receive: @escaping @Sendable (SessionChange) -> Void) -> UInt64 {
    changes.add(receive)
  }

  /// Removes an observer.
  public func forget(_ observer: UInt64) { changes.remove(observer) }

  /// Runs an edit while no other one runs.
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

  /// Schedules a save of the kept session; an edit also makes it differ from its file.
  func noteChange(isEdit: Bool = true) {
    let keeper = state.withLock { state in
      if isEdit { state.changeCount += 1 }
      return state.keeper
    }
    keeper?.note()
  }
}
