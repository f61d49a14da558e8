import ArgumentParser
import Glibc
import TenutoComponents
import TenutoCore
import TenutoSession

/// `tenuto new-session`: writes an initial session file.
struct NewSessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new-session",
    abstract: "Writes a new session file.",
    discussion: """
      Connects the components in order: MIDI to those that take it, instruments in parallel to the \
      next effect, the last one to the loudspeakers. Without components the session is empty. \
      Comments in the file describe what else it may contain.

      EXAMPLE:
        tenuto new-session song.yaml 'aumu saw1 Tnto' 'aufx dely Tnto'
        tenuto new-session empty.yaml
        tenuto new-session live.yaml --from live
      """)

  @Argument(
    help: "The file, which must not exist yet.", completion: .file(extensions: ["yaml"]))
  var file: String

  @Argument(
    help: ArgumentHelp("Codes of components, in processing order.", valueName: "codes"),
    completion: Completions.codes(), transform: CodeArgument.parse)
  var codes: [ComponentCode] = []

  @Option(
    help: ArgumentHelp(
      "Converts the session that 'tenuto play --session' keeps under this name.",
      valueName: "name"))
  var from: String?

  func validate() throws {
    if from != nil && !codes.isEmpty {
      throw ValidationError("'--from' has its own components; omit the codes")
    }
  }

  func run() throws {
    let path = AbsolutePath.of(file)
    guard !SessionPath.exists(path) else {
      throw Failure.work("\(file) exists already; choose another name.")
    }
    let target = SessionFile(path)
    try target.save(try session(named: target.name))
    try append(Self.advice, to: path)
    try Output.line("Wrote \(file).")
    try Output.line("Try next:\n  tenuto run \(file.shellQuoted)")
  }

  private func session(named name: String) throws -> Session {
    guard let from else {
      let scan = Environment.registry.scan()
      return ChainSession(name: name, try codes.map { try Lookup.component($0, in: scan) }).session
    }
    var session = try SessionFolder.existing(from).load().session
    session.name = name
    return session
  }

  private func append(_ text: String, to path: String) throws(Failure) {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    guard descriptor >= 0, Output.write(text, to: descriptor) == 0 else {
      throw .work("\(path) cannot be written; check the disk.")
    }
  }

  /// Comments on further content of the file.
  private static let advice = """

    # More that this file may contain; 'tenuto run' reports errors by line and column:
    #   nodes:        another extension by its code, a mixer, sound files, MIDI inputs
    #   connections:  'lead -> delay', 'kick -> comp.1' (its second bus, a side chain)
    #   jack:         'lead:out_1 -> system:playback_1', with * and ? for names that change
    #   maps:         a controller that moves a parameter; 'tenuto learn' writes one
    # While it plays: tenuto add, connect, set, undo, save. 'tenuto help' lists all commands.

    """
}
