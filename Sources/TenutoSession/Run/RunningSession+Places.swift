internal import Synchronization

extension RunningSession {
  /// Sets the positions of nodes in a patchbay; the sound does not change, and there is no step to undo.
  ///
  /// Names of nodes that another client has just removed are ignored.
  public func setPlaces(_ places: [String: NodePlace]) throws(SessionEditError) {
    try inTurn { () throws(SessionEditError) in
      let session = session
      let moved = places.filter { name, place in
        session.node(named: name).map { $0.place != place } ?? false
      }
      guard !moved.isEmpty else { return }
      state.withLock { state in
        for index in state.session.nodes.indices {
          guard let place = moved[state.session.nodes[index].name] else { continue }
          state.session.nodes[index].place = place
        }
      }
      noteChange()
      for name in moved.keys.sorted() { changes.notify(.nodeChanged(name)) }
    }
  }

  /// The folder for files that are uploaded, and the prefix of their paths in nodes; nil if none exists.
  ///
  /// It is next to the session's file, with relative paths, so that both can be moved together; a
  /// session without a file uses the folder of the options.
  package var filesFolder: (path: String, prefix: String)? {
    if let file {
      let name = "\(file.name).files"
      return ("\(file.folder)/\(name)", "\(name)/")
    }
    return options.filesFolder.map { ($0, "\($0)/") }
  }
}
