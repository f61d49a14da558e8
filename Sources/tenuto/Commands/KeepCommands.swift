import ArgumentParser
import TenutoControl

/// `tenuto save`: saves the session of a running host.
struct SaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Saves the session of a running host while it plays.",
    discussion: """
      A chain that 'tenuto play' plays is a session too, and has no file until it is given one.

      EXAMPLE:
        tenuto save
        tenuto save --as take2.yaml --name live
      """)

  @Argument(help: ArgumentHelp(visibility: .hidden)) var file: String?
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("Another file, in which it is saved from now on.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var path: String?
  @OptionGroup var options: EditOptions

  func validate() throws {
    if file != nil && path != nil { throw ValidationError("give one file only") }
  }

  func run() throws {
    let saved = try options.client.post(
      "/v1/save", PathRecord(path: (path ?? file).map(AbsolutePath.of)), as: PathRecord.self)
    try options.print(saved, "Saved \(saved.path ?? "")")
  }
}

/// `tenuto undo`: undoes the last edit.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undoes the last edit of a running host's session.",
    discussion: """
      EXAMPLE:
        tenuto undo
      """)

  @OptionGroup var options: EditOptions

  func run() throws {
    let done = try options.client.post("/v1/undo", as: MessageAnswer.self)
    try options.print(done, "Undone: \(done.message)")
  }
}

/// `tenuto redo`: redoes the last undone edit.
struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redoes the last undone edit of a running host's session.",
    discussion: """
      EXAMPLE:
        tenuto redo
      """)

  @OptionGroup var options: EditOptions

  func run() throws {
    let done = try options.client.post("/v1/redo", as: MessageAnswer.self)
    try options.print(done, "Redone: \(done.message)")
  }
}
