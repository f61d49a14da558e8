import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender

/// `tenuto preset save`.
struct PresetSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Saves a user preset.",
    discussion: """
      The values are the component's defaults, replaced by those of '--preset' and then by those \
      of '--set'. A sound file becomes part of the preset.

      EXAMPLE:
        tenuto preset save 'aumu smpl Tnto' Piano --sound piano.wav --root 60 --loop 20000:44000
        tenuto preset save 'aumu saw1 Tnto' 'My bass' --preset Bass --set cutoff=500
      """)

  @OptionGroup var owner: PresetOwner
  @Argument(help: "The new name.") var name: String
  @OptionGroup var values: ValueOptions
  @OptionGroup var sound: SoundOptions
  @Flag(help: "Replaces a preset of that name.") var overwrite = false

  func run() throws {
    let folder = try PresetOwner.folder()
    let editor = try ParameterEditor(owner.component(), values)
    defer { editor.instance.terminate() }
    if let file = sound.sound {
      let message = try SoundMessage.bytes(
        path: file, part: sound.part, root: sound.root, loop: sound.loop)
      _ = try editor.instance.send(message: message)
    }
    if let font = sound.font {
      var state = try editor.instance.state(.preset)
      state.data = try FileReference(naming: AbsolutePath.of(font)).encoded()
      try editor.instance.restore(state)
    }
    let path = try folder.save(
      editor.instance.state(.preset), as: name, for: editor.instance.description,
      overwrite: overwrite)
    try Output.line("Saved '\(name)' in \(path)".printable)
  }
}
