import Synchronization
import TenutoCore
import TenutoHost

/// A session while its chain plays: given back at the start, kept while it plays, closed at the end.
final class PlaySession: Sendable {
  /// What the user calls it.
  let name: String
  private let writer: GenerationWriter
  private let saved: SavedSession?
  private let state = Mutex(State())

  private struct State: Sendable {
    /// In the order of the chain; nil for a node that the session does not have.
    var restorations: [NodeRestoration?] = []
    /// Nodes of the session that the chain does not have.
    var others: [SessionDocument.Node] = []
    var mirrors: [StateMirror] = []
    var keeper: SessionKeeper?
  }

  /// Opens the session and reads it.
  ///
  /// - Throws: Which process has it open, or why it cannot be read.
  init(name: String) throws {
    let store = try SessionFolder.library().store(named: name)
    self.name = name
    writer = try store.open()
    do {
      saved = try store.session()
    } catch {
      throw Failure.work(
        "\(error.message.trimmingStop); nothing of '\(name)' can be read: begin anew after "
          + "\"tenuto session forget \(name.shellQuoted)\".")
    }
    for problem in saved?.problems ?? [] { Output.note(problem.message) }
    if let saved { Output.note(SessionText.greeting(name, saved)) }
  }

  // MARK: Start

  /// Gives each node what the session has of it: of the same component, in the same order.
  ///
  /// A node whose extension ends meanwhile gets another instance.
  ///
  /// - Throws: Which extension cannot be started again.
  func restore(_ nodes: [Chain.Node]) throws {
    var left = Array((saved?.document.nodes ?? []).enumerated())
    var restorations: [NodeRestoration?] = []
    for node in nodes {
      let index = left.firstIndex { $0.element.code == node.description.code }
      let found = index.map { left.remove(at: $0) }
      var restoration: NodeRestoration?
      if let found { restoration = try self.restoration(of: found, to: node) }
      restorations.append(restoration)
    }
    let others = left.map(\.element)
    let all = restorations
    state.withLock { ($0.restorations, $0.others) = (all, others) }
    for other in others {
      Output.note(
        "\(other.name) ('\(other.code)') of '\(name)' is not in this chain; its state is kept")
    }
  }

  private func restoration(
    of found: (offset: Int, element: SessionDocument.Node), to node: Chain.Node
  ) throws -> NodeRestoration {
    let older =
      found.element.state.map { writer.store.olderStates(ofNode: found.offset, than: $0) } ?? []
    let restoration = try NodeRestoration(
      of: found.element, to: node.instance, older: older,
      remake: { () throws(HostError) in try node.another() })
    if restoration.instance !== node.instance { node.replace(with: restoration.instance) }
    for note in restoration.notes { Output.note(note) }
    return restoration
  }

  // MARK: While it plays

  /// Begins to keep what `chain` is.
  ///
  /// - Parameters:
  ///   - chain: What plays.
  ///   - mirrors: What is known of its nodes, in their order: those of `makeMirrors`.
  ///   - songPosition: Seconds that were played.
  func begin(
    _ chain: Chain, mirrors: [StateMirror],
    songPosition: @escaping @Sendable () -> Double = { 0 }
  ) {
    for (node, mirror) in zip(chain.graph.nodeIDs, mirrors) {
      mirror.keep(chain.values(of: node))
    }
    let members = zip(chain.nodes, mirrors).map { node, mirror in
      SessionKeeper.Member(key: node.key, mirror: mirror)
    }
    let others = state.withLock { $0.others }
    let keeper = SessionKeeper(
      members, others: others, writer: writer, hostVersion: Tenuto.version,
      songPosition: songPosition, onEvent: report)
    state.withLock { ($0.mirrors, $0.keeper) = (mirrors, keeper) }
  }

  /// Begins to mirror each node of `chain`, with what the session had of it.
  func makeMirrors(_ chain: Chain) -> [StateMirror] {
    let restorations = state.withLock { $0.restorations }
    return chain.nodes.enumerated().map { index, node in
      let restoration = restorations.indices.contains(index) ? restorations[index] : nil
      return StateMirror(
        instance: node.instance, state: restoration?.state,
        setAside: restoration?.setAside ?? [])
    }
  }

  private func report(_ event: SessionKeeper.Event) {
    switch event {
    case .saved: break
    case .failed(let error):
      Output.note("\(error.message.trimmingStop). It plays on, and tries again to save '\(name)'")
    case .recovered: Output.note("'\(name)' is saved again")
    }
  }

  // MARK: End

  /// Saves the session as closed, while its extensions still run.
  func close() {
    guard let keeper = state.withLock({ $0.keeper }) else { return }
    do throws(HostError) {
      try keeper.close()
    } catch {
      Output.note("\(error.message.trimmingStop). '\(name)' is as it was saved last")
    }
    for mirror in state.withLock({ $0.mirrors }) { mirror.stop() }
  }
}
