import ArgumentParser
import TenutoComponents
import TenutoControl
import TenutoCore
import TenutoSession

/// A session that the desktop icon plays, in the terminal that it opens.
struct DesktopSession {
  /// The name of the session that plays unless the user has chosen one.
  private static let usual = "desktop"
  /// Its instrument.
  private static let instrument: ComponentCode = "aumu saw1 Tnto"

  private let path: String

  /// Finds the session by its file or name; creates the default one if none exists.
  ///
  /// - Throws: An error if it cannot be created.
  init(_ session: String?) throws {
    if let session {
      path = try SessionFolder.path(of: session)
      return
    }
    try SessionFolder.library().makeFolder()
    let file = try SessionFolder.file(named: Self.usual)
    path = file.path
    if SessionPath.exists(path) { return }
    let scan = Environment.registry.scan()
    // An empty session can play too.
    let members = scan.find(ComponentQuery(Self.instrument))
    try file.save(ChainSession(name: Self.usual, members).session)
  }

  /// Plays until the user ends the program, or closes the terminal.
  ///
  /// - Parameter open: Opens the page of the host.
  /// - Throws: An error if it cannot be played or opened.
  func play(_ open: (ControlServer) throws -> Void) throws {
    let options = try RunOptions.parse([])
    try LogSetup.begin(options.host.logging)
    SignalTrap.install()
    let source = try RunSource(path: path, options)
    let stage = try RunStage(source, options.host, options.sessionOptions(source.file))
    try stage.withServer(open)
    Output.note("\(stage.title); \(stage.invitation)")
    stage.play(seconds: nil)
    stage.end()
    try stage.complain()
  }
}
