/// Handles the requests of a session manager.
///
/// Thread: control. The client's thread calls the functions one at a time, and the server waits for
/// the end of `open` and `save`: long ones may report their progress.
public protocol NSMHandler: Sendable {
  /// Opens a project instead of the previous one; creates it if it does not exist.
  ///
  /// JACK clients are created now, with the name in the project, and not before.
  func open(_ project: NSMProject) throws(NSMFailure)

  /// Saves the open project; only called after `open` has succeeded.
  func save() throws(NSMFailure)

  /// Called when all programs of the session have opened their projects.
  func sessionIsLoaded()

  /// Called when the server has disappeared; the program continues without it.
  func serverWasLost()
}

extension NSMHandler {
  /// Does nothing.
  public func sessionIsLoaded() {}

  /// Does nothing.
  public func serverWasLost() {}
}
