import TenutoCore
import TenutoSession
import TenutoSupervision
import TenutoTransport

/// A session with a name, which `play` continues.
struct NamedSession {
  private let name: String
  private let file: SessionFile

  /// Finds the session, which need not exist yet.
  ///
  /// - Throws: An error if it cannot be used.
  init(_ name: String) throws {
    self.name = name
    try SessionFolder.library().makeFolder()
    file = try SessionFolder.file(named: name)
  }

  private var vault: SessionVault? {
    SessionVault.standard(path: file.path, environment: Environment.variables)
  }

  /// Returns `chain` with the stored state of its nodes, or the stored session itself if its
  /// extensions are those of the chain.
  ///
  /// - Throws: An error if another process has it open, or if it cannot be read.
  func source(playing chain: ChainSession) throws -> RunSource {
    // Fails if another host has it open.
    if let vault { _ = try vault.store.open() }
    let kept = try vault?.kept()
    let isThere = SessionPath.exists(file.path)
    guard isThere || kept?.isClosed == false else { return RunSource(chain.session, in: file) }
    var source = isThere ? try RunSource(path: file.path) : RunSource(chain.session, in: file)
    let isCut = kept?.isClosed == false
    if let kept, kept.isEdited || isCut { source.take(kept) }
    let time = kept.map { " as of \(SessionText.time($0.savedAt))" } ?? ""
    Output.note(
      "Continues '\(name)'\(time)" + (isCut ? ", because the host was killed" : ""))
    source.session = continued(source.session, with: chain)
    return source
  }

  private func continued(_ kept: Session, with chain: ChainSession) -> Session {
    var left = kept.nodes.filter { $0.kind.code != nil }
    let isSame = left.map(\.kind.code) == chain.members.map(\.description.code)
    var session = isSame ? kept : chain.session
    for member in chain.members {
      let requested = chain.session.node(named: member.name)
      guard let index = left.firstIndex(where: { $0.kind == requested?.kind }), let requested else {
        continue
      }
      var node = left.remove(at: index)
      if let preset = requested.preset { (node.preset, node.state) = (preset, nil) }
      node.parameters.merge(requested.parameters) { _, new in new }
      if !isSame { node.name = requested.name }
      guard let place = session.nodes.firstIndex(where: { $0.name == node.name }) else { continue }
      session.nodes[place] = node
    }
    if isSame { session.replaceEnds(by: chain.session) }
    session.engine = chain.session.engine
    for other in left {
      Output.note(
        "\(other.name) ('\(other.kind.code.map { "\($0)" } ?? "")') of '\(name)' is not in this "
          .printable + "chain; it is kept without connections")
      var other = other
      other.name = NodeName.make(of: other.name, besides: Set(session.nodes.map(\.name)))
      session.nodes.append(other)
    }
    return session
  }
}

extension Session {
  /// Replaces the song or the MIDI input, and the outputs, by those of another session.
  fileprivate mutating func replaceEnds(by other: Session) {
    for node in other.nodes where node.kind.code == nil {
      if let index = nodes.firstIndex(where: { $0.name == node.name }) {
        nodes[index].kind = node.kind
      } else {
        nodes.insert(node, at: 0)
        midiConnections += other.midiConnections.filter { $0.source == node.name }
      }
    }
  }
}
