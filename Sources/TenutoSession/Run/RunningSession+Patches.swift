internal import Synchronization
internal import TenutoRender

extension RunningSession {
  /// Applies the connections that the user has made or broken in JACK, as an edit of the session.
  ///
  /// Call it when the engine reports patches; every edit begins with it.
  public func adoptPatch() throws(SessionEditError) {
    try inTurn { () throws(SessionEditError) in }
  }

  /// Does the same as `adoptPatch`, within a turn.
  func adoptPatches() {
    let now = engine.graph
    let before = state.withLock { $0 }
    let (known, found) = (Set(before.graph.audioConnections), Set(now.audioConnections))
    let midiKnown = before.graph.midiConnections
    let isSameMIDI = midiKnown == now.midiConnections
    guard known != found || !isSameMIDI else { return }
    let names = Dictionary(uniqueKeysWithValues: before.nodes.map { ($1.id, $0) })
    var session = before.session
    func link(_ link: Graph.AudioConnection) -> SessionLink? {
      guard let source = names[link.source], let destination = names[link.destination] else {
        return nil
      }
      return .audio(AudioLink(source, link.outputBus, to: destination, link.inputBus))
    }
    func link(_ link: Graph.MIDIConnection) -> SessionLink? {
      guard let source = names[link.source], let destination = names[link.destination] else {
        return nil
      }
      return .midi(MIDILink(source, to: destination, filter: link.filter))
    }
    let gone =
      before.graph.audioConnections.filter { !found.contains($0) }.compactMap(link)
      + midiKnown.filter { !now.midiConnections.contains($0) }.compactMap(link)
    let come =
      now.audioConnections.filter { !known.contains($0) }.compactMap(link)
      + now.midiConnections.filter { !midiKnown.contains($0) }.compactMap(link)
    for link in gone { try? session.disconnect(link) }
    for link in come { try? session.connect(link) }
    let after = session
    state.withLock { state in
      state.history.add(
        "Connect in JACK", .session(before: before.session, after: after, renamed: nil))
      state.session = state.session.merging(after, since: before.session)
      state.graph = now
    }
    noteChange()
    notify(Transition(base: before.session, target: after))
  }
}
