import ArgumentParser
import Glibc
import TenutoSystem

/// A command that starts extensions, for which the process raises its limits.
protocol HostCommand: ParsableCommand {}

/// The command line of Tenuto.
///
/// Exit codes: 0 for success, 1 for failed work, 2 for wrong usage.
@main
struct Tenuto: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tenuto",
    abstract: "Plays music through audio extensions, each in its own process.",
    discussion: """
      EXAMPLE:
        tenuto list
        tenuto play song.mid --instrument 'aumu saw1 Tnto' --effect 'aufx dely Tnto'
        tenuto render song.mid --instrument 'aumu saw1 Tnto' -o song.wav

      Extensions are searched for in the folders of TENUTO_PATH, then in \
      $XDG_DATA_HOME/tenuto/extensions, /usr/local/lib/tenuto/extensions and \
      /usr/lib/tenuto/extensions, and among the plug-ins found by 'tenuto scan'.

      Exit codes: 0 success, 1 failure, 2 wrong usage; validate has its own.

      Shell completions: tenuto --generate-completion-script bash (or zsh, fish).
      """,
    version: "tenuto \(Version.current)",
    groupedSubcommands: [
      CommandGroup(
        name: "Listen and render",
        subcommands: [PlayCommand.self, RenderCommand.self, PictureCommand.self]),
      CommandGroup(
        name: "Components",
        subcommands: [
          ListCommand.self, InfoCommand.self, ParamsCommand.self, PresetCommand.self,
          InstallCommand.self, UninstallCommand.self, ScanCommand.self,
        ]),
      CommandGroup(
        name: "Sessions",
        subcommands: [
          NewSessionCommand.self, RunCommand.self, GraphCommand.self, SessionCommand.self,
        ]),
      CommandGroup(
        name: "Running host",
        subcommands: [
          StatusCommand.self, TopCommand.self, LogCommand.self, OpenCommand.self,
          AddCommand.self, RemoveCommand.self, RenameCommand.self,
          ConnectCommand.self, DisconnectCommand.self,
          SetCommand.self, RampCommand.self, LoadCommand.self, BypassCommand.self,
          MuteCommand.self, MapCommand.self, LearnCommand.self, TransportCommand.self,
          SaveCommand.self, UndoCommand.self, RedoCommand.self,
          RetryCommand.self, RestartCommand.self, TimingCommand.self, SpareCommand.self,
        ]),
      CommandGroup(
        name: "MIDI", subcommands: [MIDICommand.self, NetCommand.self, WebCommand.self]),
      CommandGroup(
        name: "Authors",
        subcommands: [
          NewCommand.self, DevCommand.self, ValidateCommand.self, ValidateCheckCommand.self,
          ReplayCommand.self,
        ]),
      CommandGroup(
        name: "Maintenance",
        subcommands: [DoctorCommand.self, GrantCommand.self, RecoverCommand.self]),
    ])

  static func main() {
    ResourceLimit.prepare()
    do {
      var command = try parseAsRoot()
      if command is any HostCommand { try ResourceLimit.check() }
      try command.run()
    } catch {
      Self.leave(because: error)
    }
  }

  /// Prints the error in one sentence, and exits with its code.
  private static func leave(because error: any Error) -> Never {
    if let failure = Failure(error) { failure.leave() }
    guard !exitCode(for: error).isSuccess else { exit(withError: error) }
    if let unknown = UnknownCommand.find(
      in: CommandLine.arguments.dropFirst(), of: Self.self, calledBy: "tenuto")
    {
      Failure.usage(unknown.sentence).leave()
    }
    // `validate` uses 2 for its own result, so wrong usage is 1 there.
    let isValidation = CommandLine.arguments.dropFirst().first == "validate"
    let sentence = usageMessage(of: error)
    (isValidation ? Failure.work(sentence) : Failure.usage(sentence)).leave()
  }

  /// Returns the parser's message with a reference to the help.
  private static func usageMessage(of error: any Error) -> String {
    let lines = fullMessage(for: error).split(separator: "\n")
    // The parser's last line is "  See 'tenuto render --help' for more information."
    let quoted = lines.last?.split(separator: "'", omittingEmptySubsequences: false) ?? []
    let help = quoted.count == 3 ? String(quoted[1]) : "tenuto --help"
    let words = message(for: error).split(separator: "\n").joined(separator: " ")
    return "\(words.trimmingStop); see '\(help)'."
  }
}
