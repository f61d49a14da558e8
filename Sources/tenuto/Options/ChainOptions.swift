import ArgumentParser
import TenutoCore

/// An instrument, the effects behind it, and their parameters.
struct ChainOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The instrument that plays, such as 'aumu saw1 Tnto'.", valueName: "code"),
    transform: CodeArgument.parse)
  var instrument: ComponentCode?

  @Option(
    name: .customLong("effect"),
    help: ArgumentHelp(
      "An effect behind it, such as 'aufx dely Tnto'; again for more, in their order.",
      valueName: "code"),
    transform: CodeArgument.parse)
  var effects: [ComponentCode] = []

  @Option(
    name: .customLong("midi"),
    help: ArgumentHelp(
      "A MIDI processor before the instrument, such as 'aumi arpg Tnto'; again for more.",
      valueName: "code"),
    transform: CodeArgument.parse)
  var processors: [ComponentCode] = []

  @Option(
    name: .customLong("preset"),
    help: ArgumentHelp(
      "A preset, such as Pad, or sawtooth.Pad for that component alone; again for more.",
      valueName: "name"))
  var presets: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "A parameter, such as cutoff=800, or delay.mix=30 for that component alone.",
      valueName: "name=value"),
    transform: SettingArgument.parse)
  var settings: [SettingArgument] = []

  @OptionGroup var sandbox: SandboxOptions

  func validate() throws {
    if let instrument, [.effect, .midiProcessor].contains(instrument.kind) {
      throw ValidationError(
        "'\(instrument)' is no instrument; give it as '--effect' and an instrument before it")
    }
    for processor in processors where processor.kind != .midiProcessor {
      throw ValidationError("'\(processor)' is no MIDI processor; choose one of 'tenuto list aumi'")
    }
    for effect in effects where [.instrument, .generator, .midiProcessor].contains(effect.kind) {
      throw ValidationError("'\(effect)' is no effect; choose one of 'tenuto list aufx'")
    }
  }

  /// Says that there is an instrument: without one nothing plays a song.
  func validateInstrument() throws {
    if instrument == nil {
      throw ValidationError("Missing expected argument '--instrument <code>'")
    }
  }

  /// Whether nothing of it is said.
  var isEmpty: Bool {
    codes.isEmpty && presets.isEmpty && settings.isEmpty
  }

  /// The components in the order of the sound.
  var codes: [ComponentCode] { processors + [instrument].compactMap(\.self) + effects }

  /// The options as they are written, to be shown as an example.
  var commandLine: String {
    let named =
      processors.map { ("midi", $0) } + [instrument].compactMap(\.self).map { ("instrument", $0) }
      + effects.map { ("effect", $0) }
    let codes = named.map { name, code in "--\(name) \("\(code)".shellQuoted)" }
    let presets = presets.map { "--preset \($0.shellQuoted)" }
    return (codes + presets + settings.map { "--set \($0.text.shellQuoted)" }).joined(
      separator: " ")
  }
}
