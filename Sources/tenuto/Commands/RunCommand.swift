import ArgumentParser
import TenutoNSM
import TenutoSession

/// `tenuto run`: plays a session that can be edited.
struct RunCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Plays a session, which can be edited while it plays.",
    discussion: """
      Starts and connects the nodes in the session's file. 'tenuto status', 'add', 'connect', \
      'set', 'undo' and the other commands show and edit it while it plays; 'tenuto save' writes \
      the file. Ctrl-C ends it without saving. If the host is killed, the next 'tenuto run' of the \
      file continues where it was.

      A missing extension keeps its node, silent or dry, and plays as soon as it is installed. \
      Under a session manager (NSM_URL is set) the manager opens and saves the session. As a \
      service of systemd ('systemctl --user start tenuto@NAME') the host reports when it plays, \
      and is restarted if its render thread stops. Exit codes: 0 also when the user ended \
      it, 1 when it could not be played or a recording was interrupted, 2 for wrong usage.

      EXAMPLE:
        tenuto new-session song.yaml 'aumu saw1 Tnto' 'aufx dely Tnto'
        tenuto run song.yaml --clients each
        tenuto run song.yaml --engine clock --record song.wav --for 10
        tenuto run song.yaml --offline --record song.wav --for 60
      """)

  @Argument(
    help: "The session's file, or the name of one of 'tenuto session list'.",
    completion: .file(extensions: ["yaml", "yml"]))
  var session: String?

  @OptionGroup var options: RunOptions

  func validate() throws {
    if session == nil && (NSMClient.environmentAddress == nil || options.offline) {
      throw ValidationError("Name the session's file, such as song.yaml")
    }
  }

  func run() throws {
    try LogSetup.begin(options.host.logging)
    SignalTrap.install()
    if NSMClient.environmentAddress != nil && !options.offline {
      return try RunManaged(session, options).run()
    }
    guard let session else { return }
    let source = try RunSource(path: SessionFolder.path(of: session), options)
    if options.offline {
      let offline = try RunOffline(
        source, options.sessionOptions(source.file), length: options.seconds,
        output: options.host.record)
      for line in try offline.run() { try Output.line(line) }
      return
    }
    let stage = try RunStage(source, options.host, options.sessionOptions(source.file))
    try stage.openPage(options.host.web)
    Output.note("\(stage.title); \(stage.invitation)")
    stage.play(seconds: options.seconds)
    stage.end()
    try stage.complain()
  }
}
