import ArgumentParser
import TenutoCore
import TenutoHost

/// `tenuto preset save`.
struct PresetSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Saves a preset of the user's.",
    discussion: """
      The values are the component's defaults, with those of '--preset' and then of '--set' in \
      their place.

      EXAMPLE:
        tenuto preset save 'aumu saw1 Tnto' 'My bass' --preset Bass --set cutoff=500
      """)

  @OptionGroup var owner: PresetOwner
  @Argument(help: "The name that it gets.") var name: String
  @OptionGroup var values: ValueOptions
  @Flag(help: "Replaces a preset of that name.") var overwrite = false

  func run() throws {
    let folder = try PresetOwner.folder()
    let desk = try ParameterDesk(owner.component(), values)
    defer { desk.instance.terminate() }
    let path = try folder.save(
      desk.instance.state(.preset), as: name, for: desk.instance.description,
      overwrite: overwrite)
    try Output.line("Saved '\(name)' in \(path)".printable)
  }
}
