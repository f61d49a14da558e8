import ArgumentParser
import TenutoCore

/// An instrument, its effects, and their parameters.
struct ChainOptions: ParsableArguments {
  @Option(
    name: .customLong("instrument"),
    help: ArgumentHelp("The instrument that plays, such as 'aumu saw1 Tnto'.", valueName: "code"),
    transform: CodeArgument.parse)
  var named: ComponentCode?

  @Flag(help: "Plays a General MIDI song as it was meant: --instrument 'aumu sf2  Tnto'.")
  var gm = false

  @Option(
    help: ArgumentHelp(
      "The SoundFont (SF2, SF3) that '--gm' plays, in place of the one that is installed.",
      valueName: "file"),
    completion: .file(extensions: ["sf2", "sf3"]))
  var font: String?

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

  /// The instrument; nil if none was given.
  var instrument: ComponentCode? {
    gm || font != nil ? GeneralMIDI.instrument : named
  }

  func validate() throws {
    guard named == nil || instrument == named else {
      throw ValidationError("'--gm' and '--font' are an instrument; leave out '--instrument'")
    }
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

  /// Requires an instrument, which a song needs.
  func validateInstrument() throws {
    if instrument == nil {
      throw ValidationError(
        "Missing expected argument '--instrument <code>'; '--gm' plays by General MIDI")
    }
  }

  /// Whether no option was given.
  var isEmpty: Bool {
    font == nil && codes.isEmpty && presets.isEmpty && settings.isEmpty
  }

  /// The components in processing order.
  var codes: [ComponentCode] { processors + [instrument].compactMap(\.self) + effects }

  /// The options as a command line, for examples.
  var commandLine: String {
    let named =
      processors.map { ("midi", $0) } + [self.named].compactMap(\.self).map { ("instrument", $0) }
      + effects.map { ("effect", $0) }
    let codes =
      (gm ? ["--gm"] : []) + (font.map { ["--font \($0.shellQuoted)"] } ?? [])
      + named.map { name, code in "--\(name) \("\(code)".shellQuoted)" }
    let presets = presets.map { "--preset \($0.shellQuoted)" }
    return (codes + presets + settings.map { "--set \($0.text.shellQuoted)" }).joined(
      separator: " ")
  }
}
