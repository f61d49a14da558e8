import ArgumentParser
import TenutoCore

/// An instrument, its effects, and their parameters.
struct ChainOptions: ParsableArguments {
  @Option(
    name: .customLong("instrument"),
    help: ArgumentHelp("The instrument, such as 'aumu saw1 Tnto'.", valueName: "code"),
    completion: Completions.codes(.instrument, .generator), transform: CodeArgument.parse)
  var named: ComponentCode?

  @Flag(help: "Plays General MIDI sounds: --instrument 'aumu sf2  Tnto'.")
  var gm = false

  @Option(
    help: ArgumentHelp(
      "The SoundFont (SF2, SF3) for '--gm', instead of the installed one.",
      valueName: "file"),
    completion: .file(extensions: ["sf2", "sf3"]))
  var font: String?

  @Option(
    name: .customLong("effect"),
    help: ArgumentHelp(
      "An effect after it, such as 'aufx dely Tnto'; may be repeated, in order.",
      valueName: "code"),
    completion: Completions.codes(.effect, .musicEffect), transform: CodeArgument.parse)
  var effects: [ComponentCode] = []

  @Option(
    name: .customLong("midi"),
    help: ArgumentHelp(
      "A MIDI processor before the instrument, such as 'aumi arpg Tnto'; may be repeated.",
      valueName: "code"),
    completion: Completions.codes(.midiProcessor), transform: CodeArgument.parse)
  var processors: [ComponentCode] = []

  @Option(
    name: .customLong("preset"),
    help: ArgumentHelp(
      "A preset, such as Pad, or sawtooth.Pad for that component only; may be repeated.",
      valueName: "name"))
  var presets: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp(
      "A parameter, such as cutoff=800, or delay.mix=30 for that component only.",
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
      throw ValidationError("'--gm' and '--font' choose the instrument; omit '--instrument'")
    }
    if let instrument, [.effect, .midiProcessor].contains(instrument.kind) {
      throw ValidationError(
        "'\(instrument)' is not an instrument; give it as '--effect' after an instrument")
    }
    for processor in processors where processor.kind != .midiProcessor {
      throw ValidationError(
        "'\(processor)' is not a MIDI processor; choose one of 'tenuto list aumi'")
    }
    for effect in effects where [.instrument, .generator, .midiProcessor].contains(effect.kind) {
      throw ValidationError("'\(effect)' is not an effect; choose one of 'tenuto list aufx'")
    }
  }

  /// Requires an instrument, which a song needs.
  func validateInstrument() throws {
    if instrument == nil {
      throw ValidationError(
        "Missing expected argument '--instrument <code>'; '--gm' plays General MIDI sounds")
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
