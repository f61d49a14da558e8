internal import Synchronization
internal import TenutoSupervision
internal import TenutoTransport

extension RunningSession {
  /// Saves the session, under another path if given.
  ///
  /// Extensions are asked for their full states first. A file that another program has changed, or
  /// that exists but never belonged to this session, is refused once: the next call overwrites it.
  ///
  /// - Returns: The path.
  /// - Throws: An error if it was not saved; the file is unchanged then.
  @discardableResult
  public func save(to path: String? = nil) throws(SessionEditError) -> String {
    try inTurn { () throws(SessionEditError) in
      guard let file = path.map(SessionFile.init) ?? self.file else {
        throw SessionEditError(.conflict, "The session has no file yet; give a path to save it.")
      }
      try refuseForeignText(in: file)
      let count = state.withLock(\.changeCount)
      settle()
      let text = try write(fullSession(for: file), to: file)
      state.withLock { state in
        state.file = file
        state.savedText = text
        state.refusedText = nil
        state.savedCount = count
      }
      state.withLock(\.keeper)?.note()
      changes.notify(.saved(file.path))
      return file.path
    }
  }

  private func write(_ session: Session, to file: SessionFile) throws(SessionEditError) -> String {
    do throws(SessionFileError) {
      let saved = try file.save(session)
      for note in saved.notes { changes.notify(.notice(note)) }
      return saved.text
    } catch {
      throw SessionEditError(.failed, error.description)
    }
  }

  private func refuseForeignText(in file: SessionFile) throws(SessionEditError) {
    guard let text = try? file.text() else { return }
    let (own, saved, refused) = state.withLock { ($0.file, $0.savedText, $0.refusedText) }
    let isOurs = own?.path == file.path
    if (isOurs && text == saved) || text == refused { return }
    state.withLock { $0.refusedText = text }
    let reason = isOurs ? "was changed by another program" : "is there already"
    throw SessionEditError(
      .conflict, "\(file.path) \(reason); save again to replace it, or save under another path.")
  }

  /// Asks all extensions for changed states, for at most a second.
  func settle() {
    let mirrors = state.withLock { $0.nodes.values.compactMap { $0.component?.mirror } }
    _ = Parallel.map(mirrors) { $0.settle(until: .after(milliseconds: Self.settleLimit)) }
  }

  /// The session with all currently known states and values.
  public var fullSession: Session { fullSession(for: nil) }

  /// The session as `fullSession`, with paths relative to the folder of `file`.
  private func fullSession(for file: SessionFile?) -> Session {
    let (live, nodes, own) = state.withLock { ($0.session, $0.nodes, $0.file) }
    var session = live
    for index in session.nodes.indices {
      if let component = nodes[session.nodes[index].name]?.component {
        session.nodes[index] = component.written(into: session.nodes[index])
      }
      if let own, let file, own.folder != file.folder {
        session.nodes[index].countFile(from: own.folder)
      }
    }
    return session
  }
}

extension SessionNode {
  /// Makes a relative path absolute, because the session moves to another folder.
  fileprivate mutating func countFile(from folder: String) {
    guard let path = kind.path, !path.hasPrefix("/") else { return }
    kind = kind.with(path: "\(folder)/\(path)")
  }
}
