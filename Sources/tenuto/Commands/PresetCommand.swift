import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoRender

/// `tenuto preset`: factory presets and user presets.
struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset",
    abstract: "Lists, shows, saves, renames, deletes and loads presets of a component.",
    discussion: """
      Factory presets come with the component. User presets are files in \
      $XDG_DATA_HOME/tenuto/presets, by default in ~/.local/share/tenuto/presets, and take \
      precedence over factory presets of the same name. Names ignore case unless two names differ \
      only in case.

      EXAMPLE:
        tenuto preset list 'aumu saw1 Tnto'
        tenuto preset save 'aumu saw1 Tnto' 'My bass' --preset Bass --set cutoff=500
        tenuto play song.mid --instrument 'aumu saw1 Tnto' --preset 'My bass' --connect
        tenuto preset load sawtooth 'My bass'
      """,
    subcommands: [
      PresetListCommand.self, PresetShowCommand.self, PresetSaveCommand.self,
      PresetRenameCommand.self, PresetDeleteCommand.self, LoadCommand.self,
    ])
}

/// The component argument of preset commands.
struct PresetOwner: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The component, such as 'aumu saw1 Tnto'.", valueName: "code"),
    completion: Completions.codes(), transform: CodeArgument.parse)
  var code: ComponentCode

  /// Returns the component, which must be installed.
  func component() throws -> Component {
    try Lookup.component(code, in: Environment.registry.scan())
  }

  /// Returns the folder of the user's presets.
  static func folder() throws(Failure) -> UserPresets {
    if let presets = Environment.userPresets { return presets }
    throw .work("There is no home folder for presets; set HOME or XDG_DATA_HOME.")
  }
}

/// `tenuto preset rename`.
struct PresetRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Renames a user preset.",
    discussion: """
      EXAMPLE:
        tenuto preset rename 'aumu saw1 Tnto' 'My bass' 'Deep bass'
      """)

  @OptionGroup var owner: PresetOwner
  @Argument(help: "Its name.") var name: String
  @Argument(help: "The new name.") var newName: String

  func run() throws {
    let name = PresetChoice.userName(name, of: owner.code)
    try PresetOwner.folder().rename(name, to: newName, of: owner.code)
    try Output.line("Renamed '\(name)' to '\(newName)'".printable)
  }
}

/// `tenuto preset delete`.
struct PresetDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes a user preset.",
    discussion: """
      EXAMPLE:
        tenuto preset delete 'aumu saw1 Tnto' 'Deep bass'
      """)

  @OptionGroup var owner: PresetOwner
  @Argument(help: "Its name.") var name: String

  func run() throws {
    let name = PresetChoice.userName(name, of: owner.code)
    try PresetOwner.folder().delete(name, of: owner.code)
    try Output.line("Deleted '\(name)'".printable)
  }
}
