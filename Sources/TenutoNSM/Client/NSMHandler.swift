/// What a program does when its session manager asks.
///
/// Thread: control. All are called one after the other on the client's thread, and the server
/// waits for the end of `open` and `save`: a long one may send its progress meanwhile.
public protocol NSMHandler: Sendable {
  /// Opens a project, in place of the one before; makes a new one where there is none.
  ///
  /// JACK clients are made now, with the name that the project brings, and not before.
  func open(_ project: NSMProject) throws(NSMFailure)

  /// Saves the open project; only called after `open` has succeeded.
  func save() throws(NSMFailure)

  /// All programs of the session have opened theirs.
  func sessionIsLoaded()

  /// The server has gone; the program goes on by itself.
  func serverWasLost()
}

extension NSMHandler {
  /// Does nothing.
  public func sessionIsLoaded() {}

  /// Does nothing.
  public func serverWasLost() {}
}
